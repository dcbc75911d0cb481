import { type Format, FORMAT_NAMES, getExtension, isFormat } from '#worker/render/formats/format.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { getCardVersion } from '../cards/card-version.ts'

/**
 * Returns the path of a picture: `/og/{id}.{version}.jpg` for the share picture,
 * `/picture/{id}.{version}.{format}.{extension}` for others.
 */
export const getPictureUrl = (id: string, version: string, format: Format): string =>
  format === 'share' ? `/og/${id}.${version}.jpg` : `/picture/${id}.${version}.${format}.${getExtension(format)}`

/**
 * Returns the storage path, in the folder of the front. A draft's story has its own path, because it lacks the code that
 * leads to the card's page.
 */
export const getPicturePath = (id: string, version: string, format: Format, isDraft: boolean): string =>
  `cards/${id}/${version}/${format}${isDraft && format === 'story' ? '-draft' : ''}.${getExtension(format)}`

/** Copies were JPEGs before 2026-11-25. Stored ones are deleted with their card, and their URLs redirect. */
const EARLIER_EXTENSION = '.jpg'

/** Lists the paths of all pictures derived from a card in its current version. */
export async function listPicturePaths(facts: CardFacts): Promise<string[]> {
  const version = await getCardVersion(facts)
  const paths = FORMAT_NAMES.flatMap((format) =>
    [false, true].map((isDraft) => getPicturePath(facts.id, version, format, isDraft)),
  )
  return [...new Set([...paths, ...paths.map((path) => path.replace(/\.webp$/, EARLIER_EXTENSION))])]
}

/** Returns the URL of a stored picture, derived from the URL of the front. Null if the front is stored elsewhere. */
export function getStoredPictureUrl(
  { id, imageUrl, visibility }: CardFacts,
  version: string,
  format: Format,
): string | null {
  const folder = `/cards/${id}/`
  const at = imageUrl.lastIndexOf(folder)
  return at === -1 ? null : `${imageUrl.slice(0, at)}/${getPicturePath(id, version, format, visibility === 'draft')}`
}

export type PictureRequest = { id: string; version: string | null; format: Format }

/** Parses the file name of a URL under `/og/` (`share`) or `/picture/` (others). Returns null if it is invalid. */
export function parsePictureRequest(file: string, folder: 'og' | 'picture'): PictureRequest | null {
  const parts = file.split('.')
  const extension = parts.pop()
  const format = folder === 'og' ? 'share' : parts.pop()
  const [id, version = null, ...more] = parts
  if (id === undefined || id === '' || more.length > 0 || format === undefined || !isFormat(format)) return null
  if (folder === 'picture' && format === 'share') return null
  if (extension === getExtension(format)) return { id, version, format }
  return `.${extension}` === EARLIER_EXTENSION ? { id, version: null, format } : null
}
