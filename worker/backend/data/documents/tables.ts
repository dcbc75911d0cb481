import Papa from 'papaparse'

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

/** Values apart by commas, semicolons, tabs or bars, whichever it is; quotes as RFC 4180 has them. */
export const csvText = (text: string): string =>
  tableText(Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data)
