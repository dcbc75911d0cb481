/** Convolutions as matrix products (im2col and GEMM), and depthwise convolutions. */
import { type Step, type Weights, toFloats } from '../graph.ts'
import { type Layout, roundUp } from './plan.ts'
import { type Prepare, put, putLanes, type StepContext } from './step-context.ts'
import { clear } from './tensor.ts'

/** Pixels per call of `gemm`. Each call rereads the filters, and each filter rereads the pixels. */
const PIXELS_AT_ONCE = 1024

/** Copies of this length are faster as one call than as a loop. */
const LONG_FLOATS = 64

const getLowerBound = ({ relu }: Step) => (relu ? 0 : Number.NEGATIVE_INFINITY)
/** True if the pixels are contiguous in memory. */
const isContiguous = ({ isWhole, rowBytes, size, pixelBytes }: Layout) =>
  isWhole && rowBytes === size.width * pixelBytes

/** Filters packed for `gemm`, with eight adjacent output channels per panel. */
type Panels = { readonly at: number; readonly bias: number; readonly columns: number; readonly depth: number }

/** A column's output channel, and the offset of its weights in the filter. */
type Column = { readonly channel: number; readonly from: number }

/**
 * Packs filters into panels.
 *
 * @param columns a multiple of 8 columns; null for zeros
 * @param taps number of window positions, each with the depth of `x`
 */
function putPanels(context: StepContext, columns: readonly (Column | null)[], taps: number, x: Layout): Panels {
  const [filter, bias] = context.weights as [Weights, Weights]
  const values = filter.values instanceof Uint16Array ? toFloats(filter) : filter.values
  const { lanes, size } = x
  const depth = taps * lanes
  const bytes = columns.length * depth * 4
  const at = context.allocate(bytes)
  if (lanes !== size.channels || columns.includes(null)) clear(context.heap, at, bytes)
  const { floats } = context.heap
  const [biases, biasValues] = [new Float32Array(columns.length), toFloats(bias)]
  for (const [i, column] of columns.entries()) {
    if (column === null) continue
    const { channel } = column
    biases[i] = biasValues[channel]!
    const scale = filter.scales === null ? 1 : filter.scales[channel]!
    let from = column.from
    let to = at / 4 + (i & ~7) * depth + (i & 7)
    for (let tap = 0; tap < taps; tap++, to += (lanes - size.channels) * 8) {
      for (let c = 0; c < size.channels; c++, to += 8) floats[to] = values[from++]! * scale
    }
  }
  return { at, bias: put(context, biases), columns: columns.length, depth }
}

/** Returns `gemm` for any number of pixels. It computes four at a time and writes surplus results to scratch memory. */
function createMultiply({ kernels, heap, step, allocate }: StepContext, panels: Panels, pixels: number) {
  const { at, bias, columns, depth } = panels
  const least = getLowerBound(step)
  const rows = roundUp(pixels, 4)
  const scratch = rows === pixels ? 0 : allocate(rows * columns * 4)
  return (from: number, fromStride: number, out: number): void => {
    const to = scratch || out
    kernels.gemm(from, fromStride, at, bias, to, columns * 4, rows, columns, depth, least)
    if (scratch) heap.floats.copyWithin(out / 4, scratch / 4, scratch / 4 + pixels * columns)
  }
}

export const conv: Prepare = (context) => {
  const { heap, step, inputs, out } = context
  const x = inputs[0]!
  const { lanes, pixelBytes, size } = x.layout
  const [windowRows, windowColumns] = step.window
  const taps = windowRows * windowColumns
  const toColumn = (channel: number): Column => ({ channel, from: channel * taps * size.channels })
  const columns = Array.from({ length: out.lanes }, (_, i) => (i < out.size.channels ? toColumn(i) : null))
  const panels = putPanels(context, columns, taps, x.layout)
  const { width, height } = out.size
  if (taps === 1 && step.stride[0] === 1 && step.stride[1] === 1) {
    if (isContiguous(x.layout) && isContiguous(out) && width * height <= PIXELS_AT_ONCE) {
      const multiplyAll = createMultiply(context, panels, width * height)
      return { all: (to) => multiplyAll(x.address, pixelBytes, to) }
    }
    const multiply = createMultiply(context, panels, width)
    return { row: (y, to) => multiply(x.rowAt(y), pixelBytes, to) }
  }
  const multiply = createMultiply(context, panels, width)
  const unfoldedBytes = panels.depth * 4
  // `gemm` reads surplus pixels, so memory must exist for them.
  const unfolded = put(context, new Float32Array(0), roundUp(width, 4) * unfoldedBytes)
  // Unfolds each window into one long pixel (im2col), which makes this a 1 x 1 convolution.
  const rowFloats = windowColumns * lanes
  const stepFloats = step.stride[1] * lanes
  return {
    row(y, to) {
      for (let v = 0; v < windowRows; v++) {
        const row = x.rowAt(y * step.stride[0] - step.before[0] + v) - step.before[1] * pixelBytes
        const { floats } = heap
        let from = row / 4
        for (let i = 0, at = unfolded / 4 + v * rowFloats; i < width; i++, at += panels.depth, from += stepFloats) {
          if (rowFloats < LONG_FLOATS) for (let j = 0; j < rowFloats; j++) floats[at + j] = floats[from + j]!
          else floats.copyWithin(at, from, from + rowFloats)
        }
      }
      multiply(unfolded, unfoldedBytes, to)
    },
  }
}

export const depthwiseConv: Prepare = (context) => {
  const { kernels, heap, step, inputs, out, allocate } = context
  const x = inputs[0]!
  const [filter, bias] = context.weights as [Weights, Weights]
  const [windowRows, windowColumns] = step.window
  const taps = windowRows * windowColumns
  const { pixelBytes } = x.layout
  const weights = putLanes(context, filter, taps, x.layout)
  const biases = putLanes(context, bias, 1, x.layout)
  const least = getLowerBound(step)
  const { width } = out.size
  const stepBytes = step.stride[1] * pixelBytes
  const getRow = (y: number, v: number) =>
    x.rowAt(y * step.stride[0] - step.before[0] + v) - step.before[1] * pixelBytes
  if (windowRows === 3 && windowColumns === 3) {
    return {
      row(y, to) {
        const [row0, row1, row2] = [getRow(y, 0), getRow(y, 1), getRow(y, 2)]
        kernels.depthwise3(row0, row1, row2, weights, biases, to, width, pixelBytes, stepBytes, least)
      },
    }
  }
  const offsets = allocate(taps * 4)
  return {
    row(y, to) {
      const first = getRow(y, 0)
      for (let v = 0, i = offsets / 4; v < windowRows; v++) {
        const row = getRow(y, v)
        for (let u = 0; u < windowColumns; u++, i++) heap.integers[i] = row + u * pixelBytes - first
      }
      kernels.depthwise(first, weights, biases, to, width, pixelBytes, stepBytes, offsets, taps, least)
    },
  }
}

/** Each pixel produces two pixels in each of two rows. Computes the two in a row as one with twice the channels. */
export const transposedConv: Prepare = (context) => {
  const { inputs, out } = context
  const x = inputs[0]!
  const { pixelBytes, size } = x.layout
  const getColumn = (i: number, v: number): Column | null => {
    const [channel, u] = [i % out.lanes, Math.floor(i / out.lanes)]
    return channel < out.size.channels ? { channel, from: ((channel * 2 + v) * 2 + u) * size.channels } : null
  }
  const multiply = [0, 1].map((v) => {
    const columns = Array.from({ length: 2 * out.lanes }, (_, i) => getColumn(i, v))
    return createMultiply(context, putPanels(context, columns, 1, x.layout), size.width)
  })
  return { row: (y, to) => multiply[y & 1]!(x.rowAt(y >> 1), pixelBytes, to) }
}
