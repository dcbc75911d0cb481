import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { type Answer, createFaceFinder, type FaceWorker, type Question, type Sight } from '#web/photo/face-finder.ts'
import { lightOf } from '#web/photo/face-sight.ts'

const SIGHT: Sight = { faces: [{ cx: 0.5, cy: 0.4, s: 0.3, roll: 0 }], light: 120 }
const PHOTO = new Blob(['jpeg'])

/** Workers that the test answers for. */
function workers(onQuestion: (question: Question, answer: (sight: Sight | null) => void, die: () => void) => void) {
  const started: { isOver: boolean }[] = []
  const start = (): FaceWorker => {
    const state = { isOver: false }
    started.push(state)
    const target = new EventTarget()
    const answer = (id: number) => (sight: Sight | null) =>
      target.dispatchEvent(new MessageEvent('message', { data: { id, sight } satisfies Answer }))
    const die = () => target.dispatchEvent(new Event('error', { cancelable: true }))
    return Object.assign(target, {
      postMessage: (question: Question) => queueMicrotask(() => onQuestion(question, answer(question.id), die)),
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

  it('starts nothing before it is needed, and one worker for all questions', async () => {
    const { started, start } = workers((_, answer) => answer(SIGHT))
    const finder = createFaceFinder(start)
    expect(started).toEqual([])
    finder.wake()
    expect(await finder.inPhoto(PHOTO)).toEqual(SIGHT)
    expect(await finder.inPhoto(PHOTO)).toEqual(SIGHT)
    expect(started).toEqual([{ isOver: false }])
  })

  it('shows the worker a small copy, and a film smaller still', async () => {
    const asked: Question[] = []
    const { start } = workers((question, answer) => {
      asked.push(question)
      answer(SIGHT)
    })
    const finder = createFaceFinder(start)
    await finder.inPhoto(PHOTO)
    await finder.inPart({ source: document.createElement('canvas'), left: 10, top: 0, width: 900, height: 1200 })
    expect(asked.map(({ width, height, isFilm }) => [width, height, isFilm])).toEqual([
      [480, 640, false],
      [240, 320, true],
    ])
  })

  it('says null when its worker dies, and starts another one for the next picture', async () => {
    let questions = 0
    const { started, start } = workers((_, answer, die) => (++questions === 1 ? die() : answer(SIGHT)))
    const finder = createFaceFinder(start)
    expect(await finder.inPhoto(PHOTO)).toBeNull()
    expect(await finder.inPhoto(PHOTO)).toEqual(SIGHT)
    expect(started).toEqual([{ isOver: true }, { isOver: false }])
  })

  it('gives up after three that died', async () => {
    const { started, start } = workers((_, _answer, die) => die())
    const finder = createFaceFinder(start)
    for (let i = 0; i < 5; i++) expect(await finder.inPhoto(PHOTO)).toBeNull()
    expect(started).toHaveLength(3)
  })

  it('says null where no worker can be started, and where a canvas gives no pixels', async () => {
    const none = createFaceFinder(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    expect(await none.inPhoto(PHOTO)).toBeNull()
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null)
    const { start } = workers((_, answer) => answer(SIGHT))
    expect(await createFaceFinder(start).inPhoto(PHOTO)).toBeNull()
  })

  it('does not wait for ever', async () => {
    vi.useFakeTimers()
    const { started, start } = workers(() => {})
    const answer = createFaceFinder(start).inPhoto(PHOTO)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await answer).toBeNull()
    expect(started).toEqual([{ isOver: true }])
  })

  it('says null when the weights did not come, and asks again with the next picture', async () => {
    const sights = [null, SIGHT]
    const { started, start } = workers((_, answer) => answer(sights.shift()!))
    const finder = createFaceFinder(start)
    expect([await finder.inPhoto(PHOTO), await finder.inPhoto(PHOTO)]).toEqual([null, SIGHT])
    expect(started).toEqual([{ isOver: false }])
  })
})

describe('how light a picture is', () => {
  const [width, height] = [120, 160]
  const FACE: FaceOval = { cx: 0.5, cy: 0.5, s: 0.3, roll: 0 }
  /** A face of one grey before a wall of another. */
  function picture(face: number, wall: number) {
    const data = new Uint8ClampedArray(width * height * 4).fill(wall)
    const side = FACE.s * Math.max(width, height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (Math.abs(x - width / 2) < side / 2 && Math.abs(y - height / 2) < side / 2)
          data.fill(face, (y * width + x) * 4, (y * width + x) * 4 + 3)
    return { data, width, height }
  }

  it('is judged on the face, not on the window behind it', () => {
    expect(lightOf(picture(30, 250), FACE)).toBeCloseTo(30, 0)
    expect(lightOf(picture(200, 0), FACE)).toBeCloseTo(200, 0)
  })

  it('is judged on all of it while there is no face', () => {
    expect(lightOf(picture(40, 40), null)).toBeCloseTo(40, 0)
    expect(lightOf(picture(0, 250), null)).toBeGreaterThan(180)
  })

  it('is taken for light where nothing of the face is in the picture', () => {
    expect(lightOf(picture(0, 0), { cx: 0, cy: 0, s: 0, roll: 0 })).toBe(0)
    expect(lightOf({ data: new Uint8ClampedArray(0), width: 0, height: 0 }, null)).toBe(255)
  })
})
