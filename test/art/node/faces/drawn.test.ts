import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Picture } from '#worker/graphics/picture.ts'
import { findFaces } from '#worker/artist/vision/index.ts'
import { cheekTone } from '../../../support/cheeks.ts'
import { beforeWall, drawFace, type DrawnFace } from '../../../support/drawn-face.ts'
import { CHANGES, FACE_NAMES, faceBytes, type FaceName } from '../../../support/faces.ts'
import type { CieLab } from '../../../support/lab.ts'
import { distance, eyesOf, meanOf, offArt, offHead } from '../../../support/head-places.ts'
import { offendersOf } from '../../../support/offenders.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

/** A difference that the person on the photo would not notice. */
const LIGHTNESS_ERROR = 6
/** A photo without anything white is taken for a dim one, and its face is raised with it. */
const RAISED: Readonly<Partial<Record<FaceName, number>>> = { 'grey-beard-glasses': 4 }
/** In degrees of CIE L*a*b*. */
const HUE_ERROR = 20
/** Shares of the photo's chroma: colored light may be removed, and color is not added. */
const CHROMA = { least: 0.55, most: 1.2 } as const
/** Between places that the nets see in a photo and in a drawing of it, in units of head space. */
const PLACE_ERROR_UNITS = 3
const ROLL_ERROR = 0.08
/** The frame ends with the head on the side that turns away; the strap runs on round the side that is seen. */
const GEAR_ERROR_UNITS = 24
/** The middle of goggles on a forehead is at least so far above the eyes. */
const GOGGLES_UP_UNITS = 30
/** The outline is drawn around the head: half of its width, and the light at its rim. */
const OUTLINE_UNITS = 5
/** Hair that the photo's side cuts ends in a bow that is no wider. */
const HAIR_BOW_UNITS = 15
/** Above the collar of the jersey. */
const NECK_Y = 40

/**
 * The distance of the farthest drawn pixel of the head beside or below the photo, in units: a crown may be completed.
 */
function beyondEdge({ art, photo, face: { pose }, place }: DrawnFace): number {
  let farthest = 0
  for (let y = 0; y < art.heightPx; y++) {
    for (let x = 0; x < art.widthPx; x++) {
      if (art.data[(y * art.widthPx + x) * 4 + 3]! < 128) continue
      const spot = offArt(place, { x, y })
      if (spot.y > NECK_Y) continue
      const there = offHead(pose, spot)
      const outside = Math.max(-there.x, there.x - photo.widthPx, there.y - photo.heightPx)
      farthest = Math.max(farthest, outside / pose.unitPx)
    }
  }
  return farthest
}

const cheeksOf = ({ photo, face, art, shown }: DrawnFace) => ({
  photo: cheekTone(photo, face.points)!,
  art: cheekTone(art, shown)!,
})

const chromaOf = ([, a, b]: CieLab) => Math.hypot(a, b)
const hueOf = ([, a, b]: CieLab) => (Math.atan2(b, a) * 180) / Math.PI

/** Finds the face in the art with the nets that found it in the photo. */
async function seenIn({ art, shown, place }: DrawnFace) {
  const faces = await findFaces(beforeWall(art))
  const [there, expected] = [eyesOf(faces[0]!.points), eyesOf(shown)]
  const off = (distance(there[0], expected[0]) + distance(there[1], expected[1])) / 2 / place.unitPx
  return { count: faces.length, eyesOff: off, roll: faces[0]!.pose.roll }
}

/** The middle of everything that is another color on the second picture, near the face. */
function middleOfChange(one: Picture, other: Picture, place: DrawnFace['place']) {
  const spots = []
  for (let y = 0; y < one.heightPx; y += 2) {
    for (let x = 0; x < one.widthPx; x += 2) {
      const at = (y * one.widthPx + x) * 4
      const spot = offArt(place, { x, y })
      if (Math.abs(spot.x) > 60 || Math.abs(spot.y) > 60) continue
      if ([0, 1, 2].some((c) => Math.abs(one.data[at + c]! - other.data[at + c]!) > 24)) spots.push(spot)
    }
  }
  return meanOf(spots)
}

const drawn = new Map<FaceName, DrawnFace>()
const changed = async (name: FaceName, change: keyof typeof CHANGES) => drawFace(await CHANGES[change](faceBytes(name)))

/** Each face is drawn once, because a drawing takes one to two seconds. */
beforeAll(async () => {
  for (const name of FACE_NAMES) drawn.set(name, await drawFace(faceBytes(name)))
})

const ofEveryFace = (check: (face: DrawnFace, name: FaceName) => unknown) =>
  offendersOf(
    drawn,
    ([name]) => name,
    ([name, face]) => check(face, name),
  )

describe('every face', () => {
  it('is inked, one face with its eyes where they are', async () => {
    const offenders = await ofEveryFace(async (face) => {
      expect(face.finish).toBe('ink')
      const { count, eyesOff } = await seenIn(face)
      expect(count).toBe(1)
      expect(eyesOff).toBeLessThan(PLACE_ERROR_UNITS)
    })
    expect(offenders).toEqual([])
  })

  it('keeps the color of its skin', async () => {
    const offenders = await ofEveryFace((face, name) => {
      const { photo, art } = cheeksOf(face)
      expect(Math.abs(art[0] - photo[0])).toBeLessThan(LIGHTNESS_ERROR + (RAISED[name] ?? 0))
      expect(Math.abs(hueOf(art) - hueOf(photo))).toBeLessThan(HUE_ERROR)
      expect(chromaOf(art)).toBeGreaterThan(CHROMA.least * chromaOf(photo))
      expect(chromaOf(art)).toBeLessThan(CHROMA.most * chromaOf(photo))
    })
    expect(offenders).toEqual([])
  })

  it('shows nothing beside the head that its photo does not, but a bow of long hair', async () => {
    expect(await ofEveryFace((face) => expect(beyondEdge(face)).toBeLessThan(OUTLINE_UNITS + HAIR_BOW_UNITS))).toEqual(
      [],
    )
  })
})

/** Each change is tried on another face. */
describe('a changed photo', () => {
  it.each(['bald-beard', 'turned'] as const)(
    'in black and white stays as light as it is and is toned like an old print: %s',
    async (name) => {
      const face = await changed(name, 'grey')
      const { photo, art } = cheeksOf(face)
      expect(face.finish).toBe('ink')
      expect(face.notices).not.toContain('tinted')
      expect(Math.abs(art[0] - photo[0])).toBeLessThan(LIGHTNESS_ERROR)
      expect(Math.hypot(art[1], art[2])).toBeGreaterThan(5)
      expect(Math.atan2(art[2], art[1])).toBeCloseTo(1.15, 0)
    },
  )

  it('without its forehead is a window that ends where the photo does, and the visitor is told', async () => {
    const face = await changed('brown-skin-long-hair', 'cutOff')
    expect(face.finish).toBe('window')
    expect(face.notices).toContain('cut-off')
    expect((await seenIn(face)).count).toBe(1)
    expect(beyondEdge(face)).toBeLessThan(OUTLINE_UNITS)
  })

  it('at dusk gets a notice and comes out no lighter than by day', async () => {
    const dusk = await changed('dark-skin', 'dim')
    expect(dusk.notices).toContain('dark')
    expect(cheeksOf(dusk).art[0]).toBeLessThan(cheeksOf(drawn.get('dark-skin')!).photo[0] + LIGHTNESS_ERROR)
    expect((await seenIn(dusk)).eyesOff).toBeLessThan(PLACE_ERROR_UNITS)
  })

  it('leaning is drawn upright', async () => {
    const face = await changed('sunglasses', 'tilted')
    expect(face.finish).toBe('ink')
    const { roll, eyesOff } = await seenIn(face)
    expect(Math.abs(roll)).toBeLessThan(ROLL_ERROR)
    expect(eyesOff).toBeLessThan(PLACE_ERROR_UNITS)
  })

  it('compressed once more is the same kind of card', async () => {
    const face = await changed('grey-beard-glasses', 'poor')
    expect(face.finish).toBe('ink')
    expect((await seenIn(face)).eyesOff).toBeLessThan(PLACE_ERROR_UNITS)
  })
})

it('pushes goggles up over the eyes of a face that looks aside', async () => {
  const [bare, goggled] = [drawn.get('turned')!, await drawFace(faceBytes('turned'), 'goggles')]
  const eyes = offArt(bare.place, meanOf(eyesOf(bare.shown)))
  const goggles = middleOfChange(bare.art, goggled.art, bare.place)
  expect(eyes.y - goggles.y).toBeGreaterThan(GOGGLES_UP_UNITS)
  expect(Math.abs(goggles.x - eyes.x)).toBeLessThan(GEAR_ERROR_UNITS)
})
