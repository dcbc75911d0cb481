import { AppError } from '#shared/client/errors.ts'
import { type Attachment, countBytes } from '#worker/mail/mail.ts'
import { ATTACHMENTS_MAX_BYTES, type AttachmentRequest } from './schema.ts'

/** Returns a file of this project by its URL, or null if there is none or the URL is not ours. */
export type ReadFile = (url: string, maxBytes: number) => Promise<Uint8Array | null>

/**
 * Reads a mail's attachments. A URL must name a file of this project. Other files must come with their content.
 *
 * @throws AppError `VALIDATION_ERROR` for a URL that is not a file of ours, `FILE_TOO_LARGE` for too large a total
 */
export async function readAttachments(requests: readonly AttachmentRequest[], readFile: ReadFile) {
  const files: Attachment[] = []
  let left = ATTACHMENTS_MAX_BYTES
  for (const [i, { filename, type, content, url, disposition, cid }] of requests.entries()) {
    const isInline = disposition !== 'attachment' && cid !== undefined
    const file = { filename, type, cid: isInline ? cid : null, content: content ?? (await readContent(i, url!, left)) }
    left -= countBytes(file)
    if (left < 0) throw tooLarge()
    files.push(file)
  }
  return files

  async function readContent(i: number, url: string, maxBytes: number): Promise<string> {
    const bytes = await readFile(url, maxBytes)
    if (bytes !== null) return toBase64(bytes)
    const details = [{ path: `attachments.${i}.url`, message: 'must be a file of this project' }]
    throw new AppError('VALIDATION_ERROR', undefined, { details })
  }
}

const tooLarge = () =>
  new AppError('FILE_TOO_LARGE', `Attachments may have ${ATTACHMENTS_MAX_BYTES / 1_000_000} MB in total.`)

/** Chunk size, because a call takes a limited number of arguments. A multiple of three needs no padding in between. */
const PIECE_BYTES = 0x6000

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += PIECE_BYTES)
    text += btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE_BYTES)))
  return text
}
