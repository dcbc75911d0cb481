import { boxBlur } from '../field/blur.ts'
import { cropHead } from '../study/crop.ts'
import { findLines } from '../field/flow-lines.ts'
import { createField, createGrid, unitX, unitY } from '../field/grid.ts'
import { guidedFilter } from '../field/guided-filter.ts'
import { exposureGains } from '../study/light.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { type Rgb, rgbOfLab } from '../color/oklab.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import { Sampler } from '../field/sampler.ts'

const STUDY_PER_UNIT = 2
const SMOOTHNESS = 0.0025
const LEVELS = 7
/** Degree of posterization. The rest keeps its shading. */
const FLATNESS = 0.65
const STROKE: readonly [number, number] = [0.014, 0.024]
const STROKE_STRENGTH = 0.8

/**
 * Paints a whole photo in the drawing's style: flat tones and ink lines in the photo's own colors.
 *
 * @param depthAt returns the depth of a point of head space inside the window, in units.
 * @param backdrop fills the area beyond the photo
 */
export function paintWindow(
  picture: Picture,
  pose: Pose,
  perUnit: number,
  depthAt: (x: number, y: number) => number,
  backdrop: Rgb,
): Picture {
  const { grid, lightness, a, b, inside } = cropHead(picture, pose, STUDY_PER_UNIT, exposureGains(picture))
  const everywhere = createField(grid).fill(1)
  const lines = findLines(lightness, everywhere, everywhere, grid)
  const once = guidedFilter(lightness, lightness, grid, 4, SMOOTHNESS)
  const smooth = guidedFilter(once, once, grid, 5, SMOOTHNESS)
  const [smoothA, smoothB] = [boxBlur(a, grid, 2, 2), boxBlur(b, grid, 2, 2)]

  const large = createGrid(perUnit)
  const data = new Uint8ClampedArray(large.w * large.h * 4)
  const at = new Sampler(grid, large)
  const edge = 0.5 / perUnit
  for (let row = 0, i = 0; row < large.h; row++) {
    at.toRow(row)
    for (let column = 0; column < large.w; column++, i += 4) {
      const depth = depthAt(unitX(large, column), unitY(large, row))
      if (depth < -edge) continue
      at.toColumn(column)
      if (inside[at.index] === 0) {
        data.set(backdrop, i)
        data[i + 3] = 255 * smoothstep(-edge, edge, depth)
        continue
      }
      const ink = STROKE_STRENGTH * smoothstep(STROKE[0], STROKE[1], at.read(lines))
      const tone = posterize(at.read(smooth), LEVELS, FLATNESS) * (1 - ink) + 0.16 * ink
      const [red, green, blue] = rgbOfLab([tone, at.read(smoothA) * (1 - ink), at.read(smoothB) * (1 - ink)])
      data[i] = red
      data[i + 1] = green
      data[i + 2] = blue
      data[i + 3] = 255 * smoothstep(-edge, edge, depth)
    }
  }
  return { data, widthPx: large.w, heightPx: large.h }
}

/** Posterizes a lightness, with a soft step between levels. @param flatness 0 keeps the lightness */
export function posterize(lightness: number, levels: number, flatness: number): number {
  const scaled = clamp(lightness, 0, 1) * levels
  const level = Math.floor(scaled)
  const flat = (level + smoothstep(0.42, 0.58, scaled - level)) / levels
  return lightness * (1 - flatness) + flat * flatness
}
