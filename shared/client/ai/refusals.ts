import { AppError, type ErrorCode } from '../errors.ts'
import { findImageUrlFault } from '../image-url.ts'
import { MODIFY_IMAGE_MAX_IMAGES } from '../limits.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import type { Audio, Message } from './types.ts'

/** Creates the error of an AI call, before it is sent or from its response. */
export const aiError = (message: string, code: ErrorCode = 'VALIDATION_ERROR') =>
  new AppError(code, message, { kind: 'ai' })

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** @throws AppError of kind `ai` */
export function requirePrompt(prompt: unknown): void {
  if (!isText(prompt)) throw aiError(CLIENT_FAILURE.promptNeeded)
}

/** @throws AppError of kind `ai` without a prompt and messages, or for an image that models do not accept */
export function requireQuestion(
  { prompt, messages }: { prompt?: string | undefined; messages?: readonly Message[] | undefined },
  publicUrl: string | undefined,
): void {
  const list: readonly Message[] = Array.isArray(messages) ? messages : []
  if (!isText(prompt) && list.length === 0) throw aiError(CLIENT_FAILURE.promptOrMessagesNeeded)
  for (const { content } of list)
    for (const part of Array.isArray(content) ? content : [])
      if (part.type === 'image') requireImage(part.image, publicUrl)
}

/** @throws AppError of kind `ai` for no images, for more than 50, and for a URL that image models do not accept */
export function requireImages(images: unknown, publicUrl: string | undefined): void {
  if (!Array.isArray(images) || images.length === 0) throw aiError(CLIENT_FAILURE.imagesNeeded)
  if (images.length > MODIFY_IMAGE_MAX_IMAGES) throw aiError(CLIENT_FAILURE.tooManyImages)
  for (const image of images) requireImage(image, publicUrl)
}

function requireImage(image: unknown, publicUrl: string | undefined): void {
  const fault = findImageUrlFault(String(image), publicUrl)
  if (fault !== null) throw aiError(fault)
}

/** @throws AppError of kind `ai` */
export function requireWords(text: unknown): void {
  if (!isText(text)) throw aiError(CLIENT_FAILURE.textNeeded)
}

/**
 * Converts a recording for the wire. A URL, base64 and a data URL stay strings; anything else becomes a list of bytes.
 *
 * @throws AppError of kind `ai` when it is empty
 */
export function requireAudio(audio: Audio): string | readonly number[] {
  const encoded =
    audio instanceof ArrayBuffer || ArrayBuffer.isView(audio)
      ? Array.from(audio instanceof ArrayBuffer ? new Uint8Array(audio) : toBytes(audio))
      : audio
  const hasContent = isText(encoded) || (Array.isArray(encoded) && encoded.length > 0)
  if (!hasContent) throw aiError(CLIENT_FAILURE.audioNeeded)
  return encoded
}

const toBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)
