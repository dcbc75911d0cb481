import { createField, type Field } from './grid.ts'

type Size = { readonly w: number; readonly h: number }

// Scratch buffer shared by all blurs. This is safe because blurs are synchronous.
let rows = new Float32Array(0)

/** Box blur over a square of 2 x `radius` + 1 pixels. Edges are repeated; cost does not depend on `radius`. */
export function boxBlur(source: Field, size: Size, radius: number, passes = 1): Field {
  if (rows.length < source.length) rows = new Float32Array(source.length)
  const out = createField(size)
  let from = source
  for (let pass = 0; pass < passes; pass++) {
    blurRows(from, rows, size, radius)
    blurColumns(rows, out, size, radius)
    from = out
  }
  return out
}

/**
 * Gaussian blur of `sigma` pixels, approximated by three box blurs (Wells, "Efficient synthesis of Gaussian filters",
 * 1986).
 */
export function gaussBlur(source: Field, size: Size, sigma: number): Field {
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  return boxBlur(source, size, radius, 3)
}

/**
 * Blurs four rows at a time: a running sum waits for itself from pixel to pixel, and four of them wait together. Both
 * margins of a row, where edges are repeated, have loops of their own.
 */
function blurRows(from: Field, to: Field, { w, h }: Size, radius: number) {
  const share = 1 / (2 * radius + 1)
  const inner = Math.min(radius + 1, w)
  const outer = Math.max(inner, w - radius)
  let row = 0
  for (; row + 3 * w < w * h; row += 4 * w) {
    let sum0 = startRow(from, to, row, w, radius)
    let sum1 = startRow(from, to, row + w, w, radius)
    let sum2 = startRow(from, to, row + 2 * w, w, radius)
    let sum3 = startRow(from, to, row + 3 * w, w, radius)
    for (let i0 = row + inner; i0 < row + outer; i0++) {
      const i1 = i0 + w
      const i2 = i1 + w
      const i3 = i2 + w
      sum0 += from[i0 + radius]!
      sum1 += from[i1 + radius]!
      sum2 += from[i2 + radius]!
      sum3 += from[i3 + radius]!
      to[i0] = sum0 * share
      to[i1] = sum1 * share
      to[i2] = sum2 * share
      to[i3] = sum3 * share
      sum0 -= from[i0 - radius]!
      sum1 -= from[i1 - radius]!
      sum2 -= from[i2 - radius]!
      sum3 -= from[i3 - radius]!
    }
    endRow(from, to, row, w, radius, sum0)
    endRow(from, to, row + w, w, radius, sum1)
    endRow(from, to, row + 2 * w, w, radius, sum2)
    endRow(from, to, row + 3 * w, w, radius, sum3)
  }
  for (; row < w * h; row += w) {
    let sum = startRow(from, to, row, w, radius)
    for (let i = row + inner; i < row + outer; i++) {
      sum += from[i + radius]!
      to[i] = sum * share
      sum -= from[i - radius]!
    }
    endRow(from, to, row, w, radius, sum)
  }
}

/** Blurs the left margin of a row. Returns the running sum after it. */
function startRow(from: Field, to: Field, row: number, w: number, radius: number): number {
  const share = 1 / (2 * radius + 1)
  const last = row + w - 1
  const first = from[row]!
  let sum = first * radius
  for (let i = row; i < row + radius; i++) sum += from[i < last ? i : last]!
  for (let i = row; i < row + Math.min(radius + 1, w); i++) {
    sum += from[i + radius < last ? i + radius : last]!
    to[i] = sum * share
    sum -= first
  }
  return sum
}

/** Blurs the right margin of a row. */
function endRow(from: Field, to: Field, row: number, w: number, radius: number, running: number): void {
  const share = 1 / (2 * radius + 1)
  const last = row + w - 1
  const end = from[last]!
  let sum = running
  for (let i = row + Math.max(Math.min(radius + 1, w), w - radius); i <= last; i++) {
    sum += end
    to[i] = sum * share
    sum -= from[i - radius]!
  }
}

function blurColumns(from: Field, to: Field, { w, h }: Size, radius: number) {
  const share = 1 / (2 * radius + 1)
  const sums = new Float32Array(w)
  for (let x = 0; x < w; x++) {
    sums[x] = from[x]! * radius
    for (let y = 0; y < radius; y++) sums[x]! += from[Math.min(h - 1, y) * w + x]!
  }
  for (let y = 0; y < h; y++) {
    const row = y * w
    const next = (y + radius < h ? y + radius : h - 1) * w
    const last = (y > radius ? y - radius : 0) * w
    for (let x = 0; x < w; x++) {
      const sum = sums[x]! + from[next + x]!
      to[row + x] = sum * share
      sums[x] = sum - from[last + x]!
    }
  }
}
