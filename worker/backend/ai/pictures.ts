import { AppError } from '#shared/client/errors.ts'
import { isRecord } from '#shared/client/failure.ts'
import { taskSetting } from '#worker/settings/ai.ts'
import type { AiContext } from './context.ts'
import { notConfiguredError } from './choice.ts'
import { isRefusal } from './failure-codes.ts'
import { getRefusalMessage } from './failure.ts'
import type { GeneratedFile } from './media.ts'
import type { ImageRequest } from './schema.ts'
import { loadSdk } from './sdk.ts'

type PictureOrder = Pick<ImageRequest, 'prompt' | 'n' | 'size'> & { readonly photos: readonly Uint8Array[] }

/**
 * Generates pictures with the configured provider, from text or from photos.
 *
 * @returns an empty list when the provider responded without pictures
 * @throws AppError `AI_MODERATED` when the safety check blacked out a picture, `AI_REFUSED` when it refused the prompt
 */
export async function generatePictures(
  { prompt, n, size, photos }: PictureOrder,
  { models, chosen, signal }: AiContext,
): Promise<GeneratedFile[]> {
  const { generateImage } = await loadSdk()
  if (models.image === undefined) throw notConfiguredError('image', taskSetting('image', 'PROVIDER'))
  const result = await generateImage({
    model: models.image(),
    prompt: photos.length === 0 ? prompt : { text: prompt, images: [...photos] },
    n,
    ...(size === undefined ? {} : { size: size as `${number}x${number}` }),
    ...(photos.length > 1 ? { providerOptions: { fal: { useMultipleImages: true } } } : {}),
    maxRetries: 0,
    abortSignal: signal,
  }).catch((thrown: unknown) => {
    if (thrown instanceof Error && thrown.name === 'AI_NoImageGeneratedError')
      return { images: [], metadata: getCallMetadata(thrown) }
    throw thrown
  })
  const metadata = 'metadata' in result ? result.metadata : result.providerMetadata
  if (isBlackedOut(metadata)) throw new AppError('AI_MODERATED', undefined, { cause: chosen.provider })
  if (result.images.length === 0 && isRefusal(metadata)) throw new AppError('AI_REFUSED', getRefusalMessage(chosen))
  return result.images.slice(0, n).map(({ uint8Array, mediaType }) => ({ bytes: uint8Array, type: mediaType }))
}

const getCallMetadata = (thrown: object): unknown =>
  'calls' in thrown && Array.isArray(thrown.calls)
    ? thrown.calls.map((call: unknown) => (isRecord(call) ? call['providerMetadata'] : null))
    : null

/** Some providers send a black picture and flag it as NSFW in the metadata. */
function isBlackedOut(metadata: unknown): boolean {
  const images = isRecord(metadata)
    ? Object.values(metadata).flatMap((entry) => (isRecord(entry) ? entry['images'] : []))
    : []
  return images.flat().some((image) => isRecord(image) && image['nsfw'] === true)
}
