import { boxBlur, gaussBlur } from './blur.ts'
import { binsOf, type Cuts, learnRatios } from './color-model.ts'
import { eachPixel, type Field, fieldOf, type Grid, indexAt } from './grid.ts'
import { sigmoid } from './numbers.ts'
import type { LabPlanes } from './oklab.ts'
import { eachPiece, floodFrom } from './regions.ts'

const CUTS: Cuts = {
  lightness: { shift: 0, scale: 20 },
  a: { shift: 0.1, scale: 64 },
  b: { shift: 0.06, scale: 70 },
}
const ROUNDS = 3
const UNSEEN = 3e-4
/** Surely skin: eyes, nose and mouth. */
const CERTAIN = 9
/** Holes in a face and specks in hair smaller than this many square units are filled. */
const ISLAND_UNITS = 260
const HAIRLINE_BLUR_UNITS = 3

/**
 * Which part of the head is skin and which is hair: two color histograms, seeded by the oval of the face and by the
 * rim of the mask. One piece, without islands, with a soft edge whose middle is the hairline.
 *
 * @param planes the head at the size of `grid`. @param mask at the same size.
 * @returns 1 on skin, 0 on hair.
 */
export function findSkin(planes: LabPlanes, mask: Field, grid: Grid): Field {
  const bins = binsOf(
    {
      lightness: boxBlur(planes.lightness, grid, 1),
      a: boxBlur(planes.a, grid, 2),
      b: boxBlur(planes.b, grid, 2),
    },
    CUTS,
  )
  const byPlace = fieldOf(grid)
  eachPixel(grid, (i, x, y) => {
    const isCertain = (x / 35) ** 2 + ((y - 16) / 44) ** 2 < 1
    const oval = 1.02 - (x / (y < 0 ? 47 : 52)) ** 2 - ((y - 12) / (y < 12 ? 66 : 60)) ** 2
    byPlace[i] = isCertain ? CERTAIN : 2.5 * oval
  })
  let skin: Field = byPlace.map(sigmoid)
  for (let round = 0; round < ROUNDS; round++) {
    const before = skin
    const ratios = learnRatios(
      {
        bins,
        isFront: (i) => mask[i]! > 0.6 && before[i]! > 0.8,
        isBack: (i) => mask[i]! > 0.6 && before[i]! < 0.2,
      },
      UNSEEN,
    )
    skin = byPlace.map((place, i) => sigmoid(place + 1.1 * ratios[bins[i]!]!))
  }
  return gaussBlur(onePiece(boxBlur(skin, grid, 2), mask, grid), grid, HAIRLINE_BLUR_UNITS * grid.perUnit)
}

function onePiece(skin: Field, mask: Field, grid: Grid): Field {
  const face = Float32Array.from(floodFrom([indexAt(grid, 0, 10)], grid, (i) => skin[i]! >= 0.5))
  const isHair = (i: number) => face[i] === 0 && mask[i]! > 0.5
  const islandMax = ISLAND_UNITS * grid.perUnit ** 2
  eachPiece(grid, isHair, false, (pixels) => {
    if (pixels.length < islandMax) for (const i of pixels) face[i] = 1
  })
  // Beyond the outline skin goes on, or the outline itself would be drawn as a hairline.
  for (let i = 0; i < face.length; i++) if (mask[i]! <= 0.5 && skin[i]! > 0.3) face[i] = 1
  return face
}
