import { gridOf } from '#worker/artist/ink/grid.ts'
import type { HeadStudy } from '#worker/artist/ink/ink-head.ts'
import { LINEAR, type Lab, labOfLinear, rgbOfLab } from '#worker/artist/ink/oklab.ts'
import type { Picture } from '#worker/artist/ink/picture.ts'

const labOf = (r: number, g: number, b: number): Lab =>
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

/** The bare part of the portrait's neck. */
const isNeck = (x: number, y: number) => y > 150 && y < 196 && x > 205 && x < 285

/** The same person with other skin: lightness and color scaled, eyes and teeth kept; dark skin gets dark hair. */
export function withSkin(picture: Picture, study: HeadStudy, lightness: number, color: number): Picture {
  const data = Uint8ClampedArray.from(picture.data)
  const hairLightness = lightness < 0.8 ? lightness * 0.7 : 1
  for (let i = 0; i < data.length; i += 4) {
    const [x, y] = [(i >> 2) % picture.widthPx, Math.floor((i >> 2) / picture.widthPx)]
    const [L, a, b] = labOf(data[i]!, data[i + 1]!, data[i + 2]!)
    const isHead = fieldAt(study, study.portrait.distance, x, y) > -4
    const isSkin = isSkinAt(study, x, y) || (!isHead && isNeck(x, y) && a > 0.015)
    if (fieldAt(study, study.portrait.whites, x, y) > 0.5) continue
    if (isSkin) data.set(rgbOfLab([L * lightness, a * color, b * color]), i)
    else if (isHead) data.set(rgbOfLab([L * hairLightness, a * hairLightness, b * hairLightness]), i)
  }
  return { ...picture, data }
}

/** The same photo with less light of each color. @param share of the linear light that is left. */
export function inLight(picture: Picture, share: readonly [red: number, green: number, blue: number]): Picture {
  const data = Uint8ClampedArray.from(picture.data, (value, i) => {
    const light = i % 4 === 3 ? 1 : share[(i % 4) as 0 | 1 | 2]
    return light === 1 ? value : channelOf(LINEAR[value]! * light)
  })
  return { ...picture, data }
}

/** Linear light → sRGB channel. IEC 61966-2-1. */
const channelOf = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055))

/** The mean color of the skin in a photo. */
export function photoSkin(picture: Picture, study: HeadStudy): Lab {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let y = 0; y < picture.heightPx; y++) {
    for (let x = 0; x < picture.widthPx; x++) {
      if (!isSkinAt(study, x, y) || fieldAt(study, study.portrait.features, x, y) > 0.1) continue
      const i = (y * picture.widthPx + x) * 4
      const lab = labOf(picture.data[i]!, picture.data[i + 1]!, picture.data[i + 2]!)
      for (const c of [0, 1, 2] as const) sum[c] += lab[c]
      count++
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** The mean color of the skin in a drawing, lit and in shade. @param drawing the whole window, as large as it was studied */
export function drawnSkin({ data }: Picture, { portrait }: HeadStudy): Lab {
  const { grid, skin, distance, features, lines } = portrait
  const window = gridOf(grid.perUnit)
  const [left, top] = [(grid.x0 - window.x0) * grid.perUnit, (grid.y0 - window.y0) * grid.perUnit]
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let i = 0; i < skin.length; i++) {
    const isBare = skin[i]! > 0.7 && distance[i]! > 8 && features[i]! < 0.1 && lines[i]! < 0.008
    if (!isBare) continue
    const at = 4 * ((top + Math.floor(i / grid.w)) * window.w + left + (i % grid.w))
    const lab = labOf(data[at]!, data[at + 1]!, data[at + 2]!)
    for (const c of [0, 1, 2] as const) sum[c] += lab[c]
    count++
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}
