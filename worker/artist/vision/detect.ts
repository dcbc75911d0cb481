import { DETECTOR_SIDE, facesIn, type FoundFace } from '#shared/vision/faces.ts'
import { type Frame, sample } from '#shared/vision/frame.ts'
import type { Look } from '#shared/vision/search.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { loadNet } from './nets.ts'
import { levelsOfPicture } from './picture-levels.ts'

/** Looks at parts of a picture: 4 ms each. @param least how sure the detector has to be */
export async function lookAt(picture: Picture, least: number): Promise<Look> {
  const detector = await loadNet('detector')
  const levels = levelsOfPicture(picture)
  return (frame: Frame): FoundFace[] => {
    const [boxes, logits] = detector(sample(levels, frame, DETECTOR_SIDE, -1, 1)) as [Float32Array, Float32Array]
    return facesIn(frame, boxes, logits, least)
  }
}
