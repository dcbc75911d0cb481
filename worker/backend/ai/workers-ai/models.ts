import type { ImageModel, SpeechModel, TranscriptionModel } from 'ai'
import { isRecord } from '#shared/client/failure.ts'
import { type Chosen, notConfigured } from '../choice.ts'
import { languageModel } from './language.ts'
import { getResponseInfo, PROVIDER, type RunModel, toBase64, toBytes } from './run.ts'

/**
 * The platform's own models in the shape that all others have.
 * @throws AppError `AI_NOT_CONFIGURED` without the binding
 */
export function createModels({ task, model }: Chosen, run: RunModel | null) {
  if (run === null) throw notConfigured(task, 'the binding AI')
  return {
    text: () => languageModel(model, run),
    image: () => imageModel(model, run),
    speech: () => speechModel(model, run),
    transcription: () => transcriptionModel(model, run),
  }
}

type Model = Extract<ImageModel, { specificationVersion: 'v4' }>

/** A picture model of the platform: one picture a call, of words and at most one photo. */
const imageModel = (modelId: string, run: RunModel): Model => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  maxImagesPerCall: 1,

  async doGenerate({ prompt, size, files, abortSignal }) {
    const [width, height] = size?.split('x').map(Number) ?? []
    const photo = files?.find((file) => file.type === 'file')
    const input = {
      prompt,
      ...(photo === undefined ? {} : { image_b64: toBase64(photo.data) }),
      ...(width === undefined ? {} : { width, height }),
    }
    const answer = await run(modelId, input, abortSignal)
    return {
      images: [await toBytes(answer, 'image')],
      ...getResponseInfo(modelId),
      response: { ...getResponseInfo(modelId).response, headers: undefined },
    }
  },
})

type Speaker = Extract<SpeechModel, { specificationVersion: 'v4' }>
type Listener = Extract<TranscriptionModel, { specificationVersion: 'v4' }>

/** A speaking model of the platform. One family calls the words `text`, the other `prompt`; both get both. */
const speechModel = (modelId: string, run: RunModel): Speaker => ({
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
    return { audio: await toBytes(answer, 'audio'), ...getResponseInfo(modelId) }
  },
})

/** A listening model of the platform. */
const transcriptionModel = (modelId: string, run: RunModel): Listener => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  async doGenerate({ audio, providerOptions, abortSignal }) {
    const language = providerOptions?.[PROVIDER]?.['language']
    const input = { audio: toBase64(audio), ...(typeof language === 'string' ? { language } : {}) }
    const answer = await run(modelId, input, abortSignal)
    const heard = isRecord(answer) ? answer : {}
    if (typeof heard['text'] !== 'string') throw new TypeError("the platform's model gave no text")
    const about = isRecord(heard['transcription_info']) ? heard['transcription_info'] : {}
    return {
      text: heard['text'],
      segments: Array.isArray(heard['segments']) ? heard['segments'].flatMap(toSegments) : [],
      language: typeof about['language'] === 'string' ? about['language'] : undefined,
      durationInSeconds: typeof about['duration'] === 'number' ? about['duration'] : undefined,
      ...getResponseInfo(modelId),
    }
  },
})

function toSegments(segment: unknown) {
  if (!isRecord(segment) || typeof segment['text'] !== 'string') return []
  return [{ text: segment['text'], startSecond: Number(segment['start'] ?? 0), endSecond: Number(segment['end'] ?? 0) }]
}
