import { type Crop, cropHead, cropLightness, type Gains } from './crop.ts'
import { createGrid, type Grid, WINDOW } from '../field/grid.ts'
import type { FaceMap } from './face-map.ts'
import { contains, eachNear } from '../field/polygon.ts'
import { clamp, percentile, smoothstep } from '#worker/graphics/numbers.ts'
import { LINEAR, labOfLinear, rgbOfLab } from '../color/oklab.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import { unlikeSkin } from '../color/skin-likelihood.ts'
import { measureSkin } from './skin-tone.ts'

/** Fraction of a picture's pixels that may be brighter than its white point. */
const HIGHLIGHTS = 0.015
/** Target of a picture's white point, in linear light. */
const WHITE = 0.8
const GAIN_MAX = 10
/** Gain above which a photo is certainly too dark. A lower value lightens dark skin before a gray wall. */
const DIM = 2.5
/** Sampling every seventh pixel is enough. */
const STRIDE_BYTES = 28
/** Fraction of a color cast to remove: none of a faint cast (chroma in OKLab), most of a strong one. */
const CAST_SHARE = 0.85
const CAST_HINT = 0.02
const CAST_STRONG = 0.07
/** Maximum gain of a channel when removing a cast. */
export const CAST_GAIN_MAX = 3

/**
 * Returns the exposure gain of a photo, from 1 to 10. It depends on the whole picture and never on the skin, so dark skin
 * stays dark.
 */
export function exposureGains(picture: Picture): Gains {
  const gain = clamp(WHITE / Math.max(...findWhite(picture)), 1, GAIN_MAX)
  // A slightly dark picture may simply contain nothing white.
  const damped = 1 + (gain - 1) * smoothstep(1, DIM, gain)
  return { red: damped, green: damped, blue: damped }
}

/** Maximum OKLab lightness to which the whites of eyes are raised. */
const EYE_WHITE_MAX = 0.78
/** Percentile of an eye's lightness that represents its white. A small photo blurs it. */
const EYE_WHITES = 0.95

/**
 * Returns the exposure gain for a face, limited so that the whites of the eyes become white at most. A picture without
 * white, such as one with a black wall or a black-and-white photo, reveals nothing about the light on the face.
 */
export function faceExposure(picture: Picture, pose: Pose, map: FaceMap): Gains {
  const gains = exposureGains(picture)
  if (gains.red === 1) return gains
  const grid = createGrid(2)
  const lightness = cropLightness(picture, pose, 2, { red: 1, green: 1, blue: 1 }, faceOnly(map))
  const eyes: number[] = []
  for (const { ring } of map.eyes)
    eachNear(ring, grid, 0, (i, x, y) => contains(ring, x, y) && eyes.push(lightness[i]!))
  if (eyes.length < EYE_PIXELS_MIN) return gains
  // OKLab's lightness is the cube root of linear light.
  const most = Math.max(1, (EYE_WHITE_MAX / Math.max(0.05, percentile(eyes, EYE_WHITES))) ** 3)
  const gain = Math.min(gains.red, most)
  return { red: gain, green: gain, blue: gain }
}

/**
 * Returns the exposure gains with the color cast removed. Neither estimate is reliable alone, because a wall may be orange
 * and eyes may be in the shade. Removes only the cast on which the picture's brightest parts and the eyes agree. If the
 * result is not a possible skin color, trusts the wall as much as needed.
 */
export function lightGains(picture: Picture, pose: Pose, map: FaceMap, exposure: Gains): Gains {
  const white = findWhite(picture, pose)
  const brightest = Math.max(...white)
  const wall = labOfLinear(white[0] / brightest, white[1] / brightest, white[2] / brightest)
  const crop = cropHead(picture, pose, 1, exposure, faceOnly(map))
  const eyes = whiteOfEyes(crop, map)
  const sure: Cast = [getCommonPart(wall[1], eyes[0]), getCommonPart(wall[2], eyes[1])]
  const skin = rgbOfLab(measureSkin(crop, map)).map((channel) => LINEAR[channel]!)

  let best = exposure
  let least = Number.POSITIVE_INFINITY
  for (const trust of WALL_TRUST) {
    const cast: Cast = [sure[0] + (wall[1] - sure[0]) * trust, sure[1] + (wall[2] - sure[1]) * trust]
    const gains = gainsAgainst(cast, wall[0])
    const unlike = unlikeSkin(labOfLinear(skin[0]! * gains.red, skin[1]! * gains.green, skin[2]! * gains.blue))
    if (unlike >= least - WORTH_IT) continue
    least = unlike
    best = {
      red: gains.red * exposure.red,
      green: gains.green * exposure.green,
      blue: gains.blue * exposure.blue,
    }
  }
  return best
}

/** Margin around a face's landmarks for measurements close to them, in units. */
const FACE_ROOM = 4

/** Returns the part of the window with the face. Only the eyes and skin are measured, and sampling more takes time. */
function faceOnly({ points }: FaceMap): Grid {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const x0 = Math.max(WINDOW.x0, Math.floor(Math.min(...xs)) - FACE_ROOM)
  const y0 = Math.max(WINDOW.y0, Math.floor(Math.min(...ys)) - FACE_ROOM)
  const right = Math.min(WINDOW.x0 + WINDOW.w, Math.ceil(Math.max(...xs)) + FACE_ROOM)
  const bottom = Math.min(WINDOW.y0 + WINDOW.h, Math.ceil(Math.max(...ys)) + FACE_ROOM)
  return { x0, y0, w: Math.max(0, right - x0), h: Math.max(0, bottom - y0), perUnit: 1 }
}

/** Color of a light, as OKLab a and b. */
type Cast = readonly [a: number, b: number]

/** Candidate weights of a wall's color when the eyes disagree. */
const WALL_TRUST = [0, 0.25, 0.5, 0.75, 1]
/** More trust in the wall must move the skin at least this much closer to a possible color. */
const WORTH_IT = 0.01

function gainsAgainst([a, b]: Cast, lightness: number): Gains {
  const share = CAST_SHARE * smoothstep(CAST_HINT, CAST_STRONG, Math.hypot(a, b))
  const light = rgbOfLab([lightness, a * share, b * share]).map((channel) => LINEAR[channel]!)
  const strongest = Math.max(...light)
  const getGain = (channel: 0 | 1 | 2) => clamp(strongest / light[channel]!, 1, CAST_GAIN_MAX)
  return { red: getGain(0), green: getGain(1), blue: getGain(2) }
}

const getCommonPart = (one: number, other: number) =>
  one * other <= 0 ? 0 : Math.sign(one) * Math.min(Math.abs(one), Math.abs(other))

/** Semi-axes of an ellipse around a head with hair, in units from the center of the face. */
const HEAD = { x: 80, y: 110 } as const
/** Minimum fraction of the picture outside the head for an estimate of the light. */
const SURROUNDINGS_MIN = 0.25

/**
 * Returns the brightest value of each channel in linear light, ignoring highlights.
 *
 * @param head a head to exclude, so that its color is not mistaken for the color of the light
 */
function findWhite({ data, widthPx }: Picture, head?: Pose): [red: number, green: number, blue: number] {
  const histograms = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const
  let [count, all] = [0, 0]
  for (let i = 0; i + 2 < data.length; i += STRIDE_BYTES, all++) {
    if (head && isHead(head, (i >> 2) % widthPx, Math.floor((i >> 2) / widthPx))) continue
    for (let c = 0; c < 3; c++) histograms[c]![data[i + c]!]!++
    count++
  }
  if (count < all * SURROUNDINGS_MIN) return [1, 1, 1]
  const findChannelWhite = (histogram: Uint32Array) => {
    let white = 255
    for (let above = 0; white > 1 && above < count * HIGHLIGHTS; white--) above += histogram[white]!
    return LINEAR[white]!
  }
  return [findChannelWhite(histograms[0]), findChannelWhite(histograms[1]), findChannelWhite(histograms[2])]
}

const isHead = (pose: Pose, x: number, y: number) =>
  ((x - pose.x) / (HEAD.x * pose.unitPx)) ** 2 + ((y - pose.y) / (HEAD.y * pose.unitPx)) ** 2 < 1

/** Eyes with fewer pixels are closed and show no whites. */
const EYE_PIXELS_MIN = 40

/** Returns a color's component in the direction of skin, whose hue is near 0.95 radians. */
const measureWarmth = (a: number, b: number) => 0.58 * a + 0.81 * b

/** Returns the color of the lightest parts of both eyes, as OKLab a and b. */
function whiteOfEyes({ lightness, a, b, grid }: Crop, map: FaceMap): Cast {
  const pixels: number[] = []
  for (const { ring } of map.eyes) eachNear(ring, grid, 1, (i, x, y) => contains(ring, x, y) && pixels.push(i))
  if (pixels.length < EYE_PIXELS_MIN) return [0, 0]
  const lightest = percentile(
    pixels.map((i) => lightness[i]!),
    0.85,
  )
  // Skin around the eyes may be as light as the whites, but it is warmer in any light.
  const coldest = pixels
    .filter((i) => lightness[i]! >= lightest)
    .sort((i, j) => measureWarmth(a[i]!, b[i]!) - measureWarmth(a[j]!, b[j]!))
  const whites = coldest.slice(0, Math.ceil(coldest.length / 3))
  const mean = (channel: Float32Array) => whites.reduce((sum, i) => sum + channel[i]!, 0) / whites.length
  return [mean(a), mean(b)]
}
