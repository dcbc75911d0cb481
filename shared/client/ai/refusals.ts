import { AppError, type ErrorCode } from '../errors.ts'
import { imageUrlFault } from '../image-url.ts'
import { MODIFY_IMAGE_MAX_IMAGES } from '../limits.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import type { Audio, Message } from './types.ts'

/** Faults of an AI call, found before it is sent or in its answer. */
export const aiError = (message: string, code: ErrorCode = 'VALIDATION_ERROR') =>
  new AppError(code, message, { kind: 'ai' })

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** @throws AppError of kind `ai` */
export function requirePrompt(prompt: unknown): void {
  if (!isText(prompt)) throw aiError(CLIENT_FAILURE.promptNeeded)
}

/** @throws AppError of kind `ai` without a prompt and without messages, or for a picture that models do not take */
export function requireQuestion(
  { prompt, messages }: { prompt?: string | undefined; messages?: readonly Message[] | undefined },
  publicUrl: string | undefined,
): void {
  const said: readonly Message[] = Array.isArray(messages) ? messages : []
  if (!isText(prompt) && said.length === 0) throw aiError(CLIENT_FAILURE.promptOrMessagesNeeded)
  for (const { content } of said)
    for (const part of Array.isArray(content) ? content : [])
      if (part.type === 'image') requireImage(part.image, publicUrl)
}

/** @throws AppError of kind `ai` for none, for more than 50, and for an address that image models do not take */
export function requireImages(images: unknown, publicUrl: string | undefined): void {
  if (!Array.isArray(images) || images.length === 0) throw aiError(CLIENT_FAILURE.imagesNeeded)
  if (images.length > MODIFY_IMAGE_MAX_IMAGES) throw aiError(CLIENT_FAILURE.tooManyImages)
  for (const image of images) requireImage(image, publicUrl)
}

function requireImage(image: unknown, publicUrl: string | undefined): void {
  const fault = imageUrlFault(String(image), publicUrl)
  if (fault !== null) throw aiError(fault)
}

/** @throws AppError of kind `ai` */
export function requireWords(text: unknown): void {
  if (!isText(text)) throw aiError(CLIENT_FAILURE.textNeeded)
}

/**
 * A recording as it travels: an address, base64 or a data URL as text, everything else as a list of bytes.
 * @throws AppError of kind `ai` when there is nothing to hear
 */
export function requireAudio(audio: Audio): string | readonly number[] {
  const sent =
    audio instanceof ArrayBuffer || ArrayBuffer.isView(audio)
      ? Array.from(audio instanceof ArrayBuffer ? new Uint8Array(audio) : bytesOf(audio))
      : audio
  const isThere = isText(sent) || (Array.isArray(sent) && sent.length > 0)
  if (!isThere) throw aiError(CLIENT_FAILURE.audioNeeded)
  return sent
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)
