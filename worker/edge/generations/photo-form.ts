import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/domain/messages.ts'
import { UPLOAD_MAX_BYTES } from '#shared/domain/limits.ts'
import type { EdgeContext } from '../app-env.ts'

/** The form around a file: boundaries, names, four short fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/**
 * Reads the multipart form of a new generation: the file `photo` and the text fields.
 *
 * @throws AppError `FILE_MISSING`, `FILE_TOO_LARGE` (told by the length before anything is held in memory),
 *   `VALIDATION_ERROR` when the body is no form
 */
export async function readPhotoForm(c: EdgeContext): Promise<{ photo: File; fields: Record<string, string> }> {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > UPLOAD_MAX_BYTES + FORM_OVERHEAD_BYTES) {
    await c.req.raw.body?.cancel()
    throw tooLarge(length)
  }
  const form = await c.req.formData().catch((cause: unknown) => {
    throw new AppError('VALIDATION_ERROR', 'The request is not a form.', { cause })
  })
  const photo = form.get('photo')
  if (photo === null || typeof photo === 'string' || photo.size === 0) throw new AppError('FILE_MISSING')
  if (photo.size > UPLOAD_MAX_BYTES) throw tooLarge(photo.size)
  const fields = [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { photo, fields: Object.fromEntries(fields) }
}

const tooLarge = (bytes: number) => new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(bytes))
