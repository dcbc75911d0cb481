import { createGrid, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import { LINEAR, type Lab, labOfLinear, rgbOfLab } from '#worker/artist/ink/color/oklab.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { contains } from '#worker/artist/ink/field/polygon.ts'
import { barePixels } from '#worker/artist/ink/study/skin-tone.ts'

const toLab = (r: number, g: number, b: number): Lab =>
  labOfLinear(LINEAR[Math.round(r)]!, LINEAR[Math.round(g)]!, LINEAR[Math.round(b)]!)

/** The field of a study at a pixel of the photo it was made from; far below zero where nothing was studied. */
function fieldAt({ portrait: { grid }, pose }: HeadStudy, field: Float32Array, px: number, py: number): number {
  const [dx, dy] = [(px + 0.5 - pose.x) / pose.unitPx, (py + 0.5 - pose.y) / pose.unitPx]
  const x = Math.round((dx * Math.cos(pose.roll) + dy * Math.sin(pose.roll) - grid.x0) * grid.perUnit)
  const y = Math.round((dy * Math.cos(pose.roll) - dx * Math.sin(pose.roll) - grid.y0) * grid.perUnit)
  return x < 0 || y < 0 || x >= grid.w || y >= grid.h ? Number.NEGATIVE_INFINITY : field[y * grid.w + x]!
}

const isSkinAt = (study: HeadStudy, x: number, y: number) =>
  fieldAt(study, study.portrait.distance, x, y) > 0 && fieldAt(study, study.portrait.skin, x, y) > 0.5

/** Within the lids or between the lips: no skin. */
function isEyeOrMouth({ pose, map }: HeadStudy, px: number, py: number): boolean {
  const [dx, dy] = [(px + 0.5 - pose.x) / pose.unitPx, (py + 0.5 - pose.y) / pose.unitPx]
  const x = dx * Math.cos(pose.roll) + dy * Math.sin(pose.roll)
  const y = dy * Math.cos(pose.roll) - dx * Math.sin(pose.roll)
  return [map.eyes[0].ring, map.eyes[1].ring, map.lipsIn].some((ring) => contains(ring, x, y))
}

/** The bare part of the portrait's neck. */
const isNeck = (x: number, y: number) => y > 150 && y < 196 && x > 205 && x < 285

/** The same person with other skin: lightness and color scaled, eyes and teeth kept; dark skin gets dark hair. */
export function withSkin(picture: Picture, study: HeadStudy, lightness: number, color: number): Picture {
  const data = Uint8ClampedArray.from(picture.data)
  const hairLightness = lightness < 0.8 ? lightness * 0.7 : 1
  for (let i = 0; i < data.length; i += 4) {
    const [x, y] = [(i >> 2) % picture.widthPx, Math.floor((i >> 2) / picture.widthPx)]
    const [L, a, b] = toLab(data[i]!, data[i + 1]!, data[i + 2]!)
    const isHead = fieldAt(study, study.portrait.distance, x, y) > -4
    const isSkin = isSkinAt(study, x, y) || (!isHead && isNeck(x, y) && a > 0.015)
    if (isEyeOrMouth(study, x, y)) continue
    if (isSkin) data.set(rgbOfLab([L * lightness, a * color, b * color]), i)
    else if (isHead) data.set(rgbOfLab([L * hairLightness, a * hairLightness, b * hairLightness]), i)
  }
  return { ...picture, data }
}

/** The same photo with less light of each color. @param share of the linear light that is left. */
export function inLight(picture: Picture, share: readonly [red: number, green: number, blue: number]): Picture {
  const data = Uint8ClampedArray.from(picture.data, (value, i) => {
    const light = i % 4 === 3 ? 1 : share[(i % 4) as 0 | 1 | 2]
    return light === 1 ? value : toChannel(LINEAR[value]! * light)
  })
  return { ...picture, data }
}

/** Linear light → sRGB channel. IEC 61966-2-1. */
const toChannel = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055))

/** Pixels of cheeks, forehead and nose that are neither hair nor ink: what a skin is known by. */
function findBare({ portrait: { grid, skin, lines, distance }, map }: HeadStudy): number[] {
  return barePixels(map, grid).filter((i) => distance[i]! > 8 && skin[i]! > 0.7 && lines[i]! < 0.0056)
}

/** The mean color of cheeks and forehead in the photo that was studied, or in one of the same size. */
export function photoSkin(picture: Picture, study: HeadStudy): Lab {
  const { x, y, unitPx, roll } = study.pose
  const { grid } = study.portrait
  return getMean(findBare(study), picture, (i) => {
    const [u, v] = [unitX(grid, i % grid.w) * unitPx, unitY(grid, Math.floor(i / grid.w)) * unitPx]
    const px = Math.floor(x + u * Math.cos(roll) - v * Math.sin(roll))
    const py = Math.floor(y + u * Math.sin(roll) + v * Math.cos(roll))
    return py * picture.widthPx + px
  })
}

/** The mean color of cheeks and forehead in a drawing, lit and in shade. @param drawing the whole window, as large as it was studied */
export function drawnSkin(drawing: Picture, study: HeadStudy): Lab {
  const { grid } = study.portrait
  const window = createGrid(grid.perUnit)
  const [left, top] = [(grid.x0 - window.x0) * grid.perUnit, (grid.y0 - window.y0) * grid.perUnit]
  return getMean(findBare(study), drawing, (i) => (top + Math.floor(i / grid.w)) * window.w + left + (i % grid.w))
}

function getMean(pixels: readonly number[], { data }: Picture, getPlace: (i: number) => number): Lab {
  const sum: [number, number, number] = [0, 0, 0]
  for (const i of pixels) {
    const at = 4 * getPlace(i)
    const lab = toLab(data[at]!, data[at + 1]!, data[at + 2]!)
    for (const c of [0, 1, 2] as const) sum[c] += lab[c] / pixels.length
  }
  return sum
}
