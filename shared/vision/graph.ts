/** A tensor's shape. Values are row-major, with the channels of a pixel next to each other. */
export type Size = { readonly height: number; readonly width: number; readonly channels: number }

/**
 * A network's constants as float32, float16 (raw bits), or int8 with a scale per output channel. Filters are ordered
 * [output channel, height, width, input channel], and depthwise filters [height, width, channel].
 */
export type Weights = {
  readonly shape: readonly number[]
  readonly values: Float32Array | Uint16Array | Int8Array
  /** One scale per output channel, for int8 only. */
  readonly scales: Float32Array | null
}

/**
 * A step's operation. Most names are TensorFlow Lite's.
 *
 * - `transposedConv`: 2 x 2 with stride 2, so each pixel produces four separate ones
 * - `multiply`: the second input has one value per channel (per row or for all rows) or one per pixel
 * - `pad`: appends channels of zeros
 * - `concat`: joins along the width
 * - `sum`: along the width
 * - `softmax`: along the channels
 * - `transpose`: swaps height and width within each of `blocks` equal parts of the height
 * - `resizeBilinear`, `resizeNearest`: by an integer factor, with pixel centers at one half
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
  /** Input tensors, as indices into `sizes`. */
  readonly inputs: readonly number[]
  readonly output: number
  /** Indices into the weights: a convolution's filter and bias, or the slopes of a `prelu`. */
  readonly weights: readonly number[]
  /** Geometry of convolutions and pools as [rows, columns]: window, stride, and zero padding before the first pixel. */
  readonly window: readonly [number, number]
  readonly stride: readonly [number, number]
  readonly before: readonly [number, number]
  /** True to clamp a convolution's negative results to 0. */
  readonly relu: boolean
  readonly blocks: number
}

/** A network, with its steps in execution order. */
export type Graph = {
  readonly sizes: readonly Size[]
  readonly weights: readonly Weights[]
  readonly steps: readonly Step[]
  readonly input: number
  readonly outputs: readonly number[]
}

export const countValues = ({ height, width, channels }: Size): number => height * width * channels

/** Returns weights as float32. Copies only if they have another type. */
export function toFloats({ values, scales }: Weights): Float32Array {
  if (values instanceof Float32Array) return values
  return values instanceof Uint16Array ? fromHalves(values) : applyScales(values, scales!)
}

function applyScales(values: Int8Array, scales: Float32Array): Float32Array {
  const out = new Float32Array(values.length)
  const each = values.length / scales.length
  for (let channel = 0, i = 0; channel < scales.length; channel++) {
    const scale = scales[channel]!
    for (const end = i + each; i < end; i++) out[i] = values[i]! * scale
  }
  return out
}

/** Converts finite float16 values. Shifted into a float32, their bits give a number that is too small by 2^112. */
function fromHalves(halves: Uint16Array): Float32Array {
  const out = new Float32Array(halves.length)
  const bits = new Uint32Array(out.buffer)
  for (let i = 0; i < halves.length; i++) bits[i] = ((halves[i]! & 0x8000) << 16) | ((halves[i]! & 0x7fff) << 13)
  for (let i = 0; i < out.length; i++) out[i]! *= 2 ** 112
  return out
}
