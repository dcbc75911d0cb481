import Papa from 'papaparse'
import { AppError } from '#shared/client/errors.ts'

/** One line per row, cells apart by tabs. What would break a line or a cell within one is a blank. */
export const tableText = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((row) => row.map(cellText).join('\t').trimEnd())
    .join('\n')
    .trimEnd()

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  return String(value).replaceAll(/\s+/g, ' ').trim()
}

/** A day, or a moment when it is not midnight. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = date.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}

const CELLS_MAX = 1_000_000
/** Number of rows that are joined at a time: a join of millions of pieces takes many times the memory of the text. */
const ROWS_AT_ONCE = 1000
/** Whatever ends a cell, and is not told apart from the same sign within one. */
const ENDS = new Set([...',;\t|\n\r'].map((sign) => sign.charCodeAt(0)))

/**
 * Values apart by commas, semicolons, tabs or bars, whichever it is; quotes as RFC 4180 has them.
 * @throws AppError `DOCUMENT_UNREADABLE` when it may hold a million cells: each takes many times its letters
 */
export function csvText(text: string): string {
  let cells = 0
  for (let at = 0; at < text.length; at++) if (ENDS.has(text.charCodeAt(at))) cells++
  if (cells > CELLS_MAX) throw new AppError('DOCUMENT_UNREADABLE')
  const pieces: string[] = []
  let rows: string[][] = []
  const put = () => {
    if (rows.length > 0) pieces.push(tableText(rows))
    rows = []
  }
  Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    step: ({ data }) => {
      if (rows.push(data) === ROWS_AT_ONCE) put()
    },
  })
  put()
  return pieces.join('\n')
}
