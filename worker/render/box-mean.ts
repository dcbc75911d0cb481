/** A field blurred by boxes that reach so many steps to either side: two passes fall off like a tent, three like a bell. */
export function blurred(field: Float32Array, w: number, h: number, reach: number, passes: number): Float32Array {
  let out = field
  for (let pass = 0; pass < passes; pass++) out = averaged(averaged(out, w, h, 1, reach), w, h, w, reach)
  return out
}

/** The mean over a row (`step` 1) or a column (`step` the width). */
function averaged(field: Float32Array, w: number, h: number, step: number, reach: number): Float32Array {
  const out = new Float32Array(field.length)
  const [lines, length, stride] = step === 1 ? [h, w, w] : [w, h, 1]
  for (let line = 0; line < lines; line++) {
    const start = line * stride
    let sum = 0
    for (let i = -reach; i < length; i++) {
      const [enters, leaves] = [i + reach, i - reach - 1]
      if (enters < length) sum += field[start + enters * step]!
      if (leaves >= 0) sum -= field[start + leaves * step]!
      if (i >= 0) out[start + i * step] = sum / (2 * reach + 1)
    }
  }
  return out
}
