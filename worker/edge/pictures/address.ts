import { type Format, FORMAT_NAMES, getExtension, isFormat } from '#worker/render/formats/format.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { getCardVersion } from '../cards/card-version.ts'

/**
 * Address of a picture: `/og/{id}.{version}.jpg` the share picture, `/picture/{id}.{version}.{format}.{extension}` the
 * others.
 */
export const getPictureUrl = (id: string, version: string, format: Format): string =>
  format === 'share' ? `/og/${id}.${version}.jpg` : `/picture/${id}.${version}.${format}.${getExtension(format)}`

/**
 * Storage path: beside the front. The story of a draft has no code to its page, and is another picture than its later
 * one.
 */
export const getPicturePath = (id: string, version: string, format: Format, isDraft: boolean): string =>
  `cards/${id}/${version}/${format}${isDraft && format === 'story' ? '-draft' : ''}.${getExtension(format)}`

/** Copies were JPEGs before 2026-11-25: stored ones go with their card, and their addresses lead on. */
const EARLIER_EXTENSION = '.jpg'

/** The paths of everything that was made of a card as it is. */
export async function listPicturePaths(facts: CardFacts): Promise<string[]> {
  const version = await getCardVersion(facts)
  const paths = FORMAT_NAMES.flatMap((format) =>
    [false, true].map((isDraft) => getPicturePath(facts.id, version, format, isDraft)),
  )
  return [...new Set([...paths, ...paths.map((path) => path.replace(/\.webp$/, EARLIER_EXTENSION))])]
}

/** The address of a stored picture, known from that of the front beside it; null when the front lies elsewhere. */
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

/** Reads the last part of an address below `/og/` (`share`) or `/picture/` (the others); null when it is none. */
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
