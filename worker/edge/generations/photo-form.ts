import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { drain, openForm, readForm, readText, receiveFile, toFieldError, tooLarge } from '#worker/http/form.ts'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'
import { MalformedForm, type Part } from '#worker/http/multipart.ts'
import type { EdgeContext } from '../app-env.ts'

/** The form around a photo: boundaries, names, four short fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** A photo as it came, in memory until it is let go. */
export type HeldPhoto = { readonly bytes: Uint8Array<ArrayBuffer>; letGo(): void }

type Fields = Readonly<Record<string, string>>

export type PhotoForm = { readonly photo: HeldPhoto; readonly fields: Fields }

/**
 * Reads the multipart form of a new generation as it arrives: the file `photo` and the text fields. The caller that gets the photo frees it.
 *
 * @param admit judges by the fields that came before the photo, before the first byte of it is held
 * @throws AppError `FILE_MISSING`, `FILE_TOO_LARGE` (by what the request says of its length, and whatever it says of
 *   it), `VALIDATION_ERROR` when the body is no form, `BODY_TOO_SLOW`, `OVERLOADED`, and what `admit` throws
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
  const take = async (part: Part): Promise<void> => {
    if (!part.isFile) fields[part.name] = await readText(part)
    else if (part.name === 'photo' && ++photos > 1) throw toFieldError('photo', 'must be one file')
    else if (part.name === 'photo') {
      await admit(fields)
      await receiveFile(part, sink, PHOTO_MAX_BYTES)
    }
  }
  try {
    await readForm(c.req.raw, body, take)
    if (held.length === 0) throw new AppError('FILE_MISSING', FAILURE.photoMissing)
    return { photo: { bytes: held.view() as Uint8Array<ArrayBuffer>, letGo: held.free }, fields }
  } catch (cause) {
    held.free()
    if (!(cause instanceof MalformedForm)) throw cause
    throw new AppError('VALIDATION_ERROR', 'The request is not a multipart form.', { cause })
  }
}
