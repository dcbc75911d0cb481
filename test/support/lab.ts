/** A color in CIE 1976 L*a*b* (D65): lightness from 0 to 100, green to red, blue to yellow. */
export type CieLab = readonly [l: number, a: number, b: number]

const linear = (value: number) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
/** The transfer function of L*a*b*: the cube root, linear near zero. */
const compress = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116)

/** Converts an sRGB color with channels from 0 to 255. */
export function toCieLab(red: number, green: number, blue: number): CieLab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const x = compress((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = compress(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = compress((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
