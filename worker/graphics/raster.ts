import type { Hex } from '#shared/design/color.ts'
import { toRgb } from '#shared/design/color.ts'

/** Straight RGBA, four bytes per pixel, row by row. The renderer accepts it as the `src` of an image. */
export type Raster = { readonly width: number; readonly height: number; readonly data: Uint8Array<ArrayBuffer> }

export const createRaster = (width: number, height: number): Raster => ({
  width,
  height,
  data: new Uint8Array(width * height * 4),
})

/** A gradient's lookup table: RGB, 0 to 255, at `steps + 1` positions. */
export type Ramp = { readonly steps: number; readonly rgb: Float32Array }

/** Creates a gradient. @param stops colors and positions in ascending order, the first at 0 and the last at 1 */
export function createRamp(stops: readonly (readonly [at: number, color: Hex])[], steps = 1024): Ramp {
  const rgb = new Float32Array(3 * (steps + 1))
  for (let i = 0, s = 0; i <= steps; i++) {
    const t = steps === 0 ? 0 : i / steps
    while (s < stops.length - 2 && t > stops[s + 1]![0]) s++
    const [[from, one], [to, other]] = [stops[s]!, stops[s + 1]!]
    const share = Math.min(1, Math.max(0, (t - from) / (to - from)))
    const target = toRgb(other)
    rgb.set(
      toRgb(one).map((channel, c) => channel + (target[c]! - channel) * share),
      3 * i,
    )
  }
  return { steps, rgb }
}

/** Blends a color over one pixel. @param at index of the pixel's first byte @param share the color's opacity, 0 to 1 */
export function blendPixel(
  data: Uint8Array,
  at: number,
  red: number,
  green: number,
  blue: number,
  share: number,
): void {
  data[at] = data[at]! + (red - data[at]!) * share + 0.5
  data[at + 1] = data[at + 1]! + (green - data[at + 1]!) * share + 0.5
  data[at + 2] = data[at + 2]! + (blue - data[at + 2]!) * share + 0.5
}
