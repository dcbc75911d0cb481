import { AppError } from '#shared/client/errors.ts'

/** Folder of unfinished uploads, stored for less than an hour and never served. */
export const SPOOL_FOLDER = 'tmp/'

/** Limit in UTF-8 bytes. R2 allows keys up to 1024 bytes. */
const PATH_MAX_BYTES = 512
/** Control characters, line separators, lone surrogates, and bidirectional formatting characters. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/**
 * Normalizes a path to Unicode NFC, so that equivalent spellings are one path. Returns null for an invalid path. Its
 * parts must not be empty, `.` or `..`, and must not contain unreadable characters, even after repeated
 * percent-decoding.
 */
export function parsePath(text: string): string | null {
  const path = text.normalize('NFC')
  if (new TextEncoder().encode(path).length > PATH_MAX_BYTES) return null
  return isPlain(path) && !path.startsWith(SPOOL_FOLDER) ? path : null
}

function isPlain(path: string): boolean {
  if (UNREADABLE.test(path) || path.includes('\\')) return false
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return false
  const again = decode(path)
  return again === null || again === path || isPlain(again)
}

/** Percent-decodes a text. Returns null if its encoding is malformed. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Like {@link parsePath}. @throws AppError `VALIDATION_ERROR` for an invalid path */
export function requirePath(text: unknown): string {
  const path = typeof text === 'string' ? parsePath(text) : null
  if (path !== null) return path
  throw new AppError('VALIDATION_ERROR', undefined, {
    details: [{ path: 'path', message: 'must be a relative path without empty parts, dots or control characters' }],
  })
}

/** Percent-encodes a path for a URL. Only slashes keep their meaning. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Returns a download file name. Characters that a path must not contain become `_`. */
export const toFileName = (text: string): string =>
  Array.from(text, (character) => (UNREADABLE.test(character) || '/\\'.includes(character) ? '_' : character)).join('')
