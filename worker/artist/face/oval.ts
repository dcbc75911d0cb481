import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { Picture, Pose } from '#worker/artist/ink/picture.ts'

/** The visitor's word on where the face is, as the pose of the head. It is trusted: nothing is detected. */
export const poseOfOval = ({ widthPx, heightPx }: Picture, { cx, cy, s, roll }: FaceOval): Pose => ({
  x: cx * widthPx,
  y: cy * heightPx,
  unitPx: (s * Math.max(widthPx, heightPx)) / 100,
  roll,
})
