import { AppError } from '#shared/client/errors.ts'

/** A one-digit number and its comma take about 80 bytes once parsed. */
const LISTS_MAX_CHARACTERS = 4 * 1024 * 1024
/** More brackets and commas than any request with a single long string. Base64 and data URLs contain few. */
const MARKS_MAX = 100
const MARKS = /[,[{]/g

/**
 * Checks a body before it is parsed. A long text needs as much memory as on the wire, but lists need many times more.
 * A body over 4 MB may therefore contain one long text and no long lists.
 *
 * @throws AppError `FILE_TOO_LARGE`
 */
export function requireSmallLists(body: string): void {
  if (body.length <= LISTS_MAX_CHARACTERS) return
  let marks = 0
  MARKS.lastIndex = 0
  while (MARKS.test(body)) if (++marks > MARKS_MAX) throw tooLong()
}

function tooLong(): AppError {
  MARKS.lastIndex = 0
  return new AppError('FILE_TOO_LARGE', 'The request is too long. Send audio as base64, or upload it first.')
}
