import * as z from 'zod'
import { readForm, readText, receiveFile, toFieldError } from '#worker/http/form.ts'
import type { Body } from '#worker/http/read-body.ts'
import { MalformedForm, type Part } from '#worker/http/multipart.ts'
import { requirePath } from './path.ts'
import type { Spool, Spooled } from './spool.ts'

export type Upload = {
  readonly file: Spooled
  /** The type the client states, or ''. */
  readonly type: string
  readonly path: string
  /** The file's original name, if the client has corrected it in `path`. */
  readonly given: string | null
  readonly upsert: boolean
  /** The hash of the idempotency key and the sender, or null without a key. */
  readonly key: string | null
}

const Options = z.lazy(() => z.object({ upsert: z.boolean().optional() }))

const FIELDS = new Set(['path', 'given', 'options'])

type UploadForm = Omit<Upload, 'key'>

/**
 * Reads a multipart upload as a stream: one `file`, its `path`, and optionally `given` and `options`, in any order. A
 * refused upload leaves nothing behind.
 *
 * @throws AppError `FILE_TOO_LARGE` above `maxBytes`, `VALIDATION_ERROR` naming the invalid field,
 *   `BODY_TOO_SLOW`, `OVERLOADED`
 */
export async function readUpload(request: Request, body: Body, spool: Spool, maxBytes: number): Promise<UploadForm> {
  const fields = new Map<string, string>()
  const types: string[] = []

  async function take(part: Part): Promise<void> {
    if (part.name === 'file') {
      if (types.length > 0 || !part.isFile) throw toFieldError('file', 'must be one file')
      types.push(part.type)
      await receiveFile(part, spool, maxBytes)
    } else if (FIELDS.has(part.name)) {
      fields.set(part.name, await readText(part))
      // The path is checked immediately, so a file with an invalid path is not spooled first.
      if (part.name === 'path' || part.name === 'given') requirePath(fields.get(part.name))
    }
  }

  try {
    await readForm(request, body, (part) => take(part).catch((thrown: unknown) => discardAndThrow(spool, thrown)))
    const [type] = types
    if (type === undefined) throw toFieldError('file', 'must be one file')
    const path = requirePath(fields.get('path'))
    const upsert = parseUpsert(fields.get('options') ?? null)
    const given = fields.has('given') ? requirePath(fields.get('given')) : null
    return { type, path, given, upsert, file: await spool.finish() }
  } catch (thrown) {
    if (thrown instanceof MalformedForm)
      return discardAndThrow(spool, toFieldError('file', 'must come as multipart/form-data', thrown))
    return discardAndThrow(spool, thrown)
  }
}

async function discardAndThrow(spool: Spool, reason: unknown): Promise<never> {
  await spool.discard()
  throw reason
}

function parseUpsert(options: string | null): boolean {
  if (options === null) return false
  try {
    return Options.parse(JSON.parse(options)).upsert ?? false
  } catch (cause) {
    throw toFieldError('options', 'must be {"upsert": true or false}', cause)
  }
}
