import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE, FAILURE } from '#shared/domain/messages.ts'
import { UPLOAD_MAX_BYTES } from '#shared/domain/limits.ts'
import { limitBody } from '#worker/http/body.ts'
import type { EdgeContext } from '../app-env.ts'

/** The form around a file: boundaries, names, four short fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/**
 * Reads the multipart form of a new generation: the file `photo` and the text fields.
 *
 * @throws AppError `FILE_MISSING`, `FILE_TOO_LARGE` (read no further than the limit, whatever the request says of its length),
 *   `VALIDATION_ERROR` when the body is no form
 */
export async function readPhotoForm(c: EdgeContext): Promise<{ photo: File; fields: Record<string, string> }> {
  const body = limitBody(c.req.raw, UPLOAD_MAX_BYTES + FORM_OVERHEAD_BYTES, tooLarge)
  const form = await body.formData().catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('VALIDATION_ERROR', 'The request is not a form.', { cause })
  })
  const photo = form.get('photo')
  if (photo === null || typeof photo === 'string' || photo.size === 0)
    throw new AppError('FILE_MISSING', FAILURE.photoMissing)
  if (photo.size > UPLOAD_MAX_BYTES) throw tooLarge(photo.size)
  const fields = [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { photo, fields: Object.fromEntries(fields) }
}

const tooLarge = (bytes: number) => new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(bytes))
