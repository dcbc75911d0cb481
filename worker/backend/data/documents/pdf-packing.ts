/** Characters that end a name or a number. ISO 32000-1, 7.2 */
const END = String.raw`(?![^\s\0/\[\]<>()%])`
const PICTURE = 'DCTDecode|DCT|JPXDecode|CCITTFaxDecode|CCF|JBIG2Decode'

const KEYS = new RegExp(`/(Filter|F|Columns|Colors)${END}`, 'g')
const FLATE = new RegExp(`/(?:FlateDecode|Fl)${END}`, 'y')
const TEXT_ENCODED = new RegExp(`/(?:ASCII85Decode|A85|ASCIIHexDecode|AHx)${END}`, 'y')
/** Security handlers are declared as filters too. Readers do not decode a stream with this name. */
const STANDARD = new RegExp(`/Standard${END}`, 'y')
const IMAGE_ENCODED = new RegExp(`/(?:${PICTURE})${END}`, 'y')
const PACKED = /\/(?:FlateDecode|Fl|LZW|RL|RunLength|A85|ASCII|AHx|Brotli)/y
const SMALL = new RegExp(String.raw`\d{1,5}${END}`, 'y')
const [NUMBER, BLANKS, NULL, OPEN, CLOSE, REFERENCE] = [/\d+/y, /[\s\0]*/y, /null/y, /\[/y, /\]/y, /R/y]

/** Allowed filter lists: up to two text encodings, then at most one compression, then at most one image format. */
const LISTS = [[], [TEXT_ENCODED], [TEXT_ENCODED, TEXT_ENCODED]].flatMap((written) =>
  [[], [FLATE], [IMAGE_ENCODED], [FLATE, IMAGE_ENCODED]].map((packed) => [...written, ...packed, CLOSE]),
)

/** Returns the end of the token that begins here, or null. */
function after(token: RegExp, text: string, at: number | null): number | null {
  if (at === null) return null
  token.lastIndex = at
  return token.test(text) ? token.lastIndex : null
}

/**
 * True when streams of a PDF may unpack to more than we can count: chained compressions, other filters, or endless
 * rows. Text encodings (ASCII85, hexadecimal) are decoded before the count.
 *
 * @param text one character per byte, with the codes in names decoded
 */
export function hasOddPacking(text: string): boolean {
  const skip = createGaps(text)
  /** Matches several tokens, with gaps allowed between them. */
  const all = (at: number | null, ...tokens: readonly RegExp[]): number | null =>
    tokens.reduce((from, token) => after(token, text, skip(from)), at)
  const listed = (at: number | null) => LISTS.some((tokens) => all(at, ...tokens) !== null)

  for (const { index, 0: key, 1: name } of text.matchAll(KEYS)) {
    const at = index + key.length
    const list = all(at, OPEN)
    const refers = (from: number | null) => all(from, NUMBER, NUMBER, REFERENCE) !== null
    if (name === 'F' && (refers(at) || all(list ?? at, PACKED) !== null)) return true
    if (
      name === 'Filter' &&
      [TEXT_ENCODED, FLATE, IMAGE_ENCODED, STANDARD, NULL].every((one) => all(at, one) === null) &&
      !listed(list)
    )
      return true
    if ((name === 'Columns' || name === 'Colors') && (all(at, SMALL) === null || refers(at))) return true
  }
  return false
}

/**
 * Returns a function that returns the offset after whitespace and comments. Each comment is scanned once, which keeps
 * this linear.
 */
function createGaps(text: string): (at: number | null) => number | null {
  const found = new Map<number, number>()
  let line = { from: 0, end: -1 }
  const endOfLine = (at: number): number => {
    if (at < line.from || at > line.end) line = { from: at, end: at + text.slice(at).search(/[\r\n]|$/) }
    return line.end
  }
  return (from) => {
    const lineEnds: number[] = []
    let at = from === null ? null : after(BLANKS, text, from)
    while (at !== null && text[at] === '%') {
      const end = endOfLine(at)
      lineEnds.push(end)
      at = found.get(end) ?? after(BLANKS, text, end)
    }
    if (at !== null) for (const end of lineEnds) found.set(end, at)
    return at
  }
}
