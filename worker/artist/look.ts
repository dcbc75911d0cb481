import { AppError } from '#shared/client/errors.ts'
import { FaceOval } from '#shared/domain/face-oval.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { releasePicture } from '#worker/graphics/picture.ts'
import { describeError, log } from '#worker/http/log.ts'
import { withTimeout } from '#worker/http/with-timeout.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import { isSmiling } from './vision/expression.ts'
import { type Face, findFaces, findMainFace } from './vision/index.ts'

/** Faces in a photo: ovals as shares of the photo, most prominent first. */
export type Looked = { readonly kind: 'one'; readonly isSmiling: boolean } | { readonly kind: 'none' } | Several
type Several = { readonly kind: 'several'; readonly faces: readonly FaceOval[] }

export type LookAtPhoto = (photo: Uint8Array) => Promise<Looked>

/** Same size as the artist uses, so the drawing finds the same faces again. */
const PHOTO_SIDE_PX = 1280
/** Detection usually takes a tenth of a second. */
const LOOK_TIMEOUT_MS = 10_000
/** Width of an oval from ear to ear, in units of head space. */
const OVAL_UNITS = 100

/**
 * Determines which face will be drawn, or that there are several candidates.
 *
 * @throws AppError like `decodePhoto`; errors from loading the networks
 */
export const lookAtPhoto: LookAtPhoto = async (photo) => {
  const picture = await decodePhoto(photo, PHOTO_SIDE_PX)
  try {
    const main = findMainFace(picture, await findFaces(picture))
    if (main.kind === 'several') return { kind: 'several', faces: main.faces.map((face) => toFaceOval(face, picture)) }
    return main.kind === 'one' ? { kind: 'one', isSmiling: isSmiling(main.face) } : { kind: 'none' }
  } finally {
    releasePicture(picture)
  }
}

/** Returns true if a photo shows exactly one face. Never rejects: an unreadable photo counts as no face. */
export async function showsOneFace(lookAt: LookAtPhoto, photo: Uint8Array): Promise<boolean> {
  try {
    return (await withTimeout(LOOK_TIMEOUT_MS, lookAt(photo))).kind === 'one'
  } catch (thrown) {
    const isUnreadable = thrown instanceof AppError && thrown.status < 500
    if (!isUnreadable) log.error('photo not looked at', { cause: describeError(thrown) })
    return false
  }
}

/** @returns an oval clamped to the bounds of {@link FaceOval}, because a network may exceed them at the photo's edge */
export function toFaceOval({ pose }: Pick<Face, 'pose'>, { widthPx, heightPx }: Picture): FaceOval {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  return FaceOval.parse({
    cx: within(pose.x / widthPx, 0, 1),
    cy: within(pose.y / heightPx, 0, 1),
    s: within((pose.unitPx * OVAL_UNITS) / Math.max(widthPx, heightPx), 0.02, 1.5),
    roll: pose.roll,
  })
}
