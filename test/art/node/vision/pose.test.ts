import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findFaces, type Point3 } from '#worker/artist/vision/index.ts'
import { MEAN_FACE } from '#worker/artist/vision/mean-face.ts'
import { toPose } from '#worker/artist/vision/pose.ts'
import { FACE_NAMES, faceBytes, FACES, type FaceName, TILT_DEGREES, CHANGES } from '../../../support/faces.ts'
import { findOffenders } from '../../../support/offenders.ts'
import { portrait, toPicture } from '../ink/photos.ts'

const DEGREES = 180 / Math.PI

/** The average face from far away in a given pose: nodded first, then turned. */
function held({ yaw = 0, pitch = 0, roll = 0, unitPx = 2, x = 300, y = 200 }): Point3[] {
  return Array.from({ length: MEAN_FACE.length / 3 }, (_, i) => {
    const [u, v, w] = [MEAN_FACE[3 * i]!, MEAN_FACE[3 * i + 1]!, MEAN_FACE[3 * i + 2]!]
    const [nodded, depth] = [v * Math.cos(pitch) - w * Math.sin(pitch), v * Math.sin(pitch) + w * Math.cos(pitch)]
    const [across, z] = [u * Math.cos(yaw) - depth * Math.sin(yaw), u * Math.sin(yaw) + depth * Math.cos(yaw)]
    return {
      x: x + unitPx * (across * Math.cos(roll) - nodded * Math.sin(roll)),
      y: y + unitPx * (across * Math.sin(roll) + nodded * Math.cos(roll)),
      z: unitPx * z,
    }
  })
}

describe('head pose', () => {
  test.each([-60, -30, -10, 0, 15, 45, 60])(
    'measures the yaw of a head turned by %i degrees, at constant size',
    (degrees) => {
      const pose = toPose({ points: held({ yaw: degrees / DEGREES }) })
      expect(pose.yaw * DEGREES).toBeCloseTo(degrees, 0)
      expect(pose.pitch * DEGREES).toBeCloseTo(0, -1)
      expect(Math.abs(pose.unitPx / 2 - 1)).toBeLessThan(0.03)
      expect(Math.abs(pose.y - 200)).toBeLessThan(5)
    },
  )

  test.each([-30, -15, 0, 15, 30])('measures the pitch of a head nodding by %i degrees', (degrees) => {
    const pose = toPose({ points: held({ pitch: degrees / DEGREES }) })
    expect(Math.abs(pose.pitch * DEGREES - degrees)).toBeLessThan(1)
    expect(pose.yaw).toBeCloseTo(0)
    expect(Math.abs(pose.unitPx / 2 - 1)).toBeLessThan(0.03)
  })

  test.each([-170, -90, -20, 20, 90, 170])(
    'measures the roll of a head tilted by %i degrees, whatever its yaw',
    (degrees) => {
      const pose = toPose({ points: held({ roll: degrees / DEGREES, yaw: 0.4 }) })
      expect(pose.roll * DEGREES).toBeCloseTo(degrees, 0)
      expect(pose.yaw).toBeCloseTo(0.4, 1)
    },
  )

  test('returns positive angles for a nose that points right and down', () => {
    const nose = 4
    const eyes = 168
    const points = held({ yaw: 0.5, pitch: 0.4 })
    expect(points[nose]!.x).toBeGreaterThan(points[eyes]!.x)
    expect(toPose({ points }).yaw).toBeGreaterThan(0.4)
    expect(toPose({ points }).pitch).toBeGreaterThan(0.3)
  })
})

describe('head pose in a photo', () => {
  test("finds the portrait's head within a pixel of its measured position", async () => {
    const [face, ...others] = await findFaces(await toPicture(portrait()))
    expect(others).toEqual([])
    // The pupils are at 203.8, 100.6 and 246.6, 103.4.
    const [x, y] = [225.2 - 6 * 1.05 * Math.sin(-0.0654), 102 + 6 * 1.05]
    expect(Math.hypot(face!.pose.x - x, face!.pose.y - y)).toBeLessThan(1)
    expect(face!.pose.unitPx).toBeCloseTo(1.05, 1)
    expect(face!.pose.roll).toBeCloseTo(0.0654, 1)
  })

  const findFace = async (name: FaceName, photo: Uint8Array = faceBytes(name)) => {
    const faces = await findFaces(await toPicture(sharp(photo)))
    expect(faces).toHaveLength(1)
    return faces[0]!
  }

  test('matches manual annotations of eyes, chin and gaze for every face', async () => {
    const offenders = await findOffenders(FACE_NAMES, JSON.stringify, async (name) => {
      const { pose, points } = await findFace(name)
      const { eyes, chinY, looks } = FACES[name]
      const middle = { x: (eyes[0][0] + eyes[1][0]) / 2, y: (eyes[0][1] + eyes[1][1]) / 2 }
      const [inner, other] = [points[133]!, points[362]!]
      expect(Math.hypot((inner.x + other.x) / 2 - middle.x, (inner.y + other.y) / 2 - middle.y)).toBeLessThan(
        3 * pose.unitPx,
      )
      if (chinY !== null) expect(Math.abs(points[152]!.y - chinY)).toBeLessThan(5 * pose.unitPx)
      if (looks === 'ahead') expect(Math.abs(pose.yaw)).toBeLessThan(0.26)
      else expect(Math.sign(pose.yaw) * (looks === 'right' ? 1 : -1)).toBe(1)
    })
    expect(offenders).toEqual([])
  })

  test('measures the added roll of a rotated photo', async () => {
    const upright = await findFace('fair-long-hair')
    const tilted = await findFace('fair-long-hair', await CHANGES.tilted(faceBytes('fair-long-hair')))
    expect(Math.abs((tilted.pose.roll - upright.pose.roll) * DEGREES - TILT_DEGREES)).toBeLessThan(2)
    expect(tilted.pose.yaw).toBeCloseTo(upright.pose.yaw, 1)
  })

  test('measures the opposite yaw for a mirrored photo', async () => {
    for (const name of ['sunglasses', 'cap'].filter((one): one is FaceName => one in FACES)) {
      const [one, other] = [
        await findFace(name),
        await findFace(name, await sharp(faceBytes(name)).flop().png().toBuffer()),
      ]
      expect(Math.abs(one.pose.yaw + other.pose.yaw)).toBeLessThan(0.08)
      expect(Math.abs(one.pose.pitch - other.pose.pitch)).toBeLessThan(0.08)
    }
  })
})
