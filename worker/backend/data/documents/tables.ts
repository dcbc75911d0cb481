import Papa from 'papaparse'
import { AppError } from '#shared/client/errors.ts'

/** Returns one line per row, with tabs between cells. Line breaks and tabs within a cell become spaces. */
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

/** Returns the day, with the time unless it is midnight. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = date.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}

const CELLS_MAX = 1_000_000
/** Rows joined at a time. Joining millions of pieces takes many times the memory of the text. */
const ROWS_AT_ONCE = 1000
/** Characters that may end a cell. The count includes the same characters within a cell. */
const ENDS = new Set([...',;\t|\n\r'].map((sign) => sign.charCodeAt(0)))

/**
 * Converts values separated by commas, semicolons, tabs or bars, with quotes as in RFC 4180.
 * @throws AppError `DOCUMENT_UNREADABLE` when it may hold a million cells, each of which takes many times its text
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
