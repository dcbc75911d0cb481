import { AppError, type ErrorCode } from './errors.ts'
import { isRecord } from './failure.ts'
import { imageUrlFault } from './image-url.ts'
import { MODIFY_IMAGE_MAX_IMAGES } from './limits.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { CallOptions, Transport } from './transport.ts'

export type ModifyImage = CallOptions & {
  readonly prompt: string
  /** Addresses of 1 to 50 pictures. */
  readonly images: readonly string[]
  /** How many pictures to make. */
  readonly n?: number
}

export type Images = { readonly data: readonly { readonly url: string }[] }

const refuse = (message: string, code: ErrorCode = 'VALIDATION_ERROR') => new AppError(code, message, { kind: 'ai' })

/** @param publicUrl where the product itself is served: its own files may be on plain HTTP while it runs on loopback */
export function createAi({ call }: Transport, projectId: string, publicUrl: string | undefined) {
  const base = `/api/ai/${encodeURIComponent(projectId)}`

  return {
    /**
     * Makes new pictures of given ones.
     *
     * @throws AppError of kind `ai`, sending nothing, without a prompt, without images, with more than 50 or with an
     * address that image models do not take; `AI_NO_IMAGE` when the answer holds none
     */
    async modifyImage({ prompt, images, n, ...options }: ModifyImage): Promise<Images> {
      if (typeof prompt !== 'string' || prompt.trim() === '') throw refuse(CLIENT_FAILURE.promptNeeded)
      if (!Array.isArray(images) || images.length === 0) throw refuse(CLIENT_FAILURE.imagesNeeded)
      if (images.length > MODIFY_IMAGE_MAX_IMAGES) throw refuse(CLIENT_FAILURE.tooManyImages)
      for (const image of images) {
        const fault = imageUrlFault(String(image), publicUrl)
        if (fault !== null) throw refuse(fault)
      }
      const json = { prompt, images, ...(n === undefined ? {} : { n }) }
      const { body } = await call({ method: 'POST', path: `${base}/image`, json, ...options })
      const data = picturesOf(body)
      if (data === null) throw new AppError('AI_NO_IMAGE', undefined, { kind: 'ai' })
      return { data }
    },
  }
}

/** Pictures come as addresses or as objects holding one, at the top or under `result`. Null when there is none. */
function picturesOf(body: unknown): { url: string }[] | null {
  const answer = isRecord(body) && isRecord(body['result']) ? body['result'] : body
  const items: unknown[] = isRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : []
  const urls = items.map((item) => (isRecord(item) ? item['url'] : item))
  return urls.length > 0 && urls.every(isAddress) ? urls.map((url) => ({ url })) : null
}

const isAddress = (url: unknown): url is string => typeof url === 'string' && url !== ''
