/** `<c r="AB12">`, and rows by number. Anything may stand before the letter of a name. */
const CELL = /<(?:[\w.-]+:)?c[\s/>]/g
const ROW = /<(?:[\w.-]+:)?row[\s/>]/
const PLACE = /\sr\s*=\s*["']\s*([a-z]*)(\d*)/gi
/** A place that is spelled so that only a parser reads it. */
const HIDDEN_PLACE = /\sr\s*=\s*["'][^"'<]*&/i

const LETTERS = 26

/**
 * How many cells a reader fills in for a sheet: a sheet with a single one in its last corner is a rectangle of 17
 * billion.
 *
 * @returns never too few; infinity for a place that is written to be overlooked
 */
export function cellsOf(xml: string): number {
  if (HIDDEN_PLACE.test(xml)) return Number.POSITIVE_INFINITY
  const rows = xml.split(ROW)
  let [height, width] = [rows.length, 0]
  for (const row of rows) width = Math.max(width, row.match(CELL)?.length ?? 0)
  for (const [, letters = '', digits = ''] of xml.matchAll(PLACE)) {
    height = Math.max(height, Number(digits))
    width = Math.max(width, columnOf(letters))
  }
  // Cells without a place stand behind the last one that has one.
  return height * width * 2
}

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((column, letter) => column * LETTERS + letter.charCodeAt(0) - 64, 0)
