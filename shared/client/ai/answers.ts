import { isRecord } from '../failure.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { aiError } from './refusals.ts'
import type { Images, ObjectAnswer, Speech, TextAnswer, Transcription } from './types.ts'

/** Some servers wrap what they answer in `result`. */
const unwrapped = (body: unknown): Record<string, unknown> => {
  const answer = isRecord(body) && isRecord(body['result']) ? body['result'] : body
  return isRecord(answer) ? answer : {}
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** @throws AppError of kind `ai` when there is neither a text nor anything in its place */
export function textOf(body: unknown): TextAnswer {
  const answer = unwrapped(body)
  const instead = [answer['toolCalls'], answer['files']].some(isList)
  if (!isFilled(answer['text']) && !instead) throw aiError(CLIENT_FAILURE.noText, 'AI_EMPTY')
  return { ...answer, text: isFilled(answer['text']) ? answer['text'] : '' }
}

/** @throws AppError of kind `ai` */
export function objectOf<T>(body: unknown): ObjectAnswer<T> {
  const answer = unwrapped(body)
  if (answer['object'] === undefined || answer['object'] === null) throw aiError(CLIENT_FAILURE.noObject, 'AI_EMPTY')
  return answer as unknown as ObjectAnswer<T>
}

/** Pictures come as addresses or as objects holding one. @throws AppError `AI_NO_IMAGE` when one of them is missing */
export function picturesOf(body: unknown): Images {
  const { data } = unwrapped(body)
  const urls = (Array.isArray(data) ? data : []).map((item: unknown) => (isRecord(item) ? item['url'] : item))
  if (urls.length === 0 || !urls.every(isFilled)) throw aiError(CLIENT_FAILURE.noImage, 'AI_NO_IMAGE')
  return { data: urls.map((url) => ({ url })) }
}

/** Parses a speech. Fields that a server leaves out get their defaults. @throws AppError of kind `ai` */
export function speechOf(body: unknown): Speech {
  const { url, voice, format, mimeType } = unwrapped(body)
  if (!isFilled(url)) throw aiError(CLIENT_FAILURE.noSpeech, 'AI_EMPTY')
  return {
    url,
    voice: isFilled(voice) ? voice : 'alloy',
    format: isFilled(format) ? format : 'mp3',
    mimeType: isFilled(mimeType) ? mimeType : 'audio/mpeg',
  }
}

/** A recording may be silent: an empty text is an answer, a missing one is none. @throws AppError of kind `ai` */
export function transcriptionOf(body: unknown): Transcription {
  const answer = unwrapped(body)
  const text = answer['text'] ?? answer['transcript']
  if (typeof text !== 'string') throw aiError(CLIENT_FAILURE.noTranscript, 'AI_EMPTY')
  return { ...answer, text }
}
