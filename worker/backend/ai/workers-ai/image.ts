import type { ImageModel } from 'ai'
import { aboutOf, base64Of, bytesOf, PROVIDER, type RunModel } from './run.ts'

type Model = Extract<ImageModel, { specificationVersion: 'v4' }>

/** A picture model of the platform: one picture a call, of words and at most one photo. */
export const imageModel = (modelId: string, run: RunModel): Model => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  maxImagesPerCall: 1,

  async doGenerate({ prompt, size, files, abortSignal }) {
    const [width, height] = size?.split('x').map(Number) ?? []
    const photo = files?.find((file) => file.type === 'file')
    const input = {
      prompt,
      ...(photo === undefined ? {} : { image_b64: base64Of(photo.data) }),
      ...(width === undefined ? {} : { width, height }),
    }
    const answer = await run(modelId, input, abortSignal)
    return {
      images: [await bytesOf(answer, 'image')],
      ...aboutOf(modelId),
      response: { ...aboutOf(modelId).response, headers: undefined },
    }
  },
})
