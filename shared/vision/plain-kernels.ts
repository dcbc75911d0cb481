/**
 * What each step of a net computes, in plain JavaScript: written to be read and to be tested against. The detector runs
 * on some of them in the browser, where a page's content security policy refuses WebAssembly.
 */
import type { Size } from './graph.ts'
import type { PlainKernel, PlainKernels } from './plain-net.ts'

/** The part of a window that lies on the input: taps before the first and behind the last row or column read zeros. */
function onInput(start: number, window: number, length: number): readonly [first: number, end: number] {
  return [Math.max(0, -start), Math.min(window, length - start)]
}

/** Four output channels at a time: one sum alone would wait for itself at each step (a look of the detector takes 38 ms instead of 58). */
export const conv: PlainKernel = ({ step, inputs: [x], sizes: [size], weights: [filter, bias], out, outSize }) => {
  const [{ height, width, channels }, depth] = [size!, outSize.channels]
  const [rows, columns] = step.window
  const each = rows * columns * channels
  const least = step.relu ? 0 : Number.NEGATIVE_INFINITY
  for (let oy = 0, o = 0; oy < outSize.height; oy++) {
    const y = oy * step.stride[0] - step.before[0]
    const [v0, v1] = onInput(y, rows, height)
    for (let ox = 0; ox < outSize.width; ox++, o += depth) {
      const x0 = ox * step.stride[1] - step.before[1]
      const [u0, u1] = onInput(x0, columns, width)
      const length = (u1 - u0) * channels
      for (let c = 0; c < depth; c += 4) {
        // Of the last channels some may be computed twice.
        const d = Math.min(c + 1, depth - 1)
        const e = Math.min(c + 2, depth - 1)
        const f = Math.min(c + 3, depth - 1)
        let one = bias![c]!
        let two = bias![d]!
        let three = bias![e]!
        let four = bias![f]!
        for (let v = v0; v < v1; v++) {
          const from = ((y + v) * width + x0 + u0) * channels
          const tap = (v * columns + u0) * channels
          const p = c * each + tap
          const q = d * each + tap
          const r = e * each + tap
          const s = f * each + tap
          for (let i = 0; i < length; i++) {
            const value = x![from + i]!
            one += value * filter![p + i]!
            two += value * filter![q + i]!
            three += value * filter![r + i]!
            four += value * filter![s + i]!
          }
        }
        out[o + c] = one > least ? one : least
        out[o + d] = two > least ? two : least
        out[o + e] = three > least ? three : least
        out[o + f] = four > least ? four : least
      }
    }
  }
}

export const depthwiseConv: PlainKernel = ({ step, inputs: [x], sizes: [size], weights, out, outSize }) => {
  const [filter, bias] = weights
  const { height, width, channels } = size!
  const [rows, columns] = step.window
  for (let oy = 0, o = 0; oy < outSize.height; oy++) {
    const y = oy * step.stride[0] - step.before[0]
    const [v0, v1] = onInput(y, rows, height)
    for (let ox = 0; ox < outSize.width; ox++, o += channels) {
      const x0 = ox * step.stride[1] - step.before[1]
      const [u0, u1] = onInput(x0, columns, width)
      for (let c = 0; c < channels; c++) out[o + c] = bias![c]!
      for (let v = v0; v < v1; v++) {
        for (let u = u0; u < u1; u++) {
          const from = ((y + v) * width + x0 + u) * channels
          const tap = (v * columns + u) * channels
          for (let c = 0; c < channels; c++) out[o + c]! += x![from + c]! * filter![tap + c]!
        }
      }
      if (step.relu) for (let c = o; c < o + channels; c++) if (out[c]! < 0) out[c] = 0
    }
  }
}

export const transposedConv: PlainKernel = ({ step, inputs: [x], sizes: [size], weights, out, outSize }) => {
  const [filter, bias] = weights
  const { width, channels } = size!
  const least = step.relu ? 0 : Number.NEGATIVE_INFINITY
  for (let oy = 0, o = 0; oy < outSize.height; oy++) {
    for (let ox = 0; ox < outSize.width; ox++) {
      const from = ((oy >> 1) * width + (ox >> 1)) * channels
      for (let c = 0; c < outSize.channels; c++, o++) {
        const tap = ((c * 2 + (oy & 1)) * 2 + (ox & 1)) * channels
        let sum = bias![c]!
        for (let i = 0; i < channels; i++) sum += x![from + i]! * filter![tap + i]!
        out[o] = sum > least ? sum : least
      }
    }
  }
}

const pool =
  (start: number, join: (sum: number, value: number) => number, isMean: boolean): PlainKernel =>
  ({ step, inputs: [x], sizes: [size], out, outSize }) => {
    const { width, channels } = size!
    const [rows, columns] = step.window
    const share = isMean ? 1 / (rows * columns) : 1
    for (let oy = 0, o = 0; oy < outSize.height; oy++) {
      for (let ox = 0; ox < outSize.width; ox++) {
        for (let c = 0; c < channels; c++, o++) {
          let joined = start
          for (let v = 0; v < rows; v++) {
            const row = (oy * step.stride[0] + v) * width + ox * step.stride[1]
            for (let u = 0; u < columns; u++) joined = join(joined, x![(row + u) * channels + c]!)
          }
          out[o] = joined * share
        }
      }
    }
  }

export const maxPool: PlainKernel = pool(
  Number.NEGATIVE_INFINITY,
  (most, value) => (value > most ? value : most),
  false,
)
export const averagePool: PlainKernel = pool(0, (sum, value) => sum + value, true)

const pairwise =
  (join: (one: number, other: number) => number): PlainKernel =>
  ({ inputs: [a, b], sizes: [, other], out, outSize: { height, width, channels } }) => {
    // A size of 1 is repeated: no step leads to the next value.
    const stepX = other!.width === 1 ? 0 : other!.channels
    const stepY = other!.height === 1 ? 0 : other!.width * other!.channels
    const stepC = other!.channels === 1 ? 0 : 1
    for (let y = 0, o = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const from = y * stepY + x * stepX
        for (let c = 0; c < channels; c++, o++) out[o] = join(a![o]!, b![from + c * stepC]!)
      }
    }
  }

export const add: PlainKernel = pairwise((one, other) => one + other)
export const multiply: PlainKernel = pairwise((one, other) => one * other)

const each =
  (change: (value: number) => number): PlainKernel =>
  ({ inputs: [x], out }) => {
    for (let i = 0; i < out.length; i++) out[i] = change(x![i]!)
  }

export const relu: PlainKernel = each((value) => (value > 0 ? value : 0))
export const hardSwish: PlainKernel = each((value) => (value * Math.min(6, Math.max(0, value + 3))) / 6)
export const sigmoid: PlainKernel = each((value) => 1 / (1 + Math.exp(-value)))
export const reshape: PlainKernel = ({ inputs: [x], out }) => out.set(x!)

export const prelu: PlainKernel = ({ inputs: [x], weights: [slopes], out, outSize: { channels } }) => {
  for (let i = 0; i < out.length; i++) out[i] = x![i]! > 0 ? x![i]! : x![i]! * slopes![i % channels]!
}

export const softmax: PlainKernel = ({ inputs: [x], out, outSize: { channels } }) => {
  for (let from = 0; from < out.length; from += channels) {
    let most = Number.NEGATIVE_INFINITY
    let sum = 0
    for (let i = from; i < from + channels; i++) most = Math.max(most, x![i]!)
    for (let i = from; i < from + channels; i++) sum += out[i] = Math.exp(x![i]! - most)
    for (let i = from; i < from + channels; i++) out[i]! /= sum
  }
}

export const sum: PlainKernel = ({ inputs: [x], sizes: [size], out }) => {
  const { width, channels } = size!
  for (let i = 0; i < x!.length; i++) out[Math.floor(i / (width * channels)) * channels + (i % channels)]! += x![i]!
}

export const pad: PlainKernel = ({ inputs: [x], sizes: [size], out, outSize }) => {
  const { channels } = size!
  for (let i = 0; i < x!.length; i++) out[Math.floor(i / channels) * outSize.channels + (i % channels)] = x![i]!
}

export const concat: PlainKernel = ({ inputs, sizes, out, outSize: { height, channels } }) => {
  for (let y = 0, o = 0; y < height; y++) {
    for (const [i, x] of inputs.entries()) {
      const row = sizes[i]!.width * channels
      out.set(x.subarray(y * row, (y + 1) * row), o)
      o += row
    }
  }
}

export const transpose: PlainKernel = ({ step, inputs: [x], sizes: [size], out }) => {
  const { height, width, channels } = size!
  const rows = height / step.blocks
  for (let block = 0, o = 0; block < step.blocks; block++) {
    for (let column = 0; column < width; column++) {
      for (let row = 0; row < rows; row++, o += channels) {
        const from = ((block * rows + row) * width + column) * channels
        out.set(x!.subarray(from, from + channels), o)
      }
    }
  }
}

/** The two places a new pixel lies between, and how far it is from the first. */
export function between(at: number, length: number, newLength: number): readonly [number, number, number] {
  const place = ((at + 0.5) * length) / newLength - 0.5
  const first = Math.floor(place)
  return [Math.max(0, first), Math.min(length - 1, first + 1), place - first]
}

export const resizeBilinear: PlainKernel = ({ inputs: [x], sizes: [size], out, outSize }) => {
  const { height, width, channels } = size as Size
  for (let oy = 0, o = 0; oy < outSize.height; oy++) {
    const [top, bottom, v] = between(oy, height, outSize.height)
    for (let ox = 0; ox < outSize.width; ox++) {
      const [left, right, u] = between(ox, width, outSize.width)
      for (let c = 0; c < channels; c++, o++) {
        const at = (row: number, column: number) => x![(row * width + column) * channels + c]!
        const above = at(top, left) + (at(top, right) - at(top, left)) * u
        const below = at(bottom, left) + (at(bottom, right) - at(bottom, left)) * u
        out[o] = above + (below - above) * v
      }
    }
  }
}

export const resizeNearest: PlainKernel = ({ inputs: [x], sizes: [size], out, outSize }) => {
  const { height, width, channels } = size!
  for (let oy = 0, o = 0; oy < outSize.height; oy++) {
    const row = Math.floor((oy * height) / outSize.height)
    for (let ox = 0; ox < outSize.width; ox++, o += channels) {
      const from = (row * width + Math.floor((ox * width) / outSize.width)) * channels
      out.set(x!.subarray(from, from + channels), o)
    }
  }
}

export const PLAIN_KERNELS: PlainKernels = {
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
