import { type Face, findFaces } from '#worker/artist/vision/index.ts'
import { toPose } from '#worker/artist/vision/pose.ts'
import { facePhoto, toPicture } from './photos.ts'

/** A face that looks straight ahead. */
export async function straightFace(): Promise<Face> {
  const [face] = await findFaces(await toPicture(facePhoto('fair-long-hair')))
  return face!
}

/** The face with its head turned aside, as its landmarks are then seen. @param yaw radians, above 0 to the right of the picture */
export function turned(face: Face, yaw: number): Face {
  const { x: middle } = face.pose
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const points = face.points.map(({ x, y, z }) => ({
    x: middle + (x - middle) * cos - z * sin,
    y,
    z: (x - middle) * sin + z * cos,
  }))
  return { ...face, points, pose: toPose({ points }) }
}
