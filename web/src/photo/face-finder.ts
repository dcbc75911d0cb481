import type { FaceOval } from '#shared/domain/face-oval.ts'

/** RGBA, row by row. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/**
 * The faces and light found in a picture. `faces` as shares of it; `light`: mean luma (0 to 255) of the largest face,
 * else of all.
 */
export type Sight = { faces: readonly FaceOval[]; light: number }

/** A part of something that a canvas can draw, in its own pixels. */
export type Part = { source: CanvasImageSource; left: number; top: number; width: number; height: number }

/** Finds faces, on this device alone. Nothing may depend on it: where it cannot look it says null, and never fails. */
export type FaceFinder = {
  /** Fetches what it needs, so that the first answer comes sooner. */
  wake: () => void
  inPhoto: (photo: Blob) => Promise<Sight | null>
  /** One look at a film: smaller and quicker. */
  inPart: (part: Part) => Promise<Sight | null>
}

/** The messages to and from the worker. `isFilm`: the next picture comes soon. */
export type Question = Pixels & { id: number; isFilm: boolean }
export type Answer = { id: number; sight: Sight | null }

/** As much of a `Worker` as is used. */
export type FaceWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

const PHOTO_SIDE_PX = 640
const PART_SIDE_PX = 320
/** For fetching the weights over a slow network, and one look on a slow phone. */
const PATIENCE_MS = 20_000
/** A worker that cannot start will not start the fourth time either. */
const STARTS = 3

/** Asks a worker that is started when it is first needed, and anew after it has died. */
export function createFaceFinder(startWorker: () => FaceWorker): FaceFinder {
  let worker: FaceWorker | null = null
  let starts = 0
  let lastId = 0
  const waiting = new Map<number, (sight: Sight | null) => void>()

  function giveUp() {
    worker?.terminate()
    worker = null
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
  }

  function running(): FaceWorker | null {
    if (worker === null && starts < STARTS) {
      starts++
      try {
        worker = startWorker()
        worker.addEventListener('error', (event) => {
          // Said nowhere: what it would have brought is a comfort.
          event.preventDefault()
          giveUp()
        })
        worker.addEventListener('message', ({ data: { id, sight } }: MessageEvent<Answer>) => {
          if (sight !== null) starts = 0
          waiting.get(id)?.(sight)
          waiting.delete(id)
        })
      } catch {
        worker = null
      }
    }
    return worker
  }

  function ask({ data, width, height }: Pixels, isFilm: boolean): Promise<Sight | null> {
    const asked = running()
    if (asked === null) return Promise.resolve(null)
    return new Promise((resolve) => {
      const id = ++lastId
      const timer = setTimeout(giveUp, PATIENCE_MS)
      waiting.set(id, (sight) => {
        clearTimeout(timer)
        resolve(sight)
      })
      asked.postMessage({ id, data, width, height, isFilm } satisfies Question, [data.buffer])
    })
  }

  return {
    wake: () => void running(),
    async inPhoto(photo) {
      try {
        const picture = await createImageBitmap(photo)
        const { width, height } = picture
        const pixels = pixelsOf({ source: picture, left: 0, top: 0, width, height }, PHOTO_SIDE_PX)
        picture.close()
        return await ask(pixels, false)
      } catch {
        return null
      }
    },
    async inPart(part) {
      try {
        return await ask(pixelsOf(part, PART_SIDE_PX), true)
      } catch {
        return null
      }
    },
  }
}

/** @throws when this browser gives no page the pixels of a canvas */
function pixelsOf({ source, left, top, width, height }: Part, sidePx: number): Pixels {
  const scale = Math.min(1, sidePx / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, left, top, width, height, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data: data as Pixels['data'], width: canvas.width, height: canvas.height }
}
