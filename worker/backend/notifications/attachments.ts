import { AppError } from '#shared/client/errors.ts'
import { type Attachment, countBytes } from '#worker/mail/mail.ts'
import { ATTACHMENTS_MAX_BYTES, type AttachmentRequest } from './schema.ts'

/** A file of this project by its address; null: there is none, or the address is not of this project. */
export type ReadFile = (url: string, maxBytes: number) => Promise<Uint8Array | null>

/**
 * Reads the attachments of a mail that are named by an address. Only files of this project are read: what lies
 * elsewhere comes with its content.
 *
 * @throws AppError `VALIDATION_ERROR` for an address that is no file of ours, `FILE_TOO_LARGE` when all are too much
 */
export async function readAttachments(requests: readonly AttachmentRequest[], readFile: ReadFile) {
  const files: Attachment[] = []
  let left = ATTACHMENTS_MAX_BYTES
  for (const [i, { filename, type, content, url, disposition, cid }] of requests.entries()) {
    const isInline = disposition !== 'attachment' && cid !== undefined
    const file = { filename, type, cid: isInline ? cid : null, content: content ?? (await contentAt(i, url!, left)) }
    left -= countBytes(file)
    if (left < 0) throw tooLarge()
    files.push(file)
  }
  return files

  async function contentAt(i: number, url: string, maxBytes: number): Promise<string> {
    const bytes = await readFile(url, maxBytes)
    if (bytes !== null) return toBase64(bytes)
    const details = [{ path: `attachments.${i}.url`, message: 'must be a file of this project' }]
    throw new AppError('VALIDATION_ERROR', undefined, { details })
  }
}

const tooLarge = () =>
  new AppError('FILE_TOO_LARGE', `Attachments may have ${ATTACHMENTS_MAX_BYTES / 1_000_000} MB in total.`)

/** Chunk size, because the arguments of a call are limited; a multiple of three, so that the pieces fit together. */
const PIECE_BYTES = 0x6000

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += PIECE_BYTES)
    text += btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE_BYTES)))
  return text
}
