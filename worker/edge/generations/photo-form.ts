import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { drain, openForm, readForm, readText, receiveFile, toFieldError, tooLarge } from '#worker/http/form.ts'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'
import { MalformedForm, type Part } from '#worker/http/multipart.ts'
import type { EdgeContext } from '../app-env.ts'

/** Allowance for the form around a photo: boundaries, names, short fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** An uploaded photo, in memory until the caller releases it. */
export type HeldPhoto = { readonly bytes: Uint8Array<ArrayBuffer>; release(): void }

type Fields = Readonly<Record<string, string>>

export type PhotoForm = { readonly photo: HeldPhoto; readonly fields: Fields }

/**
 * Reads the multipart form of a new generation as a stream: the file `photo` and the text fields. The caller must
 * release the photo.
 *
 * @param admit checks the fields that precede the photo, before any of its bytes are stored
 * @throws AppError `FILE_MISSING`, `FILE_TOO_LARGE` (by the declared and the actual length), `VALIDATION_ERROR` if the
 *   body is not a form, `BODY_TOO_SLOW`, `OVERLOADED`; any error of `admit`
 */
export async function readPhotoForm(c: EdgeContext, admit: (fields: Fields) => Promise<void>): Promise<PhotoForm> {
  const stated = Number(c.req.header('content-length') ?? 0)
  const body = openForm(c.req.raw)
  if (stated > PHOTO_MAX_BYTES + FORM_OVERHEAD_BYTES) {
    await drain(body)
    throw tooLarge(stated, PHOTO_MAX_BYTES)
  }

  const fields: Record<string, string> = {}
  const held = createGrowingBytes(PHOTO_MAX_BYTES, { expected: stated || undefined, room: body })
  const sink = { write: held.append, discard: held.free }
  let photos = 0
  const takePart = async (part: Part): Promise<void> => {
    if (!part.isFile) fields[part.name] = await readText(part)
    else if (part.name === 'photo' && ++photos > 1) throw toFieldError('photo', 'must be one file')
    else if (part.name === 'photo') {
      await admit(fields)
      await receiveFile(part, sink, PHOTO_MAX_BYTES)
    }
  }
  try {
    await readForm(c.req.raw, body, takePart)
    if (held.length === 0) throw new AppError('FILE_MISSING', FAILURE.photoMissing)
    return { photo: { bytes: held.view() as Uint8Array<ArrayBuffer>, release: held.free }, fields }
  } catch (cause) {
    held.free()
    if (!(cause instanceof MalformedForm)) throw cause
    throw new AppError('VALIDATION_ERROR', 'The request is not a multipart form.', { cause })
  }
}
