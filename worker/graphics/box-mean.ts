/** Blurs a field by repeated box filters of radius `reach`. Two passes make a tent filter, three almost a Gaussian. */
export function blurField(field: Float32Array, w: number, h: number, reach: number, passes: number): Float32Array {
  let out = field
  for (let pass = 0; pass < passes; pass++) out = boxBlur(boxBlur(out, w, h, 1, reach), w, h, w, reach)
  return out
}

/** Blurs rows (`step` 1) or columns (`step` is the width) by a running sum. */
function boxBlur(field: Float32Array, w: number, h: number, step: number, reach: number): Float32Array {
  const out = new Float32Array(field.length)
  const length = step === 1 ? w : h
  const share = 1 / (2 * reach + 1)
  for (let line = 0; line < field.length / length; line++) {
    const start = step === 1 ? line * w : line
    const end = start + length * step
    let sum = 0
    for (let at = start; at < start + reach * step; at += step) sum += field[at]!
    for (let at = start; at < end; at += step) {
      const [enters, leaves] = [at + reach * step, at - (reach + 1) * step]
      if (enters < end) sum += field[enters]!
      if (leaves >= start) sum -= field[leaves]!
      out[at] = sum * share
    }
  }
  return out
}
