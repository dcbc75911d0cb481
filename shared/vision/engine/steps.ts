/** A network's operations, computed with the kernels row by row. */
import type { Operation } from '../graph.ts'
import { conv, depthwiseConv, transposedConv } from './convolutions.ts'
import type { Layout } from './plan.ts'
import { type Prepare, put, putLanes, type PreparedStep, type StepContext } from './step-context.ts'
import { clear } from './tensor.ts'

const maxPool: Prepare = ({ kernels, step, inputs: [x], out }) => {
  if ([...step.window, ...step.stride].some((length) => length !== 2))
    throw new Error('Only 2 x 2 max pools are supported')
  return { row: (y, to) => kernels.maxPool2(x!.rowAt(2 * y), x!.rowAt(2 * y + 1), to, out.size.width, out.pixelBytes) }
}

const averagePool: Prepare = ({ kernels, heap, step, inputs: [x], out }) => {
  const { size, pixelBytes } = x!.layout
  if (step.window[0] !== size.height || step.window[1] !== size.width)
    throw new Error('Only global average pools are supported')
  return {
    row(_y, to) {
      clear(heap, to, out.pixelBytes)
      for (let y = 0; y < size.height; y++) kernels.total(x!.rowAt(y), to, size.width * pixelBytes, pixelBytes)
      const { floats } = heap
      for (let i = to / 4; i < to / 4 + out.lanes; i++) floats[i]! /= size.height * size.width
    },
  }
}

const rowLength = ({ size, pixelBytes }: Layout): number => size.width * pixelBytes

const add: Prepare = ({ kernels, inputs: [one, other], out }) => ({
  row(y, to) {
    const first = one!.rowAt(y)
    kernels.add(first, other!.rowAt(y), to, rowLength(out))
  },
})

const multiply: Prepare = ({ kernels, heap, inputs: [x, factors], out }) => {
  const { size } = factors!.layout
  const getRow = (y: number) => factors!.rowAt(size.height === 1 ? 0 : y)
  if (size.width === 1)
    return { row: (y, to) => kernels.scale(x!.rowAt(y), getRow(y), to, rowLength(out), out.pixelBytes) }
  if (size.channels !== 1) throw new Error('Factors must be per channel or per pixel')
  return {
    row(y, to) {
      const [row, factorRow] = [x!.rowAt(y) / 4, getRow(y) / 4]
      const { floats } = heap
      for (let column = 0, i = 0; column < out.size.width; column++) {
        const factor = floats[factorRow + column * factors!.layout.lanes]!
        for (const end = i + out.lanes; i < end; i++) floats[to / 4 + i] = floats[row + i]! * factor
      }
    },
  }
}

const prelu: Prepare = (context) => {
  const { kernels, inputs, out } = context
  const slopes = putLanes(context, context.weights[0]!, 1, out)
  return { row: (y, to) => kernels.prelu(inputs[0]!.rowAt(y), slopes, to, rowLength(out), out.pixelBytes) }
}

const relu: Prepare = (context) => {
  const { kernels, inputs, out } = context
  const zeros = put(context, new Float32Array(out.lanes))
  return { row: (y, to) => kernels.prelu(inputs[0]!.rowAt(y), zeros, to, rowLength(out), out.pixelBytes) }
}

const hardSwish: Prepare = ({ kernels, inputs: [x], out }) => ({
  row: (y, to) => kernels.hardSwish(x!.rowAt(y), to, rowLength(out)),
})

/** Prepares a step without a kernel, from a function of one pixel without its padding channels. */
const pixelwise =
  (change: (floats: Float32Array, from: number, to: number, channels: number) => void): Prepare =>
  ({ heap, inputs: [x], out: { size, lanes } }) => ({
    row(y, to) {
      const row = x!.rowAt(y)
      const { floats } = heap
      for (let i = 0; i < size.width * lanes; i += lanes) change(floats, row / 4 + i, to / 4 + i, size.channels)
    },
  })

const sigmoid = pixelwise((floats, from, to, channels) => {
  for (let c = 0; c < channels; c++) floats[to + c] = 1 / (1 + Math.exp(-floats[from + c]!))
})

const softmax = pixelwise((floats, from, to, channels) => {
  let most = Number.NEGATIVE_INFINITY
  let sum = 0
  for (let c = 0; c < channels; c++) most = Math.max(most, floats[from + c]!)
  for (let c = 0; c < channels; c++) sum += floats[to + c] = Math.exp(floats[from + c]! - most)
  for (let c = 0; c < channels; c++) floats[to + c]! /= sum
})

const sum: Prepare = ({ kernels, heap, inputs: [x], out }) => ({
  row(y, to) {
    const row = x!.rowAt(y)
    clear(heap, to, out.pixelBytes)
    kernels.total(row, to, rowLength(x!.layout), out.pixelBytes)
  },
})

const pad: Prepare = ({ heap, inputs: [x], out }) => ({
  row(y, to) {
    const row = x!.rowAt(y) / 4
    const { floats } = heap
    const { lanes, size } = x!.layout
    if (lanes !== out.lanes) floats.fill(0, to / 4, to / 4 + size.width * out.lanes)
    for (let column = 0; column < size.width; column++) {
      const from = row + column * lanes
      floats.copyWithin(to / 4 + column * out.lanes, from, from + lanes)
    }
  },
})

const concat: Prepare = ({ heap, inputs }) => ({
  row(y, to) {
    let at = to / 4
    for (const { rowAt, layout } of inputs) {
      const row = rowAt(y) / 4
      const length = rowLength(layout) / 4
      heap.floats.copyWithin(at, row, row + length)
      at += length
    }
  },
})

const reshape: Prepare = ({ heap, inputs: [x], out }) => ({
  all(to) {
    const { floats } = heap
    const { size, lanes } = x!.layout
    const pixels = out.size.height * out.size.width
    if (lanes === size.channels && out.lanes === out.size.channels) {
      floats.copyWithin(to / 4, x!.address / 4, x!.address / 4 + pixels * out.lanes)
      return
    }
    for (let pixel = 0, channel = 0, from = x!.address / 4, i = 0; i < pixels; i++) {
      for (let c = 0; c < out.size.channels; c++) {
        floats[to / 4 + i * out.lanes + c] = floats[from + pixel * lanes + channel]!
        if (++channel === size.channels) [channel, pixel] = [0, pixel + 1]
      }
    }
  },
})

const transpose: Prepare = ({ heap, step, inputs: [x], out }) => ({
  all(to) {
    const { floats } = heap
    const { size, lanes } = x!.layout
    const rows = size.height / step.blocks
    let at = to / 4
    for (let block = 0; block < step.blocks; block++) {
      for (let column = 0; column < size.width; column++) {
        for (let row = 0; row < rows; row++, at += out.lanes) {
          const from = x!.address / 4 + ((block * rows + row) * size.width + column) * lanes
          floats.copyWithin(at, from, from + lanes)
        }
      }
    }
  },
})

/** Stores, for each output pixel of a row, its two source pixels and the weight of the second. */
function putTable(
  { heap, allocate }: StepContext,
  pixels: readonly (readonly [number, number, number])[],
  pixelBytes: number,
) {
  const table = allocate(pixels.length * 12)
  const { floats, integers } = heap
  for (const [i, [first, second, share]] of pixels.entries()) {
    integers[table / 4 + 3 * i] = first * pixelBytes
    integers[table / 4 + 3 * i + 1] = second * pixelBytes
    floats[table / 4 + 3 * i + 2] = share
  }
  return table
}

/** Returns the two source pixels around a pixel of the wider row, and the weight of the second. */
function interpolate(at: number, length: number, newLength: number): readonly [number, number, number] {
  const position = ((at + 0.5) * length) / newLength - 0.5
  const first = Math.floor(position)
  return [Math.max(0, first), Math.min(length - 1, first + 1), position - first]
}

const resizeBilinear: Prepare = (context) => {
  const { kernels, allocate, out } = context
  const x = context.inputs[0]!
  const { size, pixelBytes } = x.layout
  const columns = Array.from({ length: out.size.width }, (_, i) => interpolate(i, size.width, out.size.width))
  const table = putTable(context, columns, pixelBytes)
  const mixed = allocate(rowLength(x.layout))
  return {
    row(y, to) {
      const [first, second, share] = interpolate(y, size.height, out.size.height)
      const row = x.rowAt(first)
      kernels.lerp(row, x.rowAt(second), mixed, rowLength(x.layout), share)
      kernels.widen(mixed, to, table, out.size.width, pixelBytes)
    },
  }
}

const resizeNearest: Prepare = (context) => {
  const { kernels, out } = context
  const x = context.inputs[0]!
  const { size, pixelBytes } = x.layout
  const columns = Array.from({ length: out.size.width }, (_, i) => {
    const column = Math.floor((i * size.width) / out.size.width)
    return [column, column, 0] as const
  })
  const table = putTable(context, columns, pixelBytes)
  const toSourceRow = (y: number) => Math.floor((y * size.height) / out.size.height)
  return { row: (y, to) => kernels.widen(x.rowAt(toSourceRow(y)), to, table, out.size.width, pixelBytes) }
}

const PREPARE: Readonly<Record<Operation, Prepare>> = {
  conv,
  depthwiseConv,
  transposedConv,
  maxPool,
  averagePool,
  add,
  multiply,
  relu,
  prelu,
  hardSwish,
  sigmoid,
  softmax,
  sum,
  pad,
  concat,
  reshape,
  transpose,
  resizeBilinear,
  resizeNearest,
}

/** Prepares a step and copies its weights into the kernels' memory. */
export const prepare = (context: StepContext): PreparedStep => PREPARE[context.step.operation](context)
