import { QUESTION } from '#shared/domain/messages.ts'
import type { LookAtPhoto } from '#worker/artist/look.ts'
import { describeError, log } from '#worker/http/log.ts'
import { withTimeout } from '#worker/http/with-timeout.ts'
import type { CheckedPhoto } from './machine.ts'

/** Looking takes a tenth of a second; what takes this long has come to nothing. */
const LOOK_TIMEOUT_MS = 10_000

export const NOT_LOOKED_AT: CheckedPhoto = { question: null, isSmiling: true }

/**
 * Looks at a photo before any engine draws it: is there a question to ask, and does the face smile? A photo that cannot
 * be looked at raises no question; the engine does what it can.
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
    return NOT_LOOKED_AT
  }
}

/** True if any face is found in a photo. One that cannot be looked at has none: a moderator will look. */
export async function hasFace(lookAt: LookAtPhoto, photo: Uint8Array): Promise<boolean> {
  try {
    return (await withTimeout(LOOK_TIMEOUT_MS, lookAt(photo))).kind !== 'none'
  } catch (thrown) {
    log.error('photo not looked at', { cause: describeError(thrown) })
    return false
  }
}
