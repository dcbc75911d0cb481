import { AppError } from '#shared/client/errors.ts'
import { readForm, receiveFile, textOf } from '#worker/http/form.ts'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'
import { MalformedForm } from '#worker/http/multipart.ts'
import { contentTypeOf } from './documents/decode-text.ts'
import type { Document } from './documents/extract.ts'

const HINT = 'Send the document as multipart/form-data in a field named file.'
/** Some clients cannot help sending JSON; then there is no document in it. */
const isJson = (request: Request) => /^application\/json\b/i.test(request.headers.get('content-type') ?? '')

export type SentDocument = { readonly document: Document; readonly fields: Readonly<Record<string, string>> }

/**
 * The document of a form, and the fields beside it.
 * @throws AppError `FILE_MISSING` without one, also for JSON; `FILE_TOO_LARGE` above `maxBytes`
 */
export async function readDocument(request: Request, maxBytes: number): Promise<SentDocument> {
  if (isJson(request)) throw new AppError('FILE_MISSING', HINT)
  const fields: Record<string, string> = {}
  const held = createGrowingBytes(maxBytes)
  let [type, name, files] = ['', '', 0]
  try {
    await readForm(request, async (part) => {
      if (part.name !== 'file') fields[part.name] = await textOf(part)
      else if (++files === 1) {
        ;[type, name] = [part.type, part.fileName]
        await receiveFile(part, { write: held.append, discard: held.free }, maxBytes)
      }
    })
  } catch (thrown) {
    throw thrown instanceof MalformedForm ? new AppError('FILE_MISSING', HINT, { cause: thrown }) : thrown
  }
  if (files !== 1) throw new AppError('FILE_MISSING', HINT)
  return { document: { ...contentTypeOf(type), bytes: held.view(), name: fields['filename'] ?? name }, fields }
}
