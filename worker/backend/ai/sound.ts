import { AppError } from '#shared/client/errors.ts'
import { isRecord } from '#shared/client/failure.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { base64In } from '#worker/http/data-url.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { taskSetting } from '#worker/settings/ai.ts'
import { notConfigured } from './choice.ts'
import type { AiContext } from './context.ts'
import { tellsRefusal } from './failure-codes.ts'
import { refusalText } from './failure.ts'
import type { Made, Media, Reader } from './media.ts'
import type { SpeechRequest, TranscriptionRequest } from './schema.ts'
import { loadSdk } from './sdk.ts'

/** The largest recording, in bytes; providers take about as much. */
export const AUDIO_MAX_BYTES = 16 * 1024 * 1024

/** The default voice of each provider, as the AI SDK's packages choose it. */
const VOICES: Readonly<Record<string, string>> = { google: 'Kore' }
export const getVoice = (provider: string): string => VOICES[provider] ?? 'alloy'

/** @throws AppError `AI_REFUSED` when the provider's content filter refuses the text, else `AI_EMPTY` */
export async function speak(request: SpeechRequest, { models, chosen, signal }: AiContext): Promise<Made> {
  const { text, voice, response_format: outputFormat, speed } = request
  const { generateSpeech } = await loadSdk()
  if (models.speech === undefined) throw notConfigured('speech', taskSetting('speech', 'PROVIDER'))
  const { audio } = await generateSpeech({
    model: models.speech(),
    text,
    ...(voice === undefined ? {} : { voice }),
    ...(outputFormat === undefined ? {} : { outputFormat }),
    ...(speed === undefined ? {} : { speed }),
    maxRetries: 0,
    abortSignal: signal,
  }).catch((thrown: unknown) => {
    if (!(thrown instanceof Error) || thrown.name !== 'AI_NoSpeechGeneratedError') throw thrown
    throw tellsRefusal(getBody('responses' in thrown ? thrown.responses : null))
      ? new AppError('AI_REFUSED', refusalText(chosen))
      : new AppError('AI_EMPTY', CLIENT_FAILURE.noSpeech)
  })
  return { bytes: audio.uint8Array, type: audio.mediaType }
}

/** The provider's answer, where the library keeps it. */
const getBody = (responses: unknown): unknown => {
  const last: unknown = Array.isArray(responses) ? responses.at(-1) : null
  return isRecord(last) ? last['body'] : null
}

type Ears = { readonly media: Media; readonly guard: Pick<Guard, 'fetch'> }

/**
 * The recording of a request as bytes. An address elsewhere is read with the checks against SSRF.
 * @throws AppError `VALIDATION_ERROR`, `FILE_NOT_FOUND`, `GONE`, `FILE_TOO_LARGE`; `ADDRESS_REFUSED`,
 *   `ANSWER_TOO_LARGE`, `UPSTREAM_TIMEOUT` or `UPSTREAM_FAILED` for an address elsewhere
 */
export async function readRecording(
  { audio }: Pick<TranscriptionRequest, 'audio'>,
  { media, guard }: Ears,
  reader: Reader & Pick<AiContext, 'signal'>,
): Promise<Uint8Array> {
  if (Array.isArray(audio)) return Uint8Array.from(audio)
  const path = media.getPath(audio, reader.origin)
  if (path !== null) return media.read(path, reader, AUDIO_MAX_BYTES)
  const bytes = ADDRESS.test(audio) ? await fetched(audio, guard, reader.signal) : bytesOfText(audio)
  if (bytes !== null && bytes.length > 0) return bytes
  throw new AppError('VALIDATION_ERROR', undefined, {
    details: [{ path: 'audio', message: 'must be bytes, base64, a data URL or the URL of a recording' }],
  })
}

const ADDRESS = /^https?:\/\//i

async function fetched(address: string, guard: Ears['guard'], signal: AbortSignal): Promise<Uint8Array> {
  const { status, bytes } = await guard.fetch(address, { maxBytes: AUDIO_MAX_BYTES, signal })
  if (status !== 200) throw new AppError('UPSTREAM_FAILED', undefined, { cause: `a recording elsewhere: ${status}` })
  return bytes
}

/** @throws AppError `AI_FAILED` when the provider has not transcribed all of it */
export async function transcribe(
  { language }: TranscriptionRequest,
  audio: Uint8Array,
  { models, signal, chosen }: AiContext,
) {
  const sdk = await loadSdk()
  if (models.transcription === undefined) throw notConfigured('transcription', taskSetting('transcription', 'PROVIDER'))
  const made = await sdk
    .transcribe({
      model: models.transcription(),
      audio,
      ...(language === undefined ? {} : { providerOptions: languageOptions(chosen.provider, language) }),
      maxRetries: 0,
      abortSignal: signal,
    })
    .catch((thrown: unknown) => {
      // Silence is an answer too.
      if (thrown instanceof Error && thrown.name === 'AI_NoTranscriptGeneratedError') return SILENCE
      throw thrown
    })
  if (chosen.provider === 'google') requireHeard(made.text, getBody(made.responses))
  return {
    text: made.text,
    segments: made.segments,
    language: made.language ?? language ?? null,
    duration: made.durationInSeconds ?? null,
  }
}

const SILENCE = { text: '', segments: [], language: undefined, durationInSeconds: undefined, responses: [] }

/** Its package takes any answer without words for silence. */
function requireHeard(text: string, body: unknown): void {
  const status = isRecord(body) ? body['status'] : null
  if (status === 'completed' || (status === 'incomplete' && text !== '')) return
  throw new AppError('AI_FAILED', CLIENT_FAILURE.aiFailed, { cause: 'the recording was not heard to its end' })
}

/** A compatible server is spoken to by the first one's package, which reads its options under its own name. */
const languageOptions = (provider: string, language: string) =>
  provider === 'google'
    ? { google: { languageCodes: [language] } }
    : { [provider === 'openai-compatible' ? 'openai' : provider]: { language } }

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/
/** Four characters are three bytes, so pieces end where bytes do. */
const PIECE_CHARACTERS = 32_768

/** The bytes that a data URL or base64 (either alphabet) stands for, or null when it is neither. */
export function bytesOfText(text: string): Uint8Array<ArrayBuffer> | null {
  const encoded = base64In(text).replaceAll(/[\t\n\f\r ]+/g, '')
  if (!BASE64.test(encoded)) return null
  try {
    return decode(encoded.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', ''))
  } catch {
    return null
  }
}

/**
 * Decodes in pieces: all of it at once would be a list of characters before it is bytes.
 *
 * @throws for what is no base64
 */
function decode(encoded: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((encoded.length * 3) / 4))
  let length = 0
  for (let at = 0; at < encoded.length; at += PIECE_CHARACTERS) {
    const piece = atob(encoded.slice(at, at + PIECE_CHARACTERS))
    for (let i = 0; i < piece.length; i++) bytes[length++] = piece.charCodeAt(i)
  }
  return bytes
}
