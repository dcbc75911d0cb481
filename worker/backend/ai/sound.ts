import { AppError } from '#shared/client/errors.ts'
import { isRecord } from '#shared/client/failure.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { base64In } from '#worker/http/data-url.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { taskSetting } from '#worker/settings/ai.ts'
import { notConfiguredError } from './choice.ts'
import type { AiContext } from './context.ts'
import { isRefusal } from './failure-codes.ts'
import { getRefusalMessage } from './failure.ts'
import type { GeneratedFile, Media, Reader } from './media.ts'
import type { SpeechRequest, TranscriptionRequest } from './schema.ts'
import { loadSdk } from './sdk.ts'

/** Maximum size of a recording in bytes. Providers have similar limits. */
export const AUDIO_MAX_BYTES = 16 * 1024 * 1024

/** Default voices of the AI SDK's provider packages. */
const VOICES: Readonly<Record<string, string>> = { google: 'Kore' }
export const getVoice = (provider: string): string => VOICES[provider] ?? 'alloy'

/** Converts text to speech. @throws AppError `AI_REFUSED` when the content filter refuses the text, else `AI_EMPTY` */
export async function speak(request: SpeechRequest, { models, chosen, signal }: AiContext): Promise<GeneratedFile> {
  const { text, voice, response_format: outputFormat, speed } = request
  const { generateSpeech } = await loadSdk()
  if (models.speech === undefined) throw notConfiguredError('speech', taskSetting('speech', 'PROVIDER'))
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
    throw isRefusal(getBody('responses' in thrown ? thrown.responses : null))
      ? new AppError('AI_REFUSED', getRefusalMessage(chosen))
      : new AppError('AI_EMPTY', CLIENT_FAILURE.noSpeech)
  })
  return { bytes: audio.uint8Array, type: audio.mediaType }
}

/** Returns the body of the provider's last response, as the SDK stores it. */
const getBody = (responses: unknown): unknown => {
  const last: unknown = Array.isArray(responses) ? responses.at(-1) : null
  return isRecord(last) ? last['body'] : null
}

type RecordingDeps = { readonly media: Media; readonly guard: Pick<Guard, 'fetch'> }

/**
 * Returns a request's recording as bytes. URLs on other hosts go through the SSRF guard.
 * @throws AppError `VALIDATION_ERROR`, `FILE_NOT_FOUND`, `GONE`, `FILE_TOO_LARGE`; `ADDRESS_REFUSED`,
 *   `ANSWER_TOO_LARGE`, `UPSTREAM_TIMEOUT` or `UPSTREAM_FAILED` for a URL on another host
 */
export async function readRecording(
  { audio }: Pick<TranscriptionRequest, 'audio'>,
  { media, guard }: RecordingDeps,
  reader: Reader & Pick<AiContext, 'signal'>,
): Promise<Uint8Array> {
  if (Array.isArray(audio)) return Uint8Array.from(audio)
  const path = media.getPath(audio, reader.origin)
  if (path !== null) return media.read(path, reader, AUDIO_MAX_BYTES)
  const bytes = ADDRESS.test(audio) ? await fetchRecording(audio, guard, reader.signal) : decodeBase64(audio)
  if (bytes !== null && bytes.length > 0) return bytes
  throw new AppError('VALIDATION_ERROR', undefined, {
    details: [{ path: 'audio', message: 'must be bytes, base64, a data URL or the URL of a recording' }],
  })
}

const ADDRESS = /^https?:\/\//i

async function fetchRecording(
  address: string,
  guard: RecordingDeps['guard'],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { status, bytes } = await guard.fetch(address, { maxBytes: AUDIO_MAX_BYTES, signal })
  if (status !== 200)
    throw new AppError('UPSTREAM_FAILED', undefined, { cause: `a recording on another host: ${status}` })
  return bytes
}

/** Transcribes a recording. @throws AppError `AI_FAILED` when the provider did not transcribe all of it */
export async function transcribe(
  { language }: TranscriptionRequest,
  audio: Uint8Array,
  { models, signal, chosen }: AiContext,
) {
  const sdk = await loadSdk()
  if (models.transcription === undefined)
    throw notConfiguredError('transcription', taskSetting('transcription', 'PROVIDER'))
  const result = await sdk
    .transcribe({
      model: models.transcription(),
      audio,
      ...(language === undefined ? {} : { providerOptions: languageOptions(chosen.provider, language) }),
      maxRetries: 0,
      abortSignal: signal,
    })
    .catch((thrown: unknown) => {
      // A recording of silence has no transcript. That is a valid result.
      if (thrown instanceof Error && thrown.name === 'AI_NoTranscriptGeneratedError') return SILENCE
      throw thrown
    })
  if (chosen.provider === 'google') requireTranscript(result.text, getBody(result.responses))
  return {
    text: result.text,
    segments: result.segments,
    language: result.language ?? language ?? null,
    duration: result.durationInSeconds ?? null,
  }
}

const SILENCE = { text: '', segments: [], language: undefined, durationInSeconds: undefined, responses: [] }

/** Google's SDK package treats every response without words as silence, so check the status. */
function requireTranscript(text: string, body: unknown): void {
  const status = isRecord(body) ? body['status'] : null
  if (status === 'completed' || (status === 'incomplete' && text !== '')) return
  throw new AppError('AI_FAILED', CLIENT_FAILURE.aiFailed, { cause: 'the recording was not transcribed to its end' })
}

/** Compatible servers use OpenAI's package, which reads its options under `openai`. */
const languageOptions = (provider: string, language: string) =>
  provider === 'google'
    ? { google: { languageCodes: [language] } }
    : { [provider === 'openai-compatible' ? 'openai' : provider]: { language } }

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/
/** A multiple of four, because four base64 characters are three bytes. Pieces then end on byte boundaries. */
const PIECE_CHARACTERS = 32_768

/** Decodes a data URL or base64 (either alphabet). Returns null for any other text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const encoded = base64In(text).replaceAll(/[\t\n\f\r ]+/g, '')
  if (!BASE64.test(encoded)) return null
  try {
    return decode(encoded.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', ''))
  } catch {
    return null
  }
}

/**
 * Decodes base64 in pieces, so memory never holds the whole binary string next to the bytes.
 *
 * @throws for invalid base64
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
