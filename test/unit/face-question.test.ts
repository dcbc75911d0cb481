import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FaceOval } from '#shared/domain/face-oval.ts'
import { QUESTION } from '#shared/domain/messages.ts'
import { ovalOf } from '#worker/artist/look.ts'
import { questionOf } from '#worker/edge/generations/question.ts'

const PHOTO = new Uint8Array([1])
const PICTURE = { data: new Uint8Array(0), widthPx: 800, heightPx: 1000 }
const pose = (part: object) => ({ pose: { x: 400, y: 500, unitPx: 2, roll: 0.25, yaw: 0, pitch: 0, ...part } })

describe('what is asked about a photo', () => {
  test('is nothing when it is clear whose face is meant', async () => {
    expect(await questionOf(async () => ({ kind: 'one' }), PHOTO)).toBeNull()
  })

  test('is where the face is, or which one', async () => {
    const faces = [ovalOf(pose({}), PICTURE)]
    expect(await questionOf(async () => ({ kind: 'none' }), PHOTO)).toEqual({
      code: 'FACE_NOT_FOUND',
      message: QUESTION.FACE_NOT_FOUND,
      faces: [],
    })
    expect(await questionOf(async () => ({ kind: 'several', faces }), PHOTO)).toEqual({
      code: 'SEVERAL_FACES',
      message: QUESTION.SEVERAL_FACES,
      faces,
    })
  })

  describe('that cannot be looked at', () => {
    let said: unknown[][]
    beforeEach(() => {
      said = []
      vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void said.push(words))
      vi.useFakeTimers()
    })
    afterEach(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })

    test('is nothing, because the weights are missing', async () => {
      expect(await questionOf(() => Promise.reject(new Error('no weights')), PHOTO)).toBeNull()
      expect(said).toEqual([[expect.stringContaining('no weights')]])
    })

    test('is nothing after ten seconds, and no timer is left over', async () => {
      const asking = questionOf(() => new Promise(() => {}), PHOTO)
      await vi.advanceTimersByTimeAsync(9_999)
      expect(said).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(await asking).toBeNull()
      expect(said).toHaveLength(1)
      expect(vi.getTimerCount()).toBe(0)
    })
  })
})

describe('an oval of a face', () => {
  test('is in shares of the photo, as the visitor’s own are', () => {
    expect(ovalOf(pose({}), PICTURE)).toEqual({ cx: 0.5, cy: 0.5, s: 0.2, roll: 0.25 })
  })

  test.each([
    ['beyond the edge', { x: -40, y: 1200 }],
    ['larger than the photo', { unitPx: 400 }],
    ['hardly there', { unitPx: 0.01 }],
    ['on its head', { roll: -Math.PI }],
  ])('%s is an oval all the same', (_what, part) => {
    expect(FaceOval.safeParse(ovalOf(pose(part), PICTURE)).success).toBe(true)
  })
})
