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

/** Both margins, where edges repeat, have separate loops. This makes the loop between them twice as fast. */
function blurRows(from: Field, to: Field, { w, h }: Size, radius: number) {
  const share = 1 / (2 * radius + 1)
  const inner = Math.min(radius + 1, w)
  const outer = Math.max(inner, w - radius)
  for (let row = 0; row < w * h; row += w) {
    const last = row + w - 1
    const [first, end] = [from[row]!, from[last]!]
    let sum = first * radius
    for (let i = row; i < row + radius; i++) sum += from[i < last ? i : last]!
    for (let i = row; i < row + inner; i++) {
      sum += from[i + radius < last ? i + radius : last]!
      to[i] = sum * share
      sum -= first
    }
    for (let i = row + inner; i < row + outer; i++) {
      sum += from[i + radius]!
      to[i] = sum * share
      sum -= from[i - radius]!
    }
    for (let i = row + outer; i <= last; i++) {
      sum += end
      to[i] = sum * share
      sum -= from[i - radius]!
    }
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
