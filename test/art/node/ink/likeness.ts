import { createGrid, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import { LINEAR, type Lab, labOfLinear } from '#worker/artist/ink/color/oklab.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { contains, type Place2 } from '#worker/artist/ink/field/polygon.ts'

/** A place of a head in its photo and in its drawing. Colors in OKLab. */
export type Pair = { readonly photo: Lab; readonly drawn: Lab; readonly x: number; readonly y: number }

const labAt = ({ data }: Picture, pixel: number): Lab =>
  labOfLinear(LINEAR[data[4 * pixel]!]!, LINEAR[data[4 * pixel + 1]!]!, LINEAR[data[4 * pixel + 2]!]!)

/**
 * Compares photo and drawing at each pixel of the study within the head, well inside its outline.
 *
 * @param drawing the whole window, as large as it was studied
 */
export function toPairs(photo: Picture, drawing: Picture, { pose, portrait: { grid, distance } }: HeadStudy): Pair[] {
  const window = createGrid(grid.perUnit)
  const [left, top] = [(grid.x0 - window.x0) * grid.perUnit, (grid.y0 - window.y0) * grid.perUnit]
  const pairs: Pair[] = []
  for (let i = 0; i < distance.length; i++) {
    if (distance[i]! < 6) continue
    const [column, row] = [i % grid.w, Math.floor(i / grid.w)]
    const [x, y] = [unitX(grid, column), unitY(grid, row)]
    const px = Math.floor(pose.x + (x * Math.cos(pose.roll) - y * Math.sin(pose.roll)) * pose.unitPx)
    const py = Math.floor(pose.y + (x * Math.sin(pose.roll) + y * Math.cos(pose.roll)) * pose.unitPx)
    if (px < 0 || py < 0 || px >= photo.widthPx || py >= photo.heightPx) continue
    const drawn = labAt(drawing, (top + row) * window.w + left + column)
    pairs.push({ photo: labAt(photo, py * photo.widthPx + px), drawn, x, y })
  }
  return pairs
}

export const within =
  (ring: readonly Place2[]) =>
  ({ x, y }: Pair) =>
    contains(ring, x, y)

/**
 * The likeness of the lightness of photo and drawing: Pearson's correlation, 1 when one is the other times
 * something.
 */
export function likeness(pairs: readonly Pair[]): number {
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const [p, d] = [mean(({ photo }) => photo[0]), mean(({ drawn }) => drawn[0])]
  const covariance = mean(({ photo, drawn }) => (photo[0] - p) * (drawn[0] - d))
  return covariance / Math.sqrt(mean(({ photo }) => (photo[0] - p) ** 2) * mean(({ drawn }) => (drawn[0] - d) ** 2))
}

/** The middle color of some places, in the photo and in the drawing. */
export function getColors(pairs: readonly Pair[]): { photo: Lab; drawn: Lab } {
  const middle = (side: 'photo' | 'drawn') =>
    [0, 1, 2].map((c) => pairs.map((pair) => pair[side][c]!).sort((a, b) => a - b)[pairs.length >> 1]!) as [
      number,
      number,
      number,
    ]
  return { photo: middle('photo'), drawn: middle('drawn') }
}

/**
 * The bend of a drawing's lightness from pixel to pixel along its rows: the grain of a photo, next to none in paint.
 */
export function roughness(pairs: readonly Pair[]): number {
  let [bends, all] = [0, 0]
  for (let i = 2; i < pairs.length; i++) {
    const [one, two, three] = [pairs[i - 2]!, pairs[i - 1]!, pairs[i]!]
    if (one.y !== three.y || three.x - one.x > 1.5) continue
    all++
    bends += Math.abs(one.drawn[0] - 2 * two.drawn[0] + three.drawn[0])
  }
  return bends / all
}
