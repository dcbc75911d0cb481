import { AppError } from '#shared/client/errors.ts'
import { fileTypeOf } from '#shared/client/file-type.ts'

/**
 * How files are kept: one bucket, a file's path is its key. The first part of a path says what is in it:
 * `player-photos/` (a visitor's photo, for minutes), `ai/` (player art), `cards/` (what cards show).
 */
export const PHOTO_FOLDER = 'player-photos/'

/** A photo nobody removed goes this long after its upload, whatever else it says of itself. */
export const PHOTO_KEPT_MS = 60 * 60_000
/** The same for a photo that came straight to the upload route, without our edge. */
export const RAW_PHOTO_KEPT_MS = 10 * 60_000

/** In UTF-8; the bucket takes no key above 1024. */
const PATH_MAX_BYTES = 512
const CONTROL = /\p{Cc}/u

/** True for a path of non-empty parts that climbs nowhere. */
export function isPath(path: string): boolean {
  if (CONTROL.test(path) || path.includes('\\') || new TextEncoder().encode(path).length > PATH_MAX_BYTES) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** @throws AppError `VALIDATION_ERROR` unless {@link isPath}. */
export function requirePath(path: unknown): string {
  if (typeof path === 'string' && isPath(path)) return path
  throw new AppError('VALIDATION_ERROR', undefined, {
    details: [{ path: 'path', message: 'must be a relative path without empty parts, dots or control characters' }],
  })
}

export const isPhotoPath = (path: string): boolean => path.startsWith(PHOTO_FOLDER)

/** `a/b.png` with `jpg` is `a/b.jpg`; a name without an extension gets one. */
export const withExtension = (path: string, extension: string): string =>
  `${path.replace(/\.[^./]*$/, '')}.${extension}`

/** What a stored file says of itself beside its bytes. */
export type Keeping = { readonly expiresAt: number | null }

export const metadataOf = ({ expiresAt }: Keeping): Record<string, string> =>
  expiresAt === null ? {} : { expiresAt: String(expiresAt) }

/** When a file stops being served, in milliseconds since 1970: as it says, and photos after an hour whatever they say. */
export function expiryOf(file: Pick<R2Object, 'key' | 'uploaded' | 'customMetadata'>): number {
  const stated = Number(file.customMetadata?.['expiresAt'] ?? Number.POSITIVE_INFINITY)
  return isPhotoPath(file.key) ? Math.min(stated, file.uploaded.getTime() + PHOTO_KEPT_MS) : stated
}

/** Slashes separate folders; everything else in a name is just a character. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/

/** What a file is kept as: what its first bytes say, else what its sender states, unless the bytes belie it. */
export function typeOf(head: Uint8Array, stated: string): string {
  return fileTypeOf(head, stated)?.type ?? (MIME_TYPE.test(stated) ? stated : 'application/octet-stream')
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** True for the pictures every browser shows and nothing in them can run; SVG is not one of them. */
export const isPicture = (type: string): boolean => PICTURES.has(type)
