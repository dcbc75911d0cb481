import type { Picture } from '#worker/artist/ink/picture.ts'
import type { Rgb, Wall } from './people.ts'

const fraction = (x: number, y: number): number => {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453
  return value - Math.floor(value)
}

const noise =
  (level: number, size: number): Wall =>
  (x, y) => {
    const at = (c: number) => level + (fraction(Math.floor(x / size) + 31 * c, Math.floor(y / size)) - 0.5) * 2 * 110
    return [at(0), at(1), at(2)]
  }

const plain =
  (...color: Rgb): Wall =>
  () =>
    color

const checks =
  (size: number, one: Rgb, other: Rgb): Wall =>
  (x, y) =>
    (Math.floor(x / size) + Math.floor(y / size)) % 2 ? one : other

const bricks: Wall = (x, y) =>
  y % 14 < 2 || (x + (Math.floor(y / 14) % 2) * 14) % 28 < 2 ? [205, 195, 190] : [150, 70, 55]

const leaves: Wall = (x, y) => {
  const leaf = fraction(Math.floor((x + 9 * Math.sin(y / 11)) / 9), Math.floor((y + 7 * Math.sin(x / 8)) / 7))
  return [30 + 90 * leaf, 70 + 120 * leaf, 20 + 50 * leaf]
}

const wood: Wall = (x, y) => {
  const ring = 0.5 + 0.5 * Math.sin(x / 5 + 3 * Math.sin(y / 60))
  return [110 + 50 * ring, 70 + 36 * ring, 40 + 20 * ring]
}

const sunset: Wall = (_x, y) => [250 - 0.5 * y, 150 - 0.4 * y, 90 + 0.2 * y]

/** Walls that any person can be told from. */
export const FAIR_WALLS: Readonly<Record<string, Wall>> = {
  green: plain(40, 120, 60),
  blue: plain(40, 80, 180),
  'deep red': plain(130, 30, 40),
  white: plain(245, 245, 245),
  'mid gray': plain(128, 128, 128),
  black: plain(12, 12, 14),
  checks: checks(24, [230, 230, 90], [40, 60, 160]),
  bricks,
  leaves,
  wood,
  sunset,
  crowd: noise(128, 28),
  'fine noise': noise(120, 2),
}

/** Wallpaper of patches of the photo itself. */
const patches =
  ({ data, widthPx }: Picture, left: number, top: number, size: number): Wall =>
  (x, y) => {
    const i = 4 * ((top + (y % size)) * widthPx + left + (x % size))
    return [data[i]!, data[i + 1]!, data[i + 2]!]
  }

/** Walls made of the person: no color tells them apart. @param skin and @param hair a place of each in the photo */
export function likeWalls(
  picture: Picture,
  skin: readonly [x: number, y: number],
  hair: readonly [x: number, y: number],
): Record<string, Wall> {
  const [ofSkin, ofHair] = [patches(picture, ...skin, 24), patches(picture, ...hair, 24)]
  const half = picture.widthPx / 2
  return {
    'its skin': ofSkin,
    'its hair': ofHair,
    'its hair at one side': (x, y) => (x < half ? ofHair(x, y) : [190, 200, 205]),
    'its skin and hair in noise': (x, y) =>
      fraction(Math.floor(x / 6), Math.floor(y / 6)) < 0.5 ? ofSkin(x, y) : ofHair(x, y),
    'its skin and hair in large noise': (x, y) =>
      fraction(Math.floor(x / 22), Math.floor(y / 22)) < 0.5 ? ofSkin(x, y) : ofHair(x, y),
  }
}

/** What a detector may take for a face where there is none. */
export const NOBODY: Readonly<Record<string, Wall>> = {
  'fine noise': noise(120, 2),
  'noise of 6 px': noise(120, 6),
  'noise of 24 px': noise(120, 24),
  'noise of 70 px': noise(120, 70),
  leaves,
  wood,
  bricks,
  checks: checks(24, [230, 230, 90], [40, 60, 160]),
  'one color': plain(180, 150, 130),
  sunset,
}
