import { OCTETS } from '#shared/client/file-type.ts'
import { isServedType } from './file-kind.ts'
import { SPOOL_FOLDER } from './path.ts'

/**
 * Layout of files: one bucket, a file's path is its key. The first part of a path says what is in it:
 * `player-photos/` (a visitor's photo, for minutes), `ai/` (player art), `cards/` (what cards show), `users/{id}/` (a
 * person's own).
 */
export const PHOTO_FOLDER = 'player-photos/'

/** A photo that was not removed is swept this long after its upload, whatever its own metadata say. */
export const PHOTO_TTL_MS = 60 * 60_000
/** The same for a photo that came straight to the upload route, without our edge. */
export const RAW_PHOTO_TTL_MS = 10 * 60_000
/** No upload takes this long; with a sweep every five minutes, what is left of one is gone within the hour. */
const SPOOL_TTL_MS = 50 * 60_000

export const isPhotoPath = (path: string): boolean => path.startsWith(PHOTO_FOLDER)

/** The metadata of a stored file. */
export type Keeping = {
  readonly expiresAt: number | null
  readonly madeFor: string | null
  /** The key of the upload. */
  readonly key: string | null
  readonly art: ArtOrigin | null
}

/** The origin of player art that may become a card, as hashes: art outlives what they stand for. */
export type ArtOrigin = {
  /** The caller that had it made (`hashMaker`). */
  readonly maker: string
  /** The fingerprint of the photo, when it was the only one and shows exactly one face; else null. */
  readonly photoHash: string | null
}

export const toMetadata = ({ expiresAt, madeFor, key, art }: Keeping): Record<string, string> => ({
  ...(expiresAt !== null && { expiresAt: String(expiresAt) }),
  ...(madeFor !== null && { madeFor }),
  ...(key !== null && { key }),
  ...(art !== null && { maker: art.maker }),
  ...(art?.photoHash && { photoHash: art.photoHash }),
})

/** The origin of player art, or null when nothing is known of it. */
export const getArtOrigin = ({ customMetadata: metadata }: Pick<R2Object, 'customMetadata'>): ArtOrigin | null =>
  metadata?.['maker'] === undefined ? null : { maker: metadata['maker'], photoHash: metadata['photoHash'] ?? null }

/**
 * When a file stops being served, in milliseconds since 1970: as it says, and photos after an hour whatever they say.
 */
export function getExpiry(file: Pick<R2Object, 'key' | 'uploaded' | 'customMetadata'>): number {
  const stated = Number(file.customMetadata?.['expiresAt'] ?? Number.POSITIVE_INFINITY)
  if (file.key.startsWith(SPOOL_FOLDER)) return file.uploaded.getTime() + SPOOL_TTL_MS
  return isPhotoPath(file.key) ? Math.min(stated, file.uploaded.getTime() + PHOTO_TTL_MS) : stated
}

/**
 * Returns the type that a file is served as. Pages, drawings, styles and scripts are bytes here: no browser runs
 * anything of them.
 */
export const getServedType = ({ httpMetadata }: Pick<R2Object, 'httpMetadata'>): string => {
  const type = httpMetadata?.contentType ?? OCTETS
  return isServedType(type) ? type : OCTETS
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** True for the pictures every browser shows and nothing in them can run; SVG is not one of them. */
export const isPicture = (type: string): boolean => PICTURES.has(type)

/** Access to a stored file: for everybody, for the asking visitor alone, withheld for now, or gone with its card. */
export type FileVisibility = 'shown' | 'own' | 'withheld' | 'removed'

/** @param path of a stored file @param visitor that asks for it */
export type GetFileVisibility = (path: string, visitor: string) => Promise<FileVisibility>
