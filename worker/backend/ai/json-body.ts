import { AppError } from '#shared/client/errors.ts'

/** A number written in two bytes takes about eighty in memory while it is read and judged. */
const LISTS_MAX_CHARACTERS = 4 * 1024 * 1024
/** Far more than a request has that holds one long text. Neither base64 nor the head of a data URL has many. */
const MARKS_MAX = 100
const MARKS = /[,[{]/g

/**
 * Judges a body before it is parsed. A long text is as large in memory as on the wire; lists are many times larger, so
 * a body of more than 4 MB may hold one long text and nothing else of length.
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
