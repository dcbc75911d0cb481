import { AppError } from '#shared/client/errors.ts'
import { readBytes } from './read-body.ts'

const FORM_MAX_BYTES = 16_384
const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/**
 * Reads a URL-encoded form. Multipart forms are for files.
 *
 * @throws AppError `VALIDATION_ERROR` for another media type or more than `maxBytes`; `BODY_TOO_SLOW`
 */
export async function readFields(request: Request, maxBytes = FORM_MAX_BYTES): Promise<URLSearchParams> {
  const refused = (cause?: unknown) => new AppError('VALIDATION_ERROR', undefined, { cause })
  if (!FORM.test(request.headers.get('content-type') ?? '')) throw refused()
  try {
    const { bytes, free } = await readBytes(request, { maxBytes })
    const fields = new URLSearchParams(new TextDecoder().decode(bytes))
    free()
    return fields
  } catch (cause) {
    throw cause instanceof AppError && cause.code !== 'FILE_TOO_LARGE' ? cause : refused(cause)
  }
}
