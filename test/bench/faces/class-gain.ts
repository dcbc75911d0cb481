import { createGrid, type Grid, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { setWeights } from '#worker/artist/vision/index.ts'
import { netFile } from '../../../web/weights/sources.ts'
import { pixelsOfArt } from '../../support/drawn-face.ts'
import { toCieLab } from '../../support/lab.ts'
import { drawArt, preparePhoto } from './draw.ts'
import { onArt, placeInArt } from '../../support/head-places.ts'
import { lookAt } from './measure.ts'

/** Parts of a head's outline: above the brows, beside the face, below the chin. */
export const REGIONS = ['crown', 'sides', 'below'] as const
export type Region = (typeof REGIONS)[number]

/** The effect of the segmentation net on one photo. */
export type ClassGain = {
  /**
   * Areas by region, in square units of head space: present only in the mask with the net, and only in the mask without
   * it.
   */
  readonly mask: Readonly<Record<Region, { readonly more: number; readonly less: number }>>
  /** The visibly changed share of the drawn head, 0 to 1. */
  readonly changed: number
  /** The finish with and without the net. */
  readonly finish: readonly [withClasses: string, without: string]
}

/** CIE 1976: colors this far apart are visibly different. */
const VISIBLE = 10
const PER_UNIT = 2
const BROWS_Y = -26
const CHIN_Y = 66
/** Height where the jersey starts. */
const END_Y = 70

/** Draws a photo with and without the segmentation net; cards are drawn without it when its file is unavailable. */
export async function measureClassGain(path: string, team: string): Promise<ClassGain | null> {
  const photo = await preparePhoto(path)
  const draw = async () => {
    const { art, finish } = await drawArt(photo, { team, gear: 'none' })
    const { looked } = await lookAt(photo)
    return looked && { finish, study: looked.study, drawn: await pixelsOfArt(art) }
  }
  const one = await draw()
  setWeights(async (name) => {
    if (name === 'classes') throw new Error('left out on purpose')
    return netFile(name).buffer
  })
  try {
    const other = await draw()
    if (!one || !other) return null
    return {
      mask: maskDifference(one.study, other.study),
      changed: changedShare(one, other),
      finish: [one.finish, other.finish],
    }
  } finally {
    setWeights(async (name) => netFile(name).buffer)
  }
}

function maskDifference(one: HeadStudy, other: HeadStudy): ClassGain['mask'] {
  const grid = createGrid(PER_UNIT)
  const mask = { crown: { more: 0, less: 0 }, sides: { more: 0, less: 0 }, below: { more: 0, less: 0 } }
  const area = 1 / PER_UNIT ** 2
  for (let row = 0; row < grid.h; row++) {
    const y = unitY(grid, row)
    const region = mask[y < BROWS_Y ? 'crown' : y < CHIN_Y ? 'sides' : 'below']
    for (let column = 0; column < grid.w; column++) {
      const x = unitX(grid, column)
      const [a, b] = [isHead(one, x, y), isHead(other, x, y)]
      if (a && !b) region.more += area
      if (b && !a) region.less += area
    }
  }
  return mask
}

function isHead({ portrait: { grid, distance } }: HeadStudy, x: number, y: number): boolean {
  const [column, row] = [Math.floor((x - grid.x0) * grid.perUnit), Math.floor((y - grid.y0) * grid.perUnit)]
  return column >= 0 && row >= 0 && column < grid.w && row < grid.h && distance[row * grid.w + column]! > 0
}

type Drawn = { readonly finish: string; readonly study: HeadStudy; readonly drawn: Picture }

/** Measured in head space, because long hair makes the whole head smaller on the art. */
function changedShare(one: Drawn, other: Drawn): number {
  const grid = createGrid(PER_UNIT)
  const colors = [one, other].map((drawn) => getColors(drawn, grid))
  let [changed, all] = [0, 0]
  for (let i = 0; i < colors[0]!.length; i++) {
    const [a, b] = [colors[0]![i]!, colors[1]![i]!]
    if (a === null && b === null) continue
    all++
    if (a === null || b === null || Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > VISIBLE) changed++
  }
  return all === 0 ? 0 : changed / all
}

function getColors({ drawn: { data, widthPx, heightPx }, study }: Drawn, grid: Grid) {
  const place = placeInArt(study)
  return Array.from({ length: grid.w * grid.h }, (_, i) => {
    const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))]
    if (y > END_Y) return null
    const spot = onArt(place, { x, y })
    const [column, row] = [Math.round(spot.x), Math.round(spot.y)]
    if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) return null
    const at = (row * widthPx + column) * 4
    return data[at + 3]! < 128 ? null : toCieLab(data[at]!, data[at + 1]!, data[at + 2]!)
  })
}
