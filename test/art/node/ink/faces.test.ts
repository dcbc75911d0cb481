import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { indexAt, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import { paintPhoto } from '#worker/artist/ink/paint/paint-photo.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { eachPiece } from '#worker/artist/ink/field/regions.ts'
import { FACE_NAMES, faceBytes, type FaceName } from '../../../support/faces.ts'
import { findOffenders } from '../../../support/offenders.ts'
import { getColors, likeness, type Pair, roughness, toPairs, within } from './likeness.ts'
import { inkedHead, studyPhoto, toPicture } from './photos.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

type Looks = { beard?: true; hidesEyes?: true; frames?: true; longHair?: true; hat?: true }

/** Traits that a person sees in the photos; a mustache or stubble may be drawn or not where none is listed. */
const LOOKS: Readonly<Record<FaceName, Looks>> = {
  'bald-beard': { beard: true },
  'brown-skin-long-hair': { longHair: true },
  cap: { hat: true, beard: true },
  'curly-hair': { longHair: true },
  'dark-skin': { beard: true },
  'fair-long-hair': { longHair: true },
  // Its rims are as light as the skin: nothing of them is ink.
  'grey-beard-glasses': { beard: true },
  'old-wire-glasses': { frames: true },
  sunglasses: { hidesEyes: true },
  'thick-glasses': { frames: true },
  toddler: {},
  turned: { longHair: true },
}

/** Solid ink from here on, as the painter cuts it. */
const INKED = 0.0152
/** Units by which a head's outline may extend past the photo's edge. */
const EDGE_ROOM = 1.5
/** Units by which cropped long hair extends past the photo's side edges. Below, it continues behind the shoulders. */
const HAIR_BOW = 16
/** Square units below which a piece is a crumb. */
const CRUMB = 4

type Inked = Looks & { name: FaceName; photo: Picture; study: HeadStudy; pairs: Pair[] }

const faces: Inked[] = []
beforeAll(async () => {
  for (const name of FACE_NAMES) {
    const photo = await toPicture(sharp(faceBytes(name)))
    const study = (await studyPhoto(photo))!
    const pairs = toPairs(photo, inkedHead(photo, study, { perUnit: 2, rim: null }), study)
    faces.push({ name, photo, study, pairs, ...LOOKS[name] })
  }
})

const ofEveryFace = (check: (face: Inked) => unknown) => findOffenders(faces, ({ name }) => name, check)

describe('every face in ink', () => {
  it('ends every inked face beside and below where its photo ends, but for hair', async () => {
    const offenders = await ofEveryFace(({ study, photo, longHair }) => {
      const { x, y, unitPx, roll } = study.pose
      const beside = (longHair ? HAIR_BOW : EDGE_ROOM) * unitPx
      const below = longHair ? Number.POSITIVE_INFINITY : EDGE_ROOM * unitPx
      forEachVisible(study, (u, v) => {
        const px = x + (u * Math.cos(roll) - v * Math.sin(roll)) * unitPx
        const py = y + (u * Math.sin(roll) + v * Math.cos(roll)) * unitPx
        if (px < -beside || px > photo.widthPx + beside || py > photo.heightPx + below)
          throw new Error(`${u}, ${v} is drawn, at ${px}, ${py} of the photo`)
      })
    })
    expect(offenders).toEqual([])
  })

  it('inks every face in one piece', async () => {
    const offenders = await ofEveryFace(({ study }) => {
      const { grid, distance } = study.portrait
      const pieces: number[] = []
      eachPiece(
        grid,
        (i) => distance[i]! > 0,
        true,
        (pixels) => pieces.push(pixels.length / grid.perUnit ** 2),
      )
      expect(pieces.filter((area) => area > CRUMB)).toHaveLength(1)
    })
    expect(offenders).toEqual([])
  })

  it('keeps light and dark of every face where the photo has them', async () => {
    const offenders = await ofEveryFace(({ study, pairs }) => {
      expect(likeness(pairs)).toBeGreaterThan(0.88)
      for (const { center } of study.map.eyes) {
        const around = pairs.filter(({ x, y }) => Math.abs(x - center.x) < 14 && Math.abs(y - center.y) < 9)
        expect(likeness(around)).toBeGreaterThan(0.78)
      }
      expect(likeness(pairs.filter(within(study.map.lipsOut)))).toBeGreaterThan(0.75)
    })
    expect(offenders).toEqual([])
  })

  it('paints cheeks smoother than the photo finish', async () => {
    const offenders = await ofEveryFace(({ study, pairs, photo }) => {
      const head = paintPhoto(photo, study.pose, study.portrait, study.map, { perUnit: 2, rim: null })
      const [drawn, photographed] = [pairs, toPairs(photo, head, study)].map((all) =>
        roughness(all.filter((pair) => study.map.cheeks.some((cheek) => within(cheek)(pair)))),
      )
      expect(drawn).toBeLessThan(0.8 * photographed!)
    })
    expect(offenders).toEqual([])
  })

  it('draws a beard in its own color, or none', async () => {
    const offenders = await ofEveryFace(({ study, pairs }) => {
      const chin = getColors(pairs.filter(({ x, y }) => Math.hypot(x - chinX(study), y - 56) < 7))
      const cheek = getColors(pairs.filter(within(study.map.cheeks[study.map.yaw > 0 ? 0 : 1])))
      expect(chin.drawn[0] / cheek.drawn[0]).toBeCloseTo(chin.photo[0] / cheek.photo[0], 0.7)
    })
    expect(offenders).toEqual([])
  })

  it('draws the frames of glasses in ink, or none', async () => {
    const offenders = await ofEveryFace(({ study, hidesEyes, frames }) => {
      if (frames) expect(strokesBelowEyes(study)).toBeGreaterThan(12)
      else if (!hidesEyes) expect(strokesBelowEyes(study)).toBeLessThan(12)
    })
    expect(offenders).toEqual([])
  })

  it('draws long hair beside the chin, or nothing there', async () => {
    const offenders = await ofEveryFace(({ study, longHair }) => {
      if (longHair) expect(besideChin(study)).toBeGreaterThan(6)
      else expect(besideChin(study)).toBe(0)
    })
    expect(offenders).toEqual([])
  })

  it('draws hair or a hat in its own color', async () => {
    const offenders = await ofEveryFace(({ pairs }) => {
      const top = getColors(pairs.filter(({ x, y }) => Math.abs(x) < 20 && y < -58 && y > -72))
      expect(Math.abs(top.drawn[0] - top.photo[0])).toBeLessThan(0.1)
      expect(Math.hypot(top.drawn[1] - top.photo[1], top.drawn[2] - top.photo[2])).toBeLessThan(0.03)
    })
    expect(offenders).toEqual([])
  })
})

function forEachVisible({ portrait: { grid, distance } }: HeadStudy, visit: (x: number, y: number) => void): void {
  for (let i = 0; i < distance.length; i++)
    if (distance[i]! > 0) visit(unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w)))
}

const chinX = ({ map }: HeadStudy) => map.points[152]!.x

/** Square units of solid ink below the eyes and beside the nose, where only the rims of glasses are. */
function strokesBelowEyes({ portrait: { grid, lines }, map }: HeadStudy): number {
  let count = 0
  for (const { ring } of map.eyes) {
    const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)]
    const [top, bottom] = [Math.max(...ys) + 3, Math.max(...ys) + 16]
    for (let y = top; y < bottom; y += 0.5)
      for (let x = Math.min(...xs); x < Math.max(...xs); x += 0.5) if (lines[indexAt(grid, x, y)]! > INKED) count++
  }
  return count / 4
}

/** Width of the head beside the chin in units, farther from its middle than any jaw or beard. */
function besideChin({ portrait: { grid, distance } }: HeadStudy): number {
  let count = 0
  for (let x = -100; x < 100; x += 0.5) if (Math.abs(x) > 42 && (distance[indexAt(grid, x, 60)] ?? -1) > 0) count++
  return count / 2
}
