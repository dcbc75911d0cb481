import { beforeAll, describe, expect, it, vi } from 'vitest'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import { type Face, findFaces, findMainFace } from '#worker/artist/vision/index.ts'
import {
  CHANGES,
  CUT_PX,
  FACE_NAMES,
  FACE_SIDE_PX,
  FACES,
  faceBytes,
  type FaceName,
  TILT_DEGREES,
} from '../../../support/faces.ts'
import { findOffenders } from '../../../support/offenders.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

/** Between the center of an eye's outline and a pupil that looks sideways, plus the error of a manual measurement. */
const EYE_ERROR_UNITS = 3
const CHIN_ERROR_UNITS = 5
const ROLL_ERROR = 0.05
const TURNED = 0.2
const RADIANS = Math.PI / 180

async function mainFace(photo: Uint8Array): Promise<Face> {
  const picture = await decodePhoto(photo, 1280)
  const found = findMainFace(picture, await findFaces(picture))
  if (found.kind !== 'one') throw new Error(`${found.kind} found`)
  return found.face
}

/** Converts a position in the photo to head space. */
function onHead({ pose: { x, y, unitPx, roll } }: Face, [px, py]: readonly [number, number]) {
  const [dx, dy] = [(px - x) / unitPx, (py - y) / unitPx]
  return { x: dx * Math.cos(roll) + dy * Math.sin(roll), y: dy * Math.cos(roll) - dx * Math.sin(roll) }
}

const EYES = [
  [33, 133, 159, 145],
  [362, 263, 386, 374],
] as const
const CHIN = 152

/** Errors of both eyes and the chin against manual annotations, in units of head space. */
function measureErrors(
  face: Face,
  name: FaceName,
  place: (spot: readonly [number, number]) => readonly [number, number],
) {
  const { eyes, chinY } = FACES[name]
  const chin = face.points[CHIN]!
  return {
    eyes: EYES.map((corners, i) => {
      const [x, y] = place(eyes[i]!)
      const mean = (of: 'x' | 'y') =>
        corners.reduce((sum, corner) => sum + face.points[corner]![of], 0) / corners.length
      return Math.hypot(mean('x') - x, mean('y') - y) / face.pose.unitPx
    }),
    chin: chinY === null ? 0 : Math.abs(onHead(face, place([chin.x, chinY])).y - onHead(face, [chin.x, chin.y]).y),
  }
}
const asItIs = (spot: readonly [number, number]) => spot

const found = new Map<FaceName, Face>()
beforeAll(async () => {
  for (const name of FACE_NAMES) found.set(name, await mainFace(faceBytes(name)))
})

const ofEveryFace = (check: (face: Face, name: FaceName) => unknown) =>
  findOffenders(
    found,
    ([name]) => name,
    ([name, face]) => check(face, name),
  )

describe('face detection in photos', () => {
  it('detects every face, with eyes and chin within tolerance of manual annotations', async () => {
    const offenders = await ofEveryFace((face, name) => {
      const { eyes, chin } = measureErrors(face, name, asItIs)
      expect(Math.max(...eyes)).toBeLessThan(EYE_ERROR_UNITS)
      expect(chin).toBeLessThan(CHIN_ERROR_UNITS)
    })
    expect(offenders).toEqual([])
  })

  it("measures every face's pose within tolerance of manual annotations", async () => {
    const offenders = await ofEveryFace(({ pose }, name) => {
      const [[x0, y0], [x1, y1]] = FACES[name].eyes
      expect(Math.abs(pose.roll - Math.atan2(y1 - y0, x1 - x0))).toBeLessThan(ROLL_ERROR)
      const looks = pose.yaw > TURNED ? 'right' : pose.yaw < -TURNED ? 'left' : 'ahead'
      expect(looks).toBe(FACES[name].looks)
    })
    expect(offenders).toEqual([])
  })

  it('maps every face into head space with the eyes at their standard height and distance', async () => {
    const offenders = await ofEveryFace((face, name) => {
      const [right, left] = FACES[name].eyes.map((eye) => onHead(face, eye))
      expect(Math.abs((right!.y + left!.y) / 2 + 6)).toBeLessThan(EYE_ERROR_UNITS)
      expect(left!.x - right!.x).toBeGreaterThan(30)
      expect(left!.x - right!.x).toBeLessThan(46)
    })
    expect(offenders).toEqual([])
  })

  it.each(['dim', 'grey', 'poor'] as const)('detects every face in a "%s" copy of its photo', async (change) => {
    const offenders = await ofEveryFace(async (_face, name) => {
      const face = await mainFace(await CHANGES[change](faceBytes(name)))
      expect(Math.max(...measureErrors(face, name, asItIs).eyes)).toBeLessThan(EYE_ERROR_UNITS)
    })
    expect(offenders).toEqual([])
  })

  it('detects every face with its forehead cropped off', async () => {
    const cut = ([x, y]: readonly [number, number]) => [x, y - CUT_PX] as const
    const offenders = await ofEveryFace(async (_face, name) => {
      const face = await mainFace(await CHANGES.cutOff(faceBytes(name)))
      expect(Math.max(...measureErrors(face, name, cut).eyes)).toBeLessThan(EYE_ERROR_UNITS)
    })
    expect(offenders).toEqual([])
  })

  it('detects every face tilted', async () => {
    const middle = FACE_SIDE_PX / 2
    const [sin, cos] = [Math.sin(TILT_DEGREES * RADIANS), Math.cos(TILT_DEGREES * RADIANS)]
    // The image grows around its center.
    const grown = (FACE_SIDE_PX * (sin + cos)) / 2
    const turned = ([x, y]: readonly [number, number]) => {
      const [dx, dy] = [x - middle, y - middle]
      return [grown + dx * cos - dy * sin, grown + dx * sin + dy * cos] as const
    }
    const offenders = await ofEveryFace(async (upright, name) => {
      const face = await mainFace(await CHANGES.tilted(faceBytes(name)))
      expect(Math.max(...measureErrors(face, name, turned).eyes)).toBeLessThan(EYE_ERROR_UNITS)
      expect(Math.abs(face.pose.roll - upright.pose.roll - TILT_DEGREES * RADIANS)).toBeLessThan(ROLL_ERROR)
      expect(Math.abs(face.pose.unitPx / upright.pose.unitPx - 1)).toBeLessThan(0.06)
    })
    expect(offenders).toEqual([])
  })
})
