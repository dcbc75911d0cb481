import type { SpeechModel, TranscriptionModel } from 'ai'
import { isRecord } from '#shared/client/failure.ts'
import { aboutOf, base64Of, bytesOf, PROVIDER, type RunModel } from './run.ts'

type Speaker = Extract<SpeechModel, { specificationVersion: 'v4' }>
type Listener = Extract<TranscriptionModel, { specificationVersion: 'v4' }>

/** A speaking model of the platform. One family calls the words `text`, the other `prompt`; both get both. */
export const speechModel = (modelId: string, run: RunModel): Speaker => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  async doGenerate({ text, voice, language, abortSignal }) {
    const input = {
      text,
      prompt: text,
      ...(voice === undefined ? {} : { speaker: voice }),
      ...(language === undefined ? {} : { lang: language }),
    }
    const answer = await run(modelId, input, abortSignal)
    return { audio: await bytesOf(answer, 'audio'), ...aboutOf(modelId) }
  },
})

/** A listening model of the platform. */
export const transcriptionModel = (modelId: string, run: RunModel): Listener => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  async doGenerate({ audio, providerOptions, abortSignal }) {
    const language = providerOptions?.[PROVIDER]?.['language']
    const input = { audio: base64Of(audio), ...(typeof language === 'string' ? { language } : {}) }
    const answer = await run(modelId, input, abortSignal)
    const heard = isRecord(answer) ? answer : {}
    if (typeof heard['text'] !== 'string') throw new TypeError("the platform's model gave no text")
    const about = isRecord(heard['transcription_info']) ? heard['transcription_info'] : {}
    return {
      text: heard['text'],
      segments: Array.isArray(heard['segments']) ? heard['segments'].flatMap(segmentOf) : [],
      language: typeof about['language'] === 'string' ? about['language'] : undefined,
      durationInSeconds: typeof about['duration'] === 'number' ? about['duration'] : undefined,
      ...aboutOf(modelId),
    }
  },
})

function segmentOf(segment: unknown) {
  if (!isRecord(segment) || typeof segment['text'] !== 'string') return []
  return [{ text: segment['text'], startSecond: Number(segment['start'] ?? 0), endSecond: Number(segment['end'] ?? 0) }]
}
