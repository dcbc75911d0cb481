import type { FaceOval } from '#shared/domain/face-oval.ts'
import { exposureGains } from '#worker/artist/ink/light.ts'
import type { Picture, Pose } from '#worker/artist/ink/picture.ts'
import { refineByPupils } from '#worker/artist/ink/pupils.ts'
import { confirmFace } from './confirm.ts'
import { loadJsfeat } from './load-jsfeat.ts'

/** Radians. Nobody leans further in a photo that is the right way up. */
const ROLL_MAX = 0.8

/** The face near where the visitor says it is, or null when none is seen there, at about that size and upright. */
export async function faceInOval(picture: Picture, oval: FaceOval): Promise<Pose | null> {
  if (Math.abs(oval.roll) > ROLL_MAX) return null
  const face = confirmFace(await loadJsfeat(), picture, poseOfOval(picture, oval))
  return face && refineByPupils(picture, face, exposureGains(picture))
}

const poseOfOval = ({ widthPx, heightPx }: Picture, { cx, cy, s, roll }: FaceOval): Pose => ({
  x: cx * widthPx,
  y: cy * heightPx,
  unitPx: (s * Math.max(widthPx, heightPx)) / 100,
  roll,
})
