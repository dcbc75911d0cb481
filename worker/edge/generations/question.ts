import { QUESTION } from '#shared/domain/messages.ts'
import type { LookAtPhoto } from '#worker/artist/look.ts'
import { describeError, log } from '#worker/http/log.ts'
import { within } from '#worker/http/within.ts'
import type { Question } from './machine.ts'

/** Looking takes a tenth of a second; what takes this long has come to nothing. */
const LOOK_TIMEOUT_MS = 10_000

/**
 * Returns the question to ask before any engine draws a photo. Null: none, also when the photo cannot be looked at:
 * then the engine does what it can.
 */
export async function questionOf(lookAt: LookAtPhoto, photo: Uint8Array): Promise<Question | null> {
  try {
    const looked = await within(LOOK_TIMEOUT_MS, lookAt(photo))
    if (looked.kind === 'one') return null
    if (looked.kind === 'none') return { code: 'FACE_NOT_FOUND', message: QUESTION.FACE_NOT_FOUND, faces: [] }
    return { code: 'SEVERAL_FACES', message: QUESTION.SEVERAL_FACES, faces: looked.faces }
  } catch (thrown) {
    log.error('photo not looked at', { cause: describeError(thrown) })
    return null
  }
}

/** True if any face is found in a photo. One that cannot be looked at has none: a moderator will look. */
export async function hasFace(lookAt: LookAtPhoto, photo: Uint8Array): Promise<boolean> {
  try {
    return (await within(LOOK_TIMEOUT_MS, lookAt(photo))).kind !== 'none'
  } catch (thrown) {
    log.error('photo not looked at', { cause: describeError(thrown) })
    return false
  }
}
