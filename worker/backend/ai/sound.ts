import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/domain/messages.ts'
import { taskSetting } from '#worker/settings/ai.ts'
import type { Asking } from './asking.ts'
import { notConfigured } from './choice.ts'
import { bytesOfText } from './audio.ts'
import type { Made, Media } from './media.ts'
import type { SpeechRequest, TranscriptionRequest } from './schema.ts'
import { loadSdk } from './sdk.ts'

/** What a recording may weigh; providers take about as much. */
export const AUDIO_MAX_BYTES = 16 * 1024 * 1024

/** What is spoken when nobody says otherwise. */
export const VOICE = 'alloy'

/** @throws AppError `AI_EMPTY` */
export async function speak(request: SpeechRequest, { models, signal }: Asking): Promise<Made> {
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
  })
  if (audio.uint8Array.length === 0) throw new AppError('AI_EMPTY', CLIENT_FAILURE.noSpeech)
  return { bytes: audio.uint8Array, type: audio.mediaType }
}

/**
 * The recording of a request as bytes. Nothing is fetched from the network.
 * @throws AppError `VALIDATION_ERROR`, `FILE_NOT_FOUND`, `FILE_TOO_LARGE`
 */
export async function recordingOf({ audio }: TranscriptionRequest, media: Media, origin: string): Promise<Uint8Array> {
  if (Array.isArray(audio)) return Uint8Array.from(audio)
  const own = await media.own(audio, origin, AUDIO_MAX_BYTES)
  const bytes = own ?? bytesOfText(audio)
  if (bytes !== null && bytes.length > 0) return bytes
  throw new AppError('VALIDATION_ERROR', undefined, {
    details: [{ path: 'audio', message: 'must be bytes, base64, a data URL or the address of a file uploaded here' }],
  })
}

export async function transcribe(
  { language }: TranscriptionRequest,
  audio: Uint8Array,
  { models, signal, chosen }: Asking,
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
  return {
    text: made.text,
    segments: made.segments,
    language: made.language ?? language ?? null,
    duration: made.durationInSeconds ?? null,
  }
}

const SILENCE = { text: '', segments: [], language: undefined, durationInSeconds: undefined }

/** A compatible server is spoken to by the first one's package, which reads its options under its own name. */
const languageOptions = (provider: string, language: string) => ({
  [provider === 'openai-compatible' ? 'openai' : provider]: { language },
})
