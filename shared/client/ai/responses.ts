import { isRecord } from '../failure.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { aiError } from './refusals.ts'
import type { Images, ObjectAnswer, Speech, TextAnswer, Transcription } from './types.ts'

/** Some servers wrap their response in `result`. */
const unwrap = (body: unknown): Record<string, unknown> => {
  const result = isRecord(body) && isRecord(body['result']) ? body['result'] : body
  return isRecord(result) ? result : {}
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** @throws AppError of kind `ai` for a response without text, tool calls or files */
export function parseText(body: unknown): TextAnswer {
  const result = unwrap(body)
  const hasOtherOutput = [result['toolCalls'], result['files']].some(isList)
  if (!isFilled(result['text']) && !hasOtherOutput) throw aiError(CLIENT_FAILURE.noText, 'AI_EMPTY')
  return { ...result, text: isFilled(result['text']) ? result['text'] : '' }
}

/** @throws AppError of kind `ai` */
export function parseObject<T>(body: unknown): ObjectAnswer<T> {
  const result = unwrap(body)
  if (result['object'] === undefined || result['object'] === null) throw aiError(CLIENT_FAILURE.noObject, 'AI_EMPTY')
  return result as unknown as ObjectAnswer<T>
}

/** Images are URLs, or objects with a `url`. @throws AppError `AI_NO_IMAGE` when one of them is missing */
export function parseImages(body: unknown): Images {
  const { data } = unwrap(body)
  const urls = (Array.isArray(data) ? data : []).map((item: unknown) => (isRecord(item) ? item['url'] : item))
  if (urls.length === 0 || !urls.every(isFilled)) throw aiError(CLIENT_FAILURE.noImage, 'AI_NO_IMAGE')
  return { data: urls.map((url) => ({ url })) }
}

/** Parses speech. Missing fields get their defaults. @throws AppError of kind `ai` */
export function parseSpeech(body: unknown): Speech {
  const { url, voice, format, mimeType } = unwrap(body)
  if (!isFilled(url)) throw aiError(CLIENT_FAILURE.noSpeech, 'AI_EMPTY')
  return {
    url,
    voice: isFilled(voice) ? voice : 'alloy',
    format: isFilled(format) ? format : 'mp3',
    mimeType: isFilled(mimeType) ? mimeType : 'audio/mpeg',
  }
}

/** Accepts an empty text, because a recording may be silent. @throws AppError of kind `ai` when the text is missing */
export function parseTranscription(body: unknown): Transcription {
  const result = unwrap(body)
  const text = result['text'] ?? result['transcript']
  if (typeof text !== 'string') throw aiError(CLIENT_FAILURE.noTranscript, 'AI_EMPTY')
  return { ...result, text }
}
