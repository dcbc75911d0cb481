import { AppError } from '#shared/client/errors.ts'
import { bodyMemory } from '#worker/http/body-memory.ts'
import { readForm, receiveFile, textOf } from '#worker/http/form.ts'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'
import { FILE_PACE } from '#worker/http/paced-body.ts'
import { MalformedForm, type Part } from '#worker/http/multipart.ts'
import { contentTypeOf } from './documents/decode-text.ts'
import type { Document } from './documents/extract.ts'

const HINT = 'Send the document as multipart/form-data in a field named file.'
/** Some clients cannot help sending JSON; then there is no document in it. */
const isJson = (request: Request) => /^application\/json\b/i.test(request.headers.get('content-type') ?? '')

export type SentDocument = {
  readonly document: Document
  readonly fields: Readonly<Record<string, string>>
  /** To be called when the document has been read: its bytes are gone from then on. */
  letGo(): void
}

/**
 * The document of a form, and the fields beside it. The caller releases its memory.
 *
 * @param network that its memory is counted against; null: the service's own
 * @throws AppError `FILE_MISSING` without one, also for JSON; `FILE_TOO_LARGE` above `maxBytes`; `BODY_TOO_SLOW`,
 *   `OVERLOADED`
 */
export async function readDocument(request: Request, maxBytes: number, network: string | null): Promise<SentDocument> {
  if (isJson(request)) throw new AppError('FILE_MISSING', HINT)
  const fields: Record<string, string> = {}
  const expected = Number(request.headers.get('content-length')) || undefined
  const held = createGrowingBytes(maxBytes, { expected, lease: bodyMemory.leaseOf(network) })
  let [type, name, files] = ['', '', 0]
  const take = async (part: Part): Promise<void> => {
    if (part.name !== 'file') fields[part.name] = await textOf(part)
    else if (++files === 1) {
      ;[type, name] = [part.type, part.fileName]
      await receiveFile(part, { write: held.append, discard: held.free }, maxBytes)
    }
  }
  try {
    await readForm(request, take, FILE_PACE)
    if (files !== 1) throw new AppError('FILE_MISSING', HINT)
  } catch (thrown) {
    held.free()
    throw thrown instanceof MalformedForm ? new AppError('FILE_MISSING', HINT, { cause: thrown }) : thrown
  }
  const document = { ...contentTypeOf(type), bytes: held.view(), name: fields['filename'] ?? name }
  return { document, fields, letGo: held.free }
}
