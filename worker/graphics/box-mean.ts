/** A field blurred by boxes that reach so many steps to either side: two passes fall off like a tent, three like a bell. */
export function blurred(field: Float32Array, w: number, h: number, reach: number, passes: number): Float32Array {
  let out = field
  for (let pass = 0; pass < passes; pass++) out = averaged(averaged(out, w, h, 1, reach), w, h, w, reach)
  return out
}

/** The mean over a row (`step` 1) or a column (`step` the width). */
function averaged(field: Float32Array, w: number, h: number, step: number, reach: number): Float32Array {
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
