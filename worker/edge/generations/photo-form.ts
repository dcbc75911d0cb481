import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { createPhotoBuffer } from '#worker/artist/photo/photo-buffer.ts'
import { drainBody, faultOf, readForm, receiveFile, textOf, tooLarge } from '#worker/http/form.ts'
import { MalformedForm, type Part } from '#worker/http/multipart.ts'
import type { EdgeContext } from '../app-env.ts'

/** The form around a photo: boundaries, names, four short fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** A photo as it came, in memory until it is let go. */
export type HeldPhoto = { readonly bytes: Uint8Array<ArrayBuffer>; letGo(): void }

export type PhotoForm = { readonly photo: HeldPhoto; readonly fields: Readonly<Record<string, string>> }

/**
 * Reads the multipart form of a new generation as it arrives: the file `photo`, of which only the picture is kept, and
 * the text fields. Whoever gets the photo lets it go.
 *
 * @throws AppError `FILE_MISSING`, `FILE_TOO_LARGE` (by what the request says of its length, and whatever it says of
 *   it), `VALIDATION_ERROR` when the body is no form
 */
export async function readPhotoForm(c: EdgeContext): Promise<PhotoForm> {
  const stated = Number(c.req.header('content-length') ?? 0)
  if (stated > PHOTO_MAX_BYTES + FORM_OVERHEAD_BYTES) {
    await drainBody(c.req.raw)
    throw tooLarge(stated, PHOTO_MAX_BYTES)
  }

  const fields: Record<string, string> = {}
  const picture = createPhotoBuffer(stated > 0 ? stated : undefined)
  const sink = { write: picture.write, discard: picture.free }
  let photos = 0
  const take = async (part: Part): Promise<void> => {
    if (!part.isFile) fields[part.name] = await textOf(part)
    else if (part.name === 'photo' && ++photos > 1) throw faultOf('photo', 'must be one file')
    else if (part.name === 'photo') await receiveFile(part, sink, PHOTO_MAX_BYTES)
  }
  try {
    await readForm(c.req.raw, take)
    const bytes = picture.finish() as Uint8Array<ArrayBuffer>
    if (picture.size === 0) throw new AppError('FILE_MISSING', FAILURE.photoMissing)
    return { photo: { bytes, letGo: picture.free }, fields }
  } catch (cause) {
    picture.free()
    if (!(cause instanceof MalformedForm)) throw cause
    throw new AppError('VALIDATION_ERROR', 'The request is not a form.', { cause })
  }
}
