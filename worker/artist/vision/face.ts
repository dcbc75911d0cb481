import type { Pose } from '#worker/graphics/picture.ts'

/** A place in the picture's pixels and its depth, as large as they are: what is nearer to the camera has less. */
export type Point3 = { readonly x: number; readonly y: number; readonly z: number }

/**
 * Position of a head and its angles, in radians: `yaw` is above 0 when the nose points to the right of a picture in
 * which the head does not lean, `pitch` when it points down.
 */
export type HeadPose = Pose & { readonly yaw: number; readonly pitch: number }

export type Face = {
  /** Score of the detector, 0 to 1; 0 when it did not see what the visitor points at. */
  readonly score: number
  /** Middle and size in the picture's pixels, from the brows to the chin. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** 468 places, numbered as MediaPipe's canonical face is. */
  readonly points: readonly Point3[]
  readonly pose: HeadPose
  /** No net saw a face where the visitor says one is: `points` are those of a mean face laid into the oval. */
  readonly isGuessed: boolean
}
