import type { ImageModel, SpeechModel, TranscriptionModel } from 'ai'
import { isRecord } from '#shared/client/failure.ts'
import { type Chosen, notConfiguredError } from '../choice.ts'
import { languageModel } from './language.ts'
import { getResponseInfo, PROVIDER, type RunModel, toBase64, toBytes } from './run.ts'

/**
 * Adapts Workers AI models to the AI SDK.
 * @throws AppError `AI_NOT_CONFIGURED` without the binding
 */
export function createModels({ task, model }: Chosen, run: RunModel | null) {
  if (run === null) throw notConfiguredError(task, 'the binding AI')
  return {
    text: () => languageModel(model, run),
    image: () => imageModel(model, run),
    speech: () => speechModel(model, run),
    transcription: () => transcriptionModel(model, run),
  }
}

type Model = Extract<ImageModel, { specificationVersion: 'v4' }>

/** A Workers AI image model. It makes one picture per call, from text and at most one photo. */
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
    const image = await run(modelId, input, abortSignal)
    return {
      images: [await toBytes(image, 'image')],
      ...getResponseInfo(modelId),
      response: { ...getResponseInfo(modelId).response, headers: undefined },
    }
  },
})

type SpeechV4 = Extract<SpeechModel, { specificationVersion: 'v4' }>
type TranscriptionV4 = Extract<TranscriptionModel, { specificationVersion: 'v4' }>

/** A Workers AI speech model. Some models read `text` and others `prompt`, so the input has both. */
const speechModel = (modelId: string, run: RunModel): SpeechV4 => ({
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
    const audio = await run(modelId, input, abortSignal)
    return { audio: await toBytes(audio, 'audio'), ...getResponseInfo(modelId) }
  },
})

/** A Workers AI transcription model. */
const transcriptionModel = (modelId: string, run: RunModel): TranscriptionV4 => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  async doGenerate({ audio, providerOptions, abortSignal }) {
    const language = providerOptions?.[PROVIDER]?.['language']
    const input = { audio: toBase64(audio), ...(typeof language === 'string' ? { language } : {}) }
    const response = await run(modelId, input, abortSignal)
    const transcript = isRecord(response) ? response : {}
    if (typeof transcript['text'] !== 'string') throw new TypeError('the Workers AI model returned no text')
    const info = isRecord(transcript['transcription_info']) ? transcript['transcription_info'] : {}
    return {
      text: transcript['text'],
      segments: Array.isArray(transcript['segments']) ? transcript['segments'].flatMap(toSegments) : [],
      language: typeof info['language'] === 'string' ? info['language'] : undefined,
      durationInSeconds: typeof info['duration'] === 'number' ? info['duration'] : undefined,
      ...getResponseInfo(modelId),
    }
  },
})

function toSegments(segment: unknown) {
  if (!isRecord(segment) || typeof segment['text'] !== 'string') return []
  return [{ text: segment['text'], startSecond: Number(segment['start'] ?? 0), endSecond: Number(segment['end'] ?? 0) }]
}
