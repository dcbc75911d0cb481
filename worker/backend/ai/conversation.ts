import type { ModelMessage } from 'ai'
import { AppError } from '#shared/client/errors.ts'
import { findImageUrlFault } from '#shared/client/image-url.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import type { Media, Reader } from './media.ts'
import { TOTAL_MAX_BYTES } from './photos.ts'
import type { Message, TextRequest } from './schema.ts'

export type Conversation = { readonly messages: ModelMessage[]; readonly instructions?: string }

type ConversationRequest = Pick<TextRequest, 'prompt' | 'messages' | 'system'>

/**
 * Converts a prompt and messages to model messages. System messages become instructions; the prompt comes last. Our own
 * pictures are sent as bytes, because a provider may not reach this host. The provider fetches all other URLs.
 *
 * @throws AppError `VALIDATION_ERROR` naming a picture whose URL models do not accept; `FILE_NOT_FOUND`;
 *   `FILE_TOO_LARGE` when our own pictures exceed the total limit
 */
export async function createConversation(
  request: ConversationRequest,
  media: Media,
  reader: Reader,
): Promise<Conversation> {
  const turns = request.messages.filter(({ role }) => role !== 'system')
  const read = createPictureReader(media, reader)
  const messages: ModelMessage[] = []
  for (const [at, message] of turns.entries()) messages.push(await toModelMessage(message, { read, at }))
  if (request.prompt.trim() !== '') messages.push({ role: 'user', content: request.prompt })

  const system = request.messages.filter(({ role }) => role === 'system').map(({ content }) => toPlainText(content))
  const instructions = [request.system ?? '', ...system].filter((text) => text !== '').join('\n\n')
  return { messages, ...(instructions === '' ? {} : { instructions }) }
}

type Place = { read: ReadPicture; at: number }

async function toModelMessage({ role, content }: Message, place: Place): Promise<ModelMessage> {
  if (role === 'assistant') return { role, content: toPlainText(content) }
  if (typeof content === 'string') return { role: 'user', content }
  const parts = []
  for (const part of content)
    parts.push(
      part.type === 'text'
        ? part
        : { type: 'file' as const, mediaType: 'image', data: await readPicture(part.image, place) },
    )
  return { role: 'user', content: parts }
}

async function readPicture(address: string, { read, at }: Place): Promise<Uint8Array | URL> {
  const own = await read(address)
  if (own !== null) return own
  const fault = findImageUrlFault(address)
  if (fault === null) return new URL(address)
  throw new AppError('VALIDATION_ERROR', undefined, { details: [{ path: `messages.${at}.content`, message: fault }] })
}

const toPlainText = (content: Message['content']): string =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('')

/**
 * Download hook for the AI SDK that never downloads. Models that cannot fetch URLs do not get external pictures.
 * @throws AppError `VALIDATION_ERROR`
 */
export const refuseDownloads = async (
  downloads: readonly { url: URL; isUrlSupportedByModel: boolean }[],
): Promise<null[]> =>
  downloads.map(({ url, isUrlSupportedByModel }) => {
    if (isUrlSupportedByModel) return null
    throw new AppError('VALIDATION_ERROR', undefined, {
      details: [
        { path: 'messages', message: `this model cannot fetch pictures: upload ${url.href.slice(0, 200)} first` },
      ],
    })
  })

/** Maximum size of one picture in a conversation, in bytes. */
const PICTURE_MAX_BYTES = 8 * 1024 * 1024

/** Returns the bytes behind one of our own URLs, or null for any other URL. */
type ReadPicture = (address: string) => Promise<Uint8Array | null>

/**
 * Returns a cached reader for our own pictures in one conversation. Each is read once. Its size counts on every use,
 * because the provider receives the picture every time.
 *
 * @returns a reader that throws AppError `FILE_NOT_FOUND`, `GONE`, and `FILE_TOO_LARGE` when a picture or the total is
 *   too large
 */
function createPictureReader(media: Pick<Media, 'getPath' | 'read'>, reader: Reader): ReadPicture {
  const known = new Map<string, Uint8Array>()
  let left = TOTAL_MAX_BYTES

  return async (address) => {
    const path = media.getPath(address, reader.origin)
    if (path === null) return null
    const bytes = known.get(path) ?? (await media.read(path, reader, Math.min(PICTURE_MAX_BYTES, left)))
    known.set(path, bytes)
    left -= bytes.byteLength
    if (left < 0) throw new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(TOTAL_MAX_BYTES - left))
    return bytes
  }
}
