import { type Crop, cropHead, cropLightness, type Gains } from './crop.ts'
import { createGrid, type Grid, WINDOW } from '../field/grid.ts'
import type { FaceMap } from './face-map.ts'
import { contains, eachNear } from '../field/polygon.ts'
import { clamp, percentile, smoothstep } from '#worker/graphics/numbers.ts'
import { LINEAR, labOfLinear, rgbOfLab } from '../color/oklab.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import { unlikeSkin } from '../color/skin-likelihood.ts'
import { measureSkin } from './skin-tone.ts'

/** The share of a picture's pixels that may be brighter than its white. */
const HIGHLIGHTS = 0.015
/** The linear light that a picture's white should have. */
const WHITE = 0.8
const GAIN_MAX = 10
/** Gain from which a photo is surely too dark. */
const DIM = 1.5
/** Every seventh pixel tells enough. */
const STRIDE_BYTES = 28
/** Share of the light's color that is removed: of a hint of it (chroma in OKLab) nothing, of a strong cast most. */
const CAST_SHARE = 0.85
const CAST_HINT = 0.02
const CAST_STRONG = 0.07
/** Largest gain of a channel for it. */
export const CAST_GAIN_MAX = 3

/**
 * Gain that the photo needs, 1 to 10. It is judged on the whole picture and never on the skin, so
 * that dark skin stays dark.
 */
export function exposureGains(picture: Picture): Gains {
  const gain = clamp(WHITE / Math.max(...findWhite(picture)), 1, GAIN_MAX)
  // A picture that is a little dark may simply have nothing white in it.
  const damped = 1 + (gain - 1) * smoothstep(1, DIM, gain)
  return { red: damped, green: damped, blue: damped }
}

/** The lightness (OKLab) beyond which the whites of eyes are never raised. */
const EYE_WHITE_MAX = 0.78
/** The whites of an eye are its lightest parts. */
const EYE_WHITES = 0.88

/**
 * Gain that a photo needs for its face: no more than makes the whites of the eyes white. A picture
 * with nothing white in it, before a black wall or in grey, says nothing of the light on the face.
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
  // OKLab's lightness is the cube root of light.
  const most = Math.max(1, (EYE_WHITE_MAX / Math.max(0.05, percentile(eyes, EYE_WHITES))) ** 3)
  const gain = Math.min(gains.red, most)
  return { red: gain, green: gain, blue: gain }
}

/**
 * The same with the color of the light taken out, as far as the brightest parts of the picture and the whites of the
 * eyes agree on it. Neither alone is proof: a wall may be orange, eyes may be in the shade. Only when that leaves a
 * skin that no person has, the wall is believed for as much as it takes.
 */
export function lightGains(picture: Picture, pose: Pose, map: FaceMap, exposure: Gains): Gains {
  const white = findWhite(picture, pose)
  const brightest = Math.max(...white)
  const wall = labOfLinear(white[0] / brightest, white[1] / brightest, white[2] / brightest)
  const crop = cropHead(picture, pose, 1, exposure, faceOnly(map))
  const eyes = whiteOfEyes(crop, map)
  const sure: Cast = [agreed(wall[1], eyes[0]), agreed(wall[2], eyes[1])]
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

/** Room around the landmarks of a face, in units, for what is measured close to them. */
const FACE_ROOM = 4

/** Returns the part of the window that holds the face: eyes and skin are measured there, and sampling takes time. */
function faceOnly({ points }: FaceMap): Grid {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const x0 = Math.max(WINDOW.x0, Math.floor(Math.min(...xs)) - FACE_ROOM)
  const y0 = Math.max(WINDOW.y0, Math.floor(Math.min(...ys)) - FACE_ROOM)
  const right = Math.min(WINDOW.x0 + WINDOW.w, Math.ceil(Math.max(...xs)) + FACE_ROOM)
  const bottom = Math.min(WINDOW.y0 + WINDOW.h, Math.ceil(Math.max(...ys)) + FACE_ROOM)
  return { x0, y0, w: Math.max(0, right - x0), h: Math.max(0, bottom - y0), perUnit: 1 }
}

/** The color of a light: a and b of OKLab. */
type Cast = readonly [a: number, b: number]

/** Trust in a wall's color when the eyes say something else. */
const WALL_TRUST = [0, 0.25, 0.5, 0.75, 1]
/** A step towards the wall must bring the skin this much nearer to one that people have. */
const WORTH_IT = 0.01

function gainsAgainst([a, b]: Cast, lightness: number): Gains {
  const share = CAST_SHARE * smoothstep(CAST_HINT, CAST_STRONG, Math.hypot(a, b))
  const light = rgbOfLab([lightness, a * share, b * share]).map((channel) => LINEAR[channel]!)
  const strongest = Math.max(...light)
  const getGain = (channel: 0 | 1 | 2) => clamp(strongest / light[channel]!, 1, CAST_GAIN_MAX)
  return { red: getGain(0), green: getGain(1), blue: getGain(2) }
}

const agreed = (one: number, other: number) =>
  one * other <= 0 ? 0 : Math.sign(one) * Math.min(Math.abs(one), Math.abs(other))

/** A head with its hair, in units around the centre of its face. */
const HEAD = { x: 80, y: 110 } as const
/** Share of a picture outside the head that is needed to estimate the light. */
const SURROUNDINGS_MIN = 0.25

/**
 * The brightest value of each channel, but for the highlights. Linear light.
 *
 * @param head is left out: it is the one thing whose color must not be taken for that of the light.
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
  const whiteIn = (histogram: Uint32Array) => {
    let white = 255
    for (let above = 0; white > 1 && above < count * HIGHLIGHTS; white--) above += histogram[white]!
    return LINEAR[white]!
  }
  return [whiteIn(histograms[0]), whiteIn(histograms[1]), whiteIn(histograms[2])]
}

const isHead = (pose: Pose, x: number, y: number) =>
  ((x - pose.x) / (HEAD.x * pose.unitPx)) ** 2 + ((y - pose.y) / (HEAD.y * pose.unitPx)) ** 2 < 1

/** Eyes that are shut show no whites. */
const EYE_PIXELS_MIN = 40

/** Component of a color in the direction of skin, whose hue is near 0.95 radians. */
const measureWarmth = (a: number, b: number) => 0.58 * a + 0.81 * b

/** The color (a and b of OKLab) of the lightest parts of both eyes. */
function whiteOfEyes({ lightness, a, b, grid }: Crop, map: FaceMap): Cast {
  const pixels: number[] = []
  for (const { ring } of map.eyes) eachNear(ring, grid, 1, (i, x, y) => contains(ring, x, y) && pixels.push(i))
  if (pixels.length < EYE_PIXELS_MIN) return [0, 0]
  const lightest = percentile(
    pixels.map((i) => lightness[i]!),
    0.85,
  )
  // Skin around the eyes may be as light as their whites, but in any light it is the warmer of the two.
  const coldest = pixels
    .filter((i) => lightness[i]! >= lightest)
    .sort((i, j) => measureWarmth(a[i]!, b[i]!) - measureWarmth(a[j]!, b[j]!))
  const whites = coldest.slice(0, Math.ceil(coldest.length / 3))
  const mean = (channel: Float32Array) => whites.reduce((sum, i) => sum + channel[i]!, 0) / whites.length
  return [mean(a), mean(b)]
}
