/**
 * Height, width and channels of what flows through a net. Values lie row by row, the channels of a pixel side by side.
 */
export type Size = { readonly height: number; readonly width: number; readonly channels: number }

/**
 * Constants of a net: single floats, halves (IEEE 754 binary16, as their bits) or 8 bit integers, which are to be
 * multiplied by the scale of their output channel. Filters lie as [output channel, height, width, input channel], those
 * of a depthwise convolution as [height, width, channel].
 */
export type Weights = {
  readonly shape: readonly number[]
  readonly values: Float32Array | Uint16Array | Int8Array
  /** One for each output channel, with integers only. */
  readonly scales: Float32Array | null
}

/**
 * The operation of a step. Most names are those of TensorFlow Lite's operators.
 *
 * - `transposedConv`: 2 x 2, stride 2: each pixel makes four that no other pixel makes
 * - `multiply`: the second input has one value for each channel (of a row or of all) or one for each pixel
 * - `pad`: adds channels of zeros at the end
 * - `concat`: joins along the width
 * - `sum`: along the width
 * - `softmax`: along the channels
 * - `transpose`: swaps height and width within each of `blocks` equal parts of the height
 * - `resizeBilinear`, `resizeNearest`: by a whole factor, with pixel centres at one half
 */
export type Operation =
  | 'conv'
  | 'depthwiseConv'
  | 'transposedConv'
  | 'maxPool'
  | 'averagePool'
  | 'add'
  | 'multiply'
  | 'relu'
  | 'prelu'
  | 'hardSwish'
  | 'sigmoid'
  | 'softmax'
  | 'sum'
  | 'pad'
  | 'concat'
  | 'reshape'
  | 'transpose'
  | 'resizeBilinear'
  | 'resizeNearest'

export type Step = {
  readonly operation: Operation
  /** Tensors that are read, by their place in `sizes`. */
  readonly inputs: readonly number[]
  readonly output: number
  /** By their place in the list of weights: filter and bias of a convolution, the slopes of a `prelu`. */
  readonly weights: readonly number[]
  /**
   * The geometry of convolutions and pools, rows before columns: the window, its stride, and the zeros before the first
   * row and column.
   */
  readonly window: readonly [number, number]
  readonly stride: readonly [number, number]
  readonly before: readonly [number, number]
  /** Negative results of a convolution become 0. */
  readonly relu: boolean
  readonly blocks: number
}

/** A net: its steps in an order in which they can be taken. */
export type Graph = {
  readonly sizes: readonly Size[]
  readonly weights: readonly Weights[]
  readonly steps: readonly Step[]
  readonly input: number
  readonly outputs: readonly number[]
}

export const lengthOf = ({ height, width, channels }: Size): number => height * width * channels

/** Weights as single floats: themselves if they are, else a copy. */
export function widened({ values, scales }: Weights): Float32Array {
  if (values instanceof Float32Array) return values
  return values instanceof Uint16Array ? fromHalves(values) : scaled(values, scales!)
}

function scaled(values: Int8Array, scales: Float32Array): Float32Array {
  const out = new Float32Array(values.length)
  const each = values.length / scales.length
  for (let channel = 0, i = 0; channel < scales.length; channel++) {
    const scale = scales[channel]!
    for (const end = i + each; i < end; i++) out[i] = values[i]! * scale
  }
  return out
}

function fromHalves(halves: Uint16Array): Float32Array {
  const out = new Float32Array(halves.length)
  const bits = new Uint32Array(out.buffer)
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i]!
    const sign = (half & 0x8000) << 16
    const exponent = (half >> 10) & 31
    const fraction = half & 1023
    if (exponent === 0) out[i] = (sign ? -1 : 1) * fraction * 2 ** -24
    // The bias of a half's exponent is 15, that of a single float 127; 31 marks infinities in both.
    else bits[i] = sign | ((exponent === 31 ? 255 : exponent + 112) << 23) | (fraction << 13)
  }
  return out
}
