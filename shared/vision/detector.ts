import type { FaceOval } from '../domain/face-oval.ts'
import type { Kernels } from './engine/kernels.ts'
import { createNet } from './engine/net.ts'
import { type FoundFace, leanOf, merged } from './faces.ts'
import { levelsOf, type Pixels } from './frame.ts'
import { readNet } from './net-file.ts'
import { createLook, lookCloser, searchFaces, wholeOf } from './search.ts'

export type { FoundFace } from './faces.ts'

/** So many faces, the largest ones, are looked at closer. */
const CLOSER_MAX = 8

export type Detector = {
  /**
   * The faces of a picture of any size, the surest first.
   *
   * @param wholeOnly looks once, at the picture as it is: for a camera, whose next picture comes soon. Else faces down to
   *   1/10 of the longer side and turned ones are looked for too while there are none: 2 to 30 looks.
   */
  detect(pixels: Pixels, options?: { wholeOnly?: boolean }): FoundFace[]
}

/**
 * Finds faces on the kernels that the Worker uses. A picture takes up to 30 looks, so the detector belongs into a worker.
 *
 * @param weights the file at `weightsPath('detector')`
 * @throws Error when the file is another one.
 * @example
 * const weights = await (await fetch(weightsPath('detector'))).arrayBuffer()
 * const kernels = await startKernels(await WebAssembly.compileStreaming(fetch(kernelsUrl)))
 * const [face] = createDetector(weights, kernels).detect(context.getImageData(0, 0, width, height))
 */
export function createDetector(weights: ArrayBuffer, kernels: Kernels): Detector {
  const net = createNet(readNet(weights))
  return {
    detect(pixels, { wholeOnly = false } = {}) {
      const look = createLook((input) => net.run(kernels, input), levelsOf(pixels))
      if (wholeOnly) return look(wholeOf(pixels))
      for (const found of searchFaces(look, pixels, 2)) {
        const largest = found.toSorted((one, other) => other.width - one.width).slice(0, CLOSER_MAX)
        if (found.length > 0) return merged(largest.map((face) => lookCloser(look, face)))
      }
      return []
    },
  }
}

/** How wide the detector sees a face that is 100 wide from ear to ear, and how far its middle is below the oval's. */
const BOX_WIDTH = 0.97
const BOX_BELOW = 0.17

/** A face as the oval that says where it is; see {@link FaceOval}. @param size of the picture it was found in */
export function ovalOf(found: FoundFace, { width, height }: { width: number; height: number }): FaceOval {
  const roll = leanOf(found)
  const side = Math.max(found.width, found.height) / BOX_WIDTH
  const up = BOX_BELOW * side
  const share = (value: number) => Math.min(1, Math.max(0, value))
  return {
    cx: share((found.x + up * Math.sin(roll)) / width),
    cy: share((found.y - up * Math.cos(roll)) / height),
    s: Math.min(1.5, Math.max(0.02, side / Math.max(width, height))),
    roll,
  }
}
