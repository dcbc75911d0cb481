import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FaceOval } from '#shared/domain/face-oval.ts'
import { QUESTION } from '#shared/domain/messages.ts'
import { toFaceOval } from '#worker/artist/look.ts'
import { checkPhoto, UNCHECKED_PHOTO } from '#worker/edge/generations/question.ts'

const PHOTO = new Uint8Array([1])
const PICTURE = { data: new Uint8Array(0), widthPx: 800, heightPx: 1000 }
const pose = (part: object) => ({ pose: { x: 400, y: 500, unitPx: 2, roll: 0.25, yaw: 0, pitch: 0, ...part } })

describe('checkPhoto', () => {
  test('asks nothing about one clear face, and returns whether it smiles', async () => {
    for (const isSmiling of [true, false])
      expect(await checkPhoto(async () => ({ kind: 'one', isSmiling }), PHOTO)).toEqual({ question: null, isSmiling })
  })

  test('asks where the face is, or which face to use', async () => {
    const faces = [toFaceOval(pose({}), PICTURE)]
    expect((await checkPhoto(async () => ({ kind: 'none' }), PHOTO)).question).toEqual({
      code: 'FACE_NOT_FOUND',
      message: QUESTION.FACE_NOT_FOUND,
      faces: [],
    })
    expect((await checkPhoto(async () => ({ kind: 'several', faces }), PHOTO)).question).toEqual({
      code: 'SEVERAL_FACES',
      message: QUESTION.SEVERAL_FACES,
      faces,
    })
  })

  describe('photos that cannot be checked', () => {
    let logged: unknown[][]
    beforeEach(() => {
      logged = []
      vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void logged.push(words))
      vi.useFakeTimers()
    })
    afterEach(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })

    test('asks nothing when the weights are missing', async () => {
      expect(await checkPhoto(() => Promise.reject(new Error('no weights')), PHOTO)).toEqual(UNCHECKED_PHOTO)
      expect(logged).toEqual([[expect.stringContaining('no weights')]])
    })

    test('gives up after ten seconds, and leaves no timer', async () => {
      const asking = checkPhoto(() => new Promise(() => {}), PHOTO)
      await vi.advanceTimersByTimeAsync(9_999)
      expect(logged).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(await asking).toEqual(UNCHECKED_PHOTO)
      expect(logged).toHaveLength(1)
      expect(vi.getTimerCount()).toBe(0)
    })
  })
})

describe('an oval of a face', () => {
  test('returns an oval in fractions of the photo, like the visitor’s own', () => {
    expect(toFaceOval(pose({}), PICTURE)).toEqual({ cx: 0.5, cy: 0.5, s: 0.2, roll: 0.25 })
  })

  test.each([
    ['beyond the edge', { x: -40, y: 1200 }],
    ['larger than the photo', { unitPx: 400 }],
    ['nearly invisible', { unitPx: 0.01 }],
    ['upside down', { roll: -Math.PI }],
  ])('clamps an oval %s to the photo', (_what, part) => {
    expect(FaceOval.safeParse(toFaceOval(pose(part), PICTURE)).success).toBe(true)
  })
})
