/** OKLab, a perceptually uniform color space. Björn Ottosson, "A perceptual color space for image processing", 2020. */
import type { Hex } from '#shared/design/color.ts'
import type { Field } from '../field/grid.ts'
import { clamp, median } from '#worker/graphics/numbers.ts'

/** Lightness 0 to 1, green to red, blue to yellow. */
export type Lab = readonly [lightness: number, a: number, b: number]
/** Three channels, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]
/** The three channels of OKLab as fields of one size. */
export type LabPlanes = { readonly lightness: Field; readonly a: Field; readonly b: Field }

const STEPS = 4096

/** sRGB channel (0 to 255) → linear light (0 to 1). IEC 61966-2-1. */
export const LINEAR = Float32Array.from({ length: 256 }, (_, channel) => {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

const CHANNEL = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const value = step / STEPS
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
})

const CUBE_ROOT = Float32Array.from({ length: STEPS + 1 }, (_, step) => Math.cbrt(step / STEPS))
const cubeRoot = (value: number) => CUBE_ROOT[value >= 1 ? STEPS : Math.floor(value * STEPS)]!

/** Linear light → sRGB channel, clamped to the displayable range. */
const toChannel = (value: number) => CHANNEL[Math.floor(clamp(value, 0, 1) * STEPS)]!

/** Converts linear light `r`, `g`, `b` to OKLab and writes it to pixel `i` of the planes. */
export function writeLab(planes: LabPlanes, i: number, r: number, g: number, b: number): void {
  const l = cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  planes.lightness[i] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  planes.a[i] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  planes.b[i] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
}

/** Returns only the OKLab lightness of linear light. */
export const lightnessOfLinear = (r: number, g: number, b: number): number =>
  0.2104542553 * cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
  0.793617785 * cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
  0.0040720468 * cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)

/** Converts linear light to OKLab. */
export function labOfLinear(r: number, g: number, b: number): Lab {
  const planes = { lightness: new Float32Array(1), a: new Float32Array(1), b: new Float32Array(1) }
  writeLab(planes, 0, r, g, b)
  return [planes.lightness[0]!, planes.a[0]!, planes.b[0]!]
}

/** Converts OKLab to sRGB. Out-of-gamut channels are clamped. */
export function rgbOfLab([lightness, a, b]: Lab): Rgb {
  const out = { r: 0, g: 0, b: 0 }
  writeRgb(out, lightness, a, b)
  return [out.r, out.g, out.b]
}

/** Converts OKLab to sRGB into a reused object. One array per pixel would mean a million allocations. */
export function writeRgb(out: { r: number; g: number; b: number }, lightness: number, a: number, b: number): void {
  const x = lightness + 0.3963377774 * a + 0.2158037573 * b
  const y = lightness - 0.1055613458 * a - 0.0638541728 * b
  const z = lightness - 0.0894841775 * a - 1.291485548 * b
  const l = x * x * x
  const m = y * y * y
  const s = z * z * z
  out.r = toChannel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  out.g = toChannel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  out.b = toChannel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
}

export const hexOfLab = (lab: Lab): Hex =>
  `#${rgbOfLab(lab)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

export const getChroma = ([, a, b]: Lab): number => Math.hypot(a, b)

/** Returns the hue in radians: about 0.6 for red skin, 1.3 for yellow skin. */
export const getHue = ([, a, b]: Lab): number => Math.atan2(b, a)

/** Returns the median color of some pixels. */
export const medianColor = ({ lightness, a, b }: LabPlanes, pixels: readonly number[]): Lab => [
  median(pixels.map((i) => lightness[i]!)),
  median(pixels.map((i) => a[i]!)),
  median(pixels.map((i) => b[i]!)),
]
