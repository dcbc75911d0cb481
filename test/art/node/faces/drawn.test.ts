import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Picture } from '#worker/graphics/picture.ts'
import { mapFace } from '#worker/artist/ink/study/face-map.ts'
import { findFaces } from '#worker/artist/vision/index.ts'
import { armsFromCheeks, armTone } from '../../../support/arms.ts'
import { cheekTone } from '../../../support/cheeks.ts'
import { beforeWall, drawFace, type DrawnFace } from '../../../support/drawn-face.ts'
import { CHANGES, FACE_NAMES, faceBytes, type FaceName } from '../../../support/faces.ts'
import type { CieLab } from '../../../support/lab.ts'
import { distance, getEyes, getMean, offArt, offHead } from '../../../support/head-places.ts'
import { findOffenders } from '../../../support/offenders.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

/** A difference that the person in the photo would not notice. */
const LIGHTNESS_ERROR = 6
/** A photo without anything white is taken for underexposed, so its face is brightened. */
const RAISED: Readonly<Partial<Record<FaceName, number>>> = { 'grey-beard-glasses': 4 }
/** Between the center of the arms and the tones of both cheeks, in CIE 1976 color difference. Dark cheeks shine. */
const ARM_ERROR = 8
/** Degrees of CIE L*a*b*. */
const HUE_ERROR = 20
/** Shares of the photo's chroma: a color cast may be removed, but no color is added. */
const CHROMA = { least: 0.55, most: 1.2 } as const
/** Between positions that the nets detect in a photo and in its drawing, in units of head space. */
const PLACE_ERROR_UNITS = 3
const ROLL_ERROR = 0.08
/** The frame ends at the far side of a turned head; the strap continues around the near side. */
const GEAR_ERROR_UNITS = 24
/** The minimum distance of the center of raised goggles above the eyes. */
const GOGGLES_UP_UNITS = 30
/** Half the width of the outline around the head, plus the rim light. */
const OUTLINE_UNITS = 5
/** Hair cut off by the side of the photo ends in a curve that is no wider. */
const HAIR_BOW_UNITS = 15
/** Above the jersey's collar. */
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

const getCheeks = ({ photo, face, art, landmarks }: DrawnFace) => ({
  photo: cheekTone(photo, face.points)!,
  art: cheekTone(art, landmarks)!,
})

const getChroma = ([, a, b]: CieLab) => Math.hypot(a, b)
const getHue = ([, a, b]: CieLab) => (Math.atan2(b, a) * 180) / Math.PI

/** Detects the face in the art with the nets that detected it in the photo. */
async function seenIn({ art, landmarks, place }: DrawnFace) {
  const faces = await findFaces(beforeWall(art))
  const [there, expected] = [getEyes(faces[0]!.points), getEyes(landmarks)]
  const off = (distance(there[0], expected[0]) + distance(there[1], expected[1])) / 2 / place.unitPx
  return { count: faces.length, eyesOff: off, roll: faces[0]!.pose.roll }
}

/** The center of all changed pixels near the face. */
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
  return getMean(spots)
}

const drawn = new Map<FaceName, DrawnFace>()
const changed = async (name: FaceName, change: keyof typeof CHANGES) => drawFace(await CHANGES[change](faceBytes(name)))

/** Each face is drawn once, because a drawing takes one to two seconds. */
beforeAll(async () => {
  for (const name of FACE_NAMES) drawn.set(name, await drawFace(faceBytes(name)))
})

const ofEveryFace = (check: (face: DrawnFace, name: FaceName) => unknown) =>
  findOffenders(
    drawn,
    ([name]) => name,
    ([name, face]) => check(face, name),
  )

describe('every drawn face', () => {
  it('inks every face, with its eyes where the photo has them', async () => {
    const offenders = await ofEveryFace(async (face) => {
      expect(face.finish).toBe('ink')
      const { count, eyesOff } = await seenIn(face)
      expect(count).toBe(1)
      expect(eyesOff).toBeLessThan(PLACE_ERROR_UNITS)
    })
    expect(offenders).toEqual([])
  })

  it("keeps every face's skin color", async () => {
    const offenders = await ofEveryFace((face, name) => {
      const { photo, art } = getCheeks(face)
      expect(Math.abs(art[0] - photo[0])).toBeLessThan(LIGHTNESS_ERROR + (RAISED[name] ?? 0))
      expect(Math.abs(getHue(art) - getHue(photo))).toBeLessThan(HUE_ERROR)
      expect(getChroma(art)).toBeGreaterThan(CHROMA.least * getChroma(photo))
      expect(getChroma(art)).toBeLessThan(CHROMA.most * getChroma(photo))
    })
    expect(offenders).toEqual([])
  })

  it('finds no hand, object or second person, despite beards, glasses and hats', async () => {
    const offenders = await ofEveryFace(({ notices }) => {
      expect(notices).not.toContain('covered')
      expect(notices).not.toContain('crowded')
    })
    expect(offenders).toEqual([])
  })

  it('gives the arms a tone between both cheeks', async () => {
    const offenders = await ofEveryFace(async ({ art, face, bodyPlace, landmarks }) => {
      const arms = await armTone(art, 'Miami Dolphins', mapFace(face), bodyPlace)
      expect(armsFromCheeks(arms, art, landmarks)).toBeLessThan(ARM_ERROR)
    })
    expect(offenders).toEqual([])
  })

  it("draws nothing beyond the photo's edge except an extension of long hair", async () => {
    expect(await ofEveryFace((face) => expect(beyondEdge(face)).toBeLessThan(OUTLINE_UNITS + HAIR_BOW_UNITS))).toEqual(
      [],
    )
  })
})

/** Each change is applied to another face. */
describe('an altered photo', () => {
  it('keeps the lightness of a black-and-white photo, in the colors of skin', async () => {
    const face = await changed('bald-beard', 'grey')
    const { photo, art } = getCheeks(face)
    expect(face.finish).toBe('ink')
    expect(face.notices).not.toContain('tinted')
    expect(Math.abs(art[0] - photo[0])).toBeLessThan(LIGHTNESS_ERROR)
    expect(Math.hypot(art[1], art[2])).toBeGreaterThan(5)
    expect(Math.atan2(art[2], art[1])).toBeCloseTo(0.9, 0)
  })

  it('reconstructs the crown of a photo with a cropped forehead, with a notice', async () => {
    const face = await changed('brown-skin-long-hair', 'cutOff')
    expect(face.finish).toBe('ink')
    expect(face.notices).toContain('cut-off')
    expect((await seenIn(face)).count).toBe(1)
  })

  it('draws an underexposed photo no lighter than the original, with a notice', async () => {
    const dusk = await changed('dark-skin', 'dim')
    expect(dusk.notices).toContain('dark')
    expect(getCheeks(dusk).art[0]).toBeLessThan(getCheeks(drawn.get('dark-skin')!).photo[0] + LIGHTNESS_ERROR)
    expect((await seenIn(dusk)).eyesOff).toBeLessThan(PLACE_ERROR_UNITS)
  })

  it('draws a tilted head upright', async () => {
    const face = await changed('sunglasses', 'tilted')
    expect(face.finish).toBe('ink')
    const { roll, eyesOff } = await seenIn(face)
    expect(Math.abs(roll)).toBeLessThan(ROLL_ERROR)
    expect(eyesOff).toBeLessThan(PLACE_ERROR_UNITS)
  })

  it('draws the same kind of card from a recompressed photo', async () => {
    const face = await changed('grey-beard-glasses', 'poor')
    expect(face.finish).toBe('ink')
    expect((await seenIn(face)).eyesOff).toBeLessThan(PLACE_ERROR_UNITS)
  })
})

it('raises goggles above the eyes of a turned face', async () => {
  const [bare, goggled] = [drawn.get('turned')!, await drawFace(faceBytes('turned'), 'goggles')]
  const eyes = offArt(bare.place, getMean(getEyes(bare.landmarks)))
  const goggles = middleOfChange(bare.art, goggled.art, bare.place)
  expect(eyes.y - goggles.y).toBeGreaterThan(GOGGLES_UP_UNITS)
  expect(Math.abs(goggles.x - eyes.x)).toBeLessThan(GEAR_ERROR_UNITS)
})
