/** Convolutions: products of matrices, and sums over each channel by itself. */
import { type Step, type Weights, widened } from '../graph.ts'
import { type Layout, roundedUp } from './plan.ts'
import { type Prepare, put, putLanes, type Site } from './site.ts'
import { clear } from './tensor.ts'

/**
 * The number of pixels that one call multiplies; the filters are read again for each call, the pixels for each filter.
 */
const PIXELS_AT_ONCE = 1024

const leastOf = ({ relu }: Step) => (relu ? 0 : Number.NEGATIVE_INFINITY)
/** True if all pixels lie side by side. */
const isBareWhole = ({ isWhole, rowBytes, size, pixelBytes }: Layout) => isWhole && rowBytes === size.width * pixelBytes

/** Filters as `gemm` wants them: eight output channels side by side. */
type Panels = { readonly at: number; readonly bias: number; readonly columns: number; readonly depth: number }

/** The output channel of a column, and where its weights begin in the filter. */
type Column = { readonly channel: number; readonly from: number }

/**
 * @param columns as many as a multiple of 8; null gives zeros. @param taps of the window, each as deep as a pixel of
 *   `x`
 */
function putPanels(site: Site, columns: readonly (Column | null)[], taps: number, x: Layout): Panels {
  const [filter, bias] = site.weights as [Weights, Weights]
  const values = filter.values instanceof Uint16Array ? widened(filter) : filter.values
  const { lanes, size } = x
  const depth = taps * lanes
  const bytes = columns.length * depth * 4
  const at = site.take(bytes)
  if (lanes !== size.channels || columns.includes(null)) clear(site.heap, at, bytes)
  const { floats } = site.heap
  const [biases, biasValues] = [new Float32Array(columns.length), widened(bias)]
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
  return { at, bias: put(site, biases), columns: columns.length, depth }
}

/** `gemm` on any number of pixels: it computes four at a time, the surplus in a place of its own. */
function multiplier({ kernels, heap, step, take }: Site, panels: Panels, pixels: number) {
  const { at, bias, columns, depth } = panels
  const least = leastOf(step)
  const rows = roundedUp(pixels, 4)
  const surplus = rows === pixels ? 0 : take(rows * columns * 4)
  return (from: number, fromStride: number, out: number): void => {
    const to = surplus || out
    kernels.gemm(from, fromStride, at, bias, to, columns * 4, rows, columns, depth, least)
    if (surplus) heap.floats.copyWithin(out / 4, surplus / 4, surplus / 4 + pixels * columns)
  }
}

export const conv: Prepare = (site) => {
  const { heap, step, inputs, out } = site
  const x = inputs[0]!
  const { lanes, pixelBytes, size } = x.layout
  const [windowRows, windowColumns] = step.window
  const taps = windowRows * windowColumns
  const columnOf = (channel: number): Column => ({ channel, from: channel * taps * size.channels })
  const columns = Array.from({ length: out.lanes }, (_, i) => (i < out.size.channels ? columnOf(i) : null))
  const panels = putPanels(site, columns, taps, x.layout)
  const { width, height } = out.size
  if (taps === 1 && step.stride[0] === 1 && step.stride[1] === 1) {
    if (isBareWhole(x.layout) && isBareWhole(out) && width * height <= PIXELS_AT_ONCE) {
      const multiplyAll = multiplier(site, panels, width * height)
      return { all: (to) => multiplyAll(x.address, pixelBytes, to) }
    }
    const multiply = multiplier(site, panels, width)
    return { row: (y, to) => multiply(x.rowAt(y), pixelBytes, to) }
  }
  const multiply = multiplier(site, panels, width)
  const unfoldedBytes = panels.depth * 4
  // Surplus pixels are not used, but their number has to be there.
  const unfolded = put(site, new Float32Array(0), roundedUp(width, 4) * unfoldedBytes)
  // Each window becomes one long pixel: as if it were a convolution of 1 x 1.
  const rowFloats = windowColumns * lanes
  const stepFloats = step.stride[1] * lanes
  return {
    row(y, to) {
      for (let v = 0; v < windowRows; v++) {
        const row = x.rowAt(y * step.stride[0] - step.before[0] + v) - step.before[1] * pixelBytes
        const { floats } = heap
        let from = row / 4
        for (let i = 0, at = unfolded / 4 + v * rowFloats; i < width; i++, at += panels.depth, from += stepFloats) {
          for (let j = 0; j < rowFloats; j++) floats[at + j] = floats[from + j]!
        }
      }
      multiply(unfolded, unfoldedBytes, to)
    },
  }
}

export const depthwiseConv: Prepare = (site) => {
  const { kernels, heap, step, inputs, out, take } = site
  const x = inputs[0]!
  const [filter, bias] = site.weights as [Weights, Weights]
  const [windowRows, windowColumns] = step.window
  const taps = windowRows * windowColumns
  const { pixelBytes } = x.layout
  const weights = putLanes(site, filter, taps, x.layout)
  const biases = putLanes(site, bias, 1, x.layout)
  const least = leastOf(step)
  const { width } = out.size
  const stepBytes = step.stride[1] * pixelBytes
  const rowOf = (y: number, v: number) => x.rowAt(y * step.stride[0] - step.before[0] + v) - step.before[1] * pixelBytes
  if (windowRows === 3 && windowColumns === 3) {
    return {
      row(y, to) {
        const [row0, row1, row2] = [rowOf(y, 0), rowOf(y, 1), rowOf(y, 2)]
        kernels.depthwise3(row0, row1, row2, weights, biases, to, width, pixelBytes, stepBytes, least)
      },
    }
  }
  const offsets = take(taps * 4)
  return {
    row(y, to) {
      const first = rowOf(y, 0)
      for (let v = 0, i = offsets / 4; v < windowRows; v++) {
        const row = rowOf(y, v)
        for (let u = 0; u < windowColumns; u++, i++) heap.integers[i] = row + u * pixelBytes - first
      }
      kernels.depthwise(first, weights, biases, to, width, pixelBytes, stepBytes, offsets, taps, least)
    },
  }
}

/** Each pixel makes two in each of two rows: beside each other, they are one pixel with twice the channels. */
export const transposedConv: Prepare = (site) => {
  const { inputs, out } = site
  const x = inputs[0]!
  const { pixelBytes, size } = x.layout
  const columnOf = (i: number, v: number): Column | null => {
    const [channel, u] = [i % out.lanes, Math.floor(i / out.lanes)]
    return channel < out.size.channels ? { channel, from: ((channel * 2 + v) * 2 + u) * size.channels } : null
  }
  const multiply = [0, 1].map((v) => {
    const columns = Array.from({ length: 2 * out.lanes }, (_, i) => columnOf(i, v))
    return multiplier(site, putPanels(site, columns, 1, x.layout), size.width)
  })
  return { row: (y, to) => multiply[y & 1]!(x.rowAt(y >> 1), pixelBytes, to) }
}
