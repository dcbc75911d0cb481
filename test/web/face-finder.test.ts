import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import {
  createFaceFinder,
  type FaceScan,
  type FaceWorker,
  type ScanReply,
  type ScanRequest,
} from '#web/photo/face-finder.ts'
import { measureLight } from '#web/photo/face-scan.ts'

const SCAN: FaceScan = { faces: [{ cx: 0.5, cy: 0.4, s: 0.3, roll: 0 }], light: 120 }
const PHOTO = new Blob(['jpeg'])

/** Fake workers that the test answers for. */
function workers(onQuestion: (question: ScanRequest, reply: (scan: FaceScan | null) => void, die: () => void) => void) {
  const started: { isOver: boolean }[] = []
  const start = (): FaceWorker => {
    const state = { isOver: false }
    started.push(state)
    const target = new EventTarget()
    const reply = (id: number) => (scan: FaceScan | null) =>
      target.dispatchEvent(new MessageEvent('message', { data: { id, scan } satisfies ScanReply }))
    const die = () => target.dispatchEvent(new Event('error', { cancelable: true }))
    return Object.assign(target, {
      postMessage: (question: ScanRequest) => queueMicrotask(() => onQuestion(question, reply(question.id), die)),
      terminate: () => void (state.isOver = true),
    }) as unknown as FaceWorker
  }
  return { started, start }
}

describe('the face finder of a page', () => {
  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1200, height: 1600, close: () => {} }))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
      () =>
        ({
          drawImage: () => {},
          getImageData: (_x: number, _y: number, width: number, height: number) => ({
            data: new Uint8ClampedArray(width * height * 4),
          }),
        }) as never,
    )
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('starts lazily, with one worker for all requests', async () => {
    const { started, start } = workers((_, reply) => reply(SCAN))
    const finder = createFaceFinder(start)
    expect(started).toEqual([])
    finder.wake()
    expect(await finder.inPhoto(PHOTO)).toEqual(SCAN)
    expect(await finder.inPhoto(PHOTO)).toEqual(SCAN)
    expect(started).toEqual([{ isOver: false }])
  })

  it('sends the worker a small copy of a photo, and a smaller one of a video', async () => {
    const requests: ScanRequest[] = []
    const { start } = workers((question, reply) => {
      requests.push(question)
      reply(SCAN)
    })
    const finder = createFaceFinder(start)
    await finder.inPhoto(PHOTO)
    await finder.inPart({ source: document.createElement('canvas'), left: 10, top: 0, width: 900, height: 1200 })
    expect(requests.map(({ width, height, isFilm }) => [width, height, isFilm])).toEqual([
      [480, 640, false],
      [240, 320, true],
    ])
  })

  it('returns null when the face worker dies, and starts another one for the next image', async () => {
    let questions = 0
    const { started, start } = workers((_, reply, die) => (++questions === 1 ? die() : reply(SCAN)))
    const finder = createFaceFinder(start)
    expect(await finder.inPhoto(PHOTO)).toBeNull()
    expect(await finder.inPhoto(PHOTO)).toEqual(SCAN)
    expect(started).toEqual([{ isOver: true }, { isOver: false }])
  })

  it('gives up after three face workers died', async () => {
    const { started, start } = workers((_, _reply, die) => die())
    const finder = createFaceFinder(start)
    for (let i = 0; i < 5; i++) expect(await finder.inPhoto(PHOTO)).toBeNull()
    expect(started).toHaveLength(3)
  })

  it('returns null when no worker starts, and when a canvas returns no pixels', async () => {
    const none = createFaceFinder(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    expect(await none.inPhoto(PHOTO)).toBeNull()
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null)
    const { start } = workers((_, reply) => reply(SCAN))
    expect(await createFaceFinder(start).inPhoto(PHOTO)).toBeNull()
  })

  it('times out on a face worker that never responds', async () => {
    vi.useFakeTimers()
    const { started, start } = workers(() => {})
    const result = createFaceFinder(start).inPhoto(PHOTO)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await result).toBeNull()
    expect(started).toEqual([{ isOver: true }])
  })

  it('returns null when the weights did not load, and retries with the next image', async () => {
    const sights = [null, SCAN]
    const { started, start } = workers((_, reply) => reply(sights.shift()!))
    const finder = createFaceFinder(start)
    expect([await finder.inPhoto(PHOTO), await finder.inPhoto(PHOTO)]).toEqual([null, SCAN])
    expect(started).toEqual([{ isOver: false }])
  })
})

describe('the brightness of a photo', () => {
  const [width, height] = [120, 160]
  const FACE: FaceOval = { cx: 0.5, cy: 0.5, s: 0.3, roll: 0 }
  /** A face of one gray in front of a wall of another. */
  function picture(face: number, wall: number) {
    const data = new Uint8ClampedArray(width * height * 4).fill(wall)
    const side = FACE.s * Math.max(width, height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (Math.abs(x - width / 2) < side / 2 && Math.abs(y - height / 2) < side / 2)
          data.fill(face, (y * width + x) * 4, (y * width + x) * 4 + 3)
    return { data, width, height }
  }

  it('measures the brightness of the face, not of a window behind it', () => {
    expect(measureLight(picture(30, 250), FACE)).toBeCloseTo(30, 0)
    expect(measureLight(picture(200, 0), FACE)).toBeCloseTo(200, 0)
  })

  it('measures the brightness of the whole image without a face', () => {
    expect(measureLight(picture(40, 40), null)).toBeCloseTo(40, 0)
    expect(measureLight(picture(0, 250), null)).toBeGreaterThan(180)
  })

  it('returns 0 when the face is outside the image', () => {
    expect(measureLight(picture(0, 0), { cx: 0, cy: 0, s: 0, roll: 0 })).toBe(0)
    expect(measureLight({ data: new Uint8ClampedArray(0), width: 0, height: 0 }, null)).toBe(255)
  })
})
