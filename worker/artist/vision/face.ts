import type { Pose } from '#worker/graphics/picture.ts'

/** A point in the picture's pixels. Depth uses the same scale and decreases toward the camera. */
export type Point3 = { readonly x: number; readonly y: number; readonly z: number }

/**
 * Position of a head and its angles in radians, relative to an upright head. `yaw` is positive when the nose points to
 * the right of the picture, `pitch` when it points down.
 */
export type HeadPose = Pose & { readonly yaw: number; readonly pitch: number }

export type Face = {
  /** Score of the detector, 0 to 1; 0 if it missed the face that the visitor marked. */
  readonly score: number
  /** Middle and size in the picture's pixels, from brows to chin. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** 468 landmarks with the indices of MediaPipe's canonical face. */
  readonly points: readonly Point3[]
  readonly pose: HeadPose
  /** True if no net found a face in the visitor's oval. `points` is then a mean face placed in the oval. */
  readonly isGuessed: boolean
}
