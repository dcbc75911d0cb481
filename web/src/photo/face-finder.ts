import type { FaceOval } from '#shared/domain/face-oval.ts'

/** RGBA, row by row. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/**
 * The faces and light in a picture. `faces` are relative to its size; `light` is the mean luma (0 to 255) of the largest
 * face, else of the whole picture.
 */
export type FaceScan = { faces: readonly FaceOval[]; light: number }

/** A region of a canvas image source, in its own pixels. */
export type Part = { source: CanvasImageSource; left: number; top: number; width: number; height: number }

/** Finds faces, on this device only. Best effort: returns null when it cannot look, and never rejects. */
export type FaceFinder = {
  /** Preloads the code and weights. */
  wake: () => void
  inPhoto: (photo: Blob) => Promise<FaceScan | null>
  /** Looks at a video frame: smaller and faster. */
  inPart: (part: Part) => Promise<FaceScan | null>
}

/** The messages to and from the worker. `isFilm` is true for video frames. */
export type ScanRequest = Pixels & { id: number; isFilm: boolean }
export type ScanReply = { id: number; scan: FaceScan | null }

/** The part of a `Worker` that is used. */
export type FaceWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

const PHOTO_SIDE_PX = 640
const PART_SIDE_PX = 320
/** Time limit for loading the weights over a slow network and one search on a slow phone. */
const TIMEOUT_MS = 20_000
/** Gives up after this many failed starts. */
const MAX_STARTS = 3

/** Face detection in a Web Worker, which starts when first needed and restarts after a crash. */
export function createFaceFinder(startWorker: () => FaceWorker): FaceFinder {
  let worker: FaceWorker | null = null
  let starts = 0
  let lastId = 0
  const waiting = new Map<number, (scan: FaceScan | null) => void>()

  function giveUp() {
    worker?.terminate()
    worker = null
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  }

  function getWorker(): FaceWorker | null {
    if (worker === null && starts < MAX_STARTS) {
      starts++
      try {
        worker = startWorker()
        worker.addEventListener('error', (event) => {
          // Not reported, because face detection is optional.
          event.preventDefault()
          giveUp()
        })
        worker.addEventListener('message', ({ data: { id, scan } }: MessageEvent<ScanReply>) => {
          if (scan !== null) starts = 0
          waiting.get(id)?.(scan)
          waiting.delete(id)
        })
      } catch {
        worker = null
      }
    }
    return worker
  }

  function scan({ data, width, height }: Pixels, isFilm: boolean): Promise<FaceScan | null> {
    const target = getWorker()
    if (target === null) return Promise.resolve(null)
    return new Promise((resolve) => {
      const id = ++lastId
      const timer = setTimeout(giveUp, TIMEOUT_MS)
      waiting.set(id, (result) => {
        clearTimeout(timer)
        resolve(result)
      })
      target.postMessage({ id, data, width, height, isFilm } satisfies ScanRequest, [data.buffer])
    })
  }

  return {
    wake: () => void getWorker(),
    async inPhoto(photo) {
      try {
        const picture = await createImageBitmap(photo)
        const { width, height } = picture
        const pixels = readPixels({ source: picture, left: 0, top: 0, width, height }, PHOTO_SIDE_PX)
        picture.close()
        return await scan(pixels, false)
      } catch {
        return null
      }
    },
    async inPart(part) {
      try {
        return await scan(readPixels(part, PART_SIDE_PX), true)
      } catch {
        return null
      }
    },
  }
}

/** @throws when the browser blocks reading canvas pixels */
function readPixels({ source, left, top, width, height }: Part, sidePx: number): Pixels {
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
