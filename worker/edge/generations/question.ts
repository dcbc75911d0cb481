import { QUESTION } from '#shared/domain/messages.ts'
import type { LookAtPhoto } from '#worker/artist/look.ts'
import { describeError, log } from '#worker/http/log.ts'
import { withTimeout } from '#worker/http/with-timeout.ts'
import type { CheckedPhoto } from './machine.ts'

/** Timeout of face detection, which normally takes a tenth of a second. */
const LOOK_TIMEOUT_MS = 10_000

export const UNCHECKED_PHOTO: CheckedPhoto = { question: null, isSmiling: true }

/**
 * Checks a photo before an engine draws it: whether to ask the visitor about the face, and whether the face smiles. If
 * detection fails, there is no question, and the engine does what it can.
 */
export async function checkPhoto(lookAt: LookAtPhoto, photo: Uint8Array): Promise<CheckedPhoto> {
  try {
    const looked = await withTimeout(LOOK_TIMEOUT_MS, lookAt(photo))
    if (looked.kind === 'one') return { question: null, isSmiling: looked.isSmiling }
    const [code, faces] =
      looked.kind === 'none' ? (['FACE_NOT_FOUND', []] as const) : (['SEVERAL_FACES', looked.faces] as const)
    return { question: { code, message: QUESTION[code], faces }, isSmiling: true }
  } catch (thrown) {
    log.error('photo not looked at', { cause: describeError(thrown) })
    return UNCHECKED_PHOTO
  }
}

/** Returns true if a photo has a face. Returns false if detection fails, so that a moderator looks at it. */
export async function hasFace(lookAt: LookAtPhoto, photo: Uint8Array): Promise<boolean> {
  try {
    return (await withTimeout(LOOK_TIMEOUT_MS, lookAt(photo))).kind !== 'none'
  } catch (thrown) {
    log.error('photo not looked at', { cause: describeError(thrown) })
    return false
  }
}
