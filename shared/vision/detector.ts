import type { FaceOval } from '../domain/face-oval.ts'
import type { Kernels } from './engine/kernels.ts'
import { createNet } from './engine/net.ts'
import { type FoundFace, measureLean, mergeFaces } from './faces.ts'
import { createLevels, type Pixels } from './frame.ts'
import { readNet } from './net-file.ts'
import { createLook, lookCloser, searchFaces, toWholeFrame } from './search.ts'

export type { FoundFace } from './faces.ts'

/** Number of faces, largest first, that get a second look. */
const CLOSER_MAX = 8

export type Detector = {
  /**
   * Returns the faces in a picture of any size, most confident first.
   *
   * @param wholeOnly looks once at the whole picture, for live camera frames. Otherwise, if there is no face, also
   *   searches for rotated faces and faces down to 1/10 of the longer side: 2 to 30 looks.
   */
  detect(pixels: Pixels, options?: { wholeOnly?: boolean }): FoundFace[]
}

/**
 * Face detection on the same kernels as on the server. A picture takes up to 30 looks, so run it in a web worker.
 *
 * @param weights the file at `weightsPath('detector')`
 * @throws Error for any other file
 * @example
 * const weights = await (await fetch(weightsPath('detector'))).arrayBuffer()
 * const kernels = await startKernels(await WebAssembly.compileStreaming(fetch(kernelsUrl)))
 * const [face] = createDetector(weights, kernels).detect(context.getImageData(0, 0, width, height))
 */
export function createDetector(weights: ArrayBuffer, kernels: Kernels): Detector {
  const net = createNet(readNet(weights))
  return {
    detect(pixels, { wholeOnly = false } = {}) {
      const look = createLook((input) => net.run(kernels, input), createLevels(pixels))
      if (wholeOnly) return look(toWholeFrame(pixels))
      for (const found of searchFaces(look, pixels, 2)) {
        const largest = found.toSorted((one, other) => other.width - one.width).slice(0, CLOSER_MAX)
        if (found.length > 0) return mergeFaces(largest.map((face) => lookCloser(look, face)))
      }
      return []
    },
  }
}

/** The detector's box relative to the oval: its width, and its center's distance below the oval's. */
const BOX_WIDTH = 0.97
const BOX_BELOW = 0.17

/** Converts a face to a {@link FaceOval}. @param size the size of the picture */
export function toFaceOval(found: FoundFace, { width, height }: { width: number; height: number }): FaceOval {
  const roll = measureLean(found)
  const side = Math.max(found.width, found.height) / BOX_WIDTH
  const up = BOX_BELOW * side
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  return {
    cx: clamp((found.x + up * Math.sin(roll)) / width),
    cy: clamp((found.y - up * Math.cos(roll)) / height),
    s: Math.min(1.5, Math.max(0.02, side / Math.max(width, height))),
    roll,
  }
}
