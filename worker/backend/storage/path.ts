import { AppError } from '#shared/client/errors.ts'

/** Uploads on their way, kept for less than an hour and never served. */
export const SPOOL_FOLDER = 'tmp/'

/** In UTF-8; the bucket takes no key above 1024. */
const PATH_MAX_BYTES = 512
/** Control characters, line separators, halves of characters, and marks that turn the direction of writing. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/**
 * A path as it is kept, or null when it is none: parts that are not empty, climb nowhere and hide nothing, not even
 * when they are decoded once more. Two spellings of one name that look alike (Unicode NFC and NFD) are one path.
 */
export function pathOf(text: string): string | null {
  const path = text.normalize('NFC')
  if (new TextEncoder().encode(path).length > PATH_MAX_BYTES) return null
  return isPlain(path) && !path.startsWith(SPOOL_FOLDER) ? path : null
}

function isPlain(path: string): boolean {
  if (UNREADABLE.test(path) || path.includes('\\')) return false
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return false
  const again = decoded(path)
  return again === null || again === path || isPlain(again)
}

/** Null when `text` is not percent-encoded as it should be. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** {@link pathOf}. @throws AppError `VALIDATION_ERROR` when it is none */
export function requirePath(text: unknown): string {
  const path = typeof text === 'string' ? pathOf(text) : null
  if (path !== null) return path
  throw new AppError('VALIDATION_ERROR', undefined, {
    details: [{ path: 'path', message: 'must be a relative path without empty parts, dots or control characters' }],
  })
}

/** Slashes separate folders; everything else in a name is just a character. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** A name to save a file under: what is in no path is in no name either. */
export const fileNameOf = (text: string): string =>
  Array.from(text, (character) => (UNREADABLE.test(character) || '/\\'.includes(character) ? '_' : character)).join('')
