import { OCTETS } from '#shared/client/file-type.ts'
import { isServedType } from './file-kind.ts'
import { SPOOL_FOLDER } from './path.ts'

/**
 * File layout: all files are in one bucket, with the path as the key. The top-level folders are `player-photos/`
 * (visitors' photos, for minutes), `ai/` (player art), `cards/` (pictures on cards) and `users/{id}/` (users' own
 * files).
 */
export const PHOTO_FOLDER = 'player-photos/'

/** The sweep removes a photo this long after its upload, regardless of its metadata. */
export const PHOTO_TTL_MS = 60 * 60_000
/** Lifetime of a photo that came straight to the upload route, not through our edge. */
export const RAW_PHOTO_TTL_MS = 10 * 60_000
/** Longer than any upload. With a sweep every five minutes, leftovers are gone within the hour. */
const SPOOL_TTL_MS = 50 * 60_000

export const isPhotoPath = (path: string): boolean => path.startsWith(PHOTO_FOLDER)

/** The metadata of a stored file. */
export type FileMetadata = {
  readonly expiresAt: number | null
  readonly madeFor: string | null
  /** The hash of the upload's idempotency key. */
  readonly key: string | null
  readonly art: ArtOrigin | null
}

/** The origin of player art that may become a card. It is hashed, because art outlives the data it refers to. */
export type ArtOrigin = {
  /** The hash of the caller who requested the art (`hashMaker`). */
  readonly maker: string
  /** The fingerprint of the photo if it was the only one and shows exactly one face, else null. */
  readonly photoHash: string | null
}

export const toMetadata = ({ expiresAt, madeFor, key, art }: FileMetadata): Record<string, string> => ({
  ...(expiresAt !== null && { expiresAt: String(expiresAt) }),
  ...(madeFor !== null && { madeFor }),
  ...(key !== null && { key }),
  ...(art !== null && { maker: art.maker }),
  ...(art?.photoHash && { photoHash: art.photoHash }),
})

/** Returns the origin of player art, or null if it is unknown. */
export const getArtOrigin = ({ customMetadata: metadata }: Pick<R2Object, 'customMetadata'>): ArtOrigin | null =>
  metadata?.['maker'] === undefined ? null : { maker: metadata['maker'], photoHash: metadata['photoHash'] ?? null }

/**
 * Returns when a file stops being served, in milliseconds since 1970: its own expiry, and for photos an hour at most.
 */
export function getExpiry(file: Pick<R2Object, 'key' | 'uploaded' | 'customMetadata'>): number {
  const stated = Number(file.customMetadata?.['expiresAt'] ?? Number.POSITIVE_INFINITY)
  if (file.key.startsWith(SPOOL_FOLDER)) return file.uploaded.getTime() + SPOOL_TTL_MS
  return isPhotoPath(file.key) ? Math.min(stated, file.uploaded.getTime() + PHOTO_TTL_MS) : stated
}

/**
 * Returns the type that a file is served as. Pages, SVG, styles and scripts are served as bytes, so browsers do not run
 * them.
 */
export const getServedType = ({ httpMetadata }: Pick<R2Object, 'httpMetadata'>): string => {
  const type = httpMetadata?.contentType ?? OCTETS
  return isServedType(type) ? type : OCTETS
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** True for pictures that every browser shows and that cannot contain code. SVG is not one of them. */
export const isPicture = (type: string): boolean => PICTURES.has(type)

/** A file's visibility to a visitor: public, only theirs, withheld for now, or removed with its card. */
export type FileVisibility = 'shown' | 'own' | 'withheld' | 'removed'

/** Returns a stored file's visibility to a visitor. */
export type GetFileVisibility = (path: string, visitor: string) => Promise<FileVisibility>
