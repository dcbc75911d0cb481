/** A PDF value (ISO 32000-1, 7.3). Strings hold one character per byte. */
export type PdfValue =
  | { readonly kind: 'name' | 'string' | 'other'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly PdfValue[] }
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, PdfValue> }

const DEPTH_MAX = 8
const BLANKS = /(?:[\s\0]|%[^\r\n]*)*/y
const NAME = /\/([^\s\0/[\]<>(){}%]*)/y
const OTHER = /[^\s\0/[\]<>(){}%]+/y
const HEX = /<([0-9a-fA-F\s]*)>/y
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** @returns the value at a position of a file's text, or null if there is none */
export function readPdfValue(text: string, at: number): PdfValue | null {
  const reader = { text, at }
  return readValue(reader, 0)
}

type Reader = { readonly text: string; at: number }

function take(reader: Reader, token: RegExp): RegExpExecArray | null {
  token.lastIndex = reader.at
  const found = token.exec(reader.text)
  if (found !== null) reader.at = token.lastIndex
  return found
}

function readValue(reader: Reader, depth: number): PdfValue | null {
  if (depth > DEPTH_MAX) return null
  take(reader, BLANKS)
  const { text, at } = reader
  if (text.startsWith('<<', at)) return readDictionary(reader, depth)
  switch (text[at]) {
    case '/':
      return { kind: 'name', text: unescapeName(take(reader, NAME)![1]!) }
    case '<': {
      const hex = take(reader, HEX)?.[1]?.replaceAll(/\s/g, '')
      if (hex === undefined) return null
      const pairs = (hex + '0'.repeat(hex.length % 2)).match(/../g) ?? []
      return { kind: 'string', text: pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('') }
    }
    case '(':
      return readLiteral(reader)
    case '[': {
      reader.at++
      const items = readItems(reader, ']', depth)
      return items === null ? null : { kind: 'list', items }
    }
    default: {
      const other = take(reader, OTHER)
      return other === null ? null : { kind: 'other', text: other[0] }
    }
  }
}

function readItems(reader: Reader, end: string, depth: number): PdfValue[] | null {
  const items: PdfValue[] = []
  for (;;) {
    take(reader, BLANKS)
    if (reader.text.startsWith(end, reader.at)) {
      reader.at += end.length
      return items
    }
    const item = readValue(reader, depth + 1)
    if (item === null) return null
    items.push(item)
  }
}

/** Skips to the next name after each value, because a reference is three items. */
function readDictionary(reader: Reader, depth: number): PdfValue | null {
  reader.at += 2
  const items = readItems(reader, '>>', depth)
  if (items === null) return null
  const entries = new Map<string, PdfValue>()
  for (let i = 0; i + 1 < items.length;) {
    const [key, value] = [items[i]!, items[i + 1]!]
    if (key.kind === 'name' && !entries.has(key.text)) entries.set(key.text, value)
    i += key.kind === 'name' ? 2 : 1
  }
  return { kind: 'dictionary', entries }
}

function readLiteral(reader: Reader): PdfValue | null {
  const { text } = reader
  const pieces: string[] = []
  for (let [at, depth] = [reader.at + 1, 1]; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '\\') {
      const [octal] = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4)) ?? []
      const next = text[at + 1] ?? ''
      if (octal !== undefined) pieces.push(String.fromCharCode(Number.parseInt(octal, 8) & 255))
      else if (next !== '\n' && next !== '\r') pieces.push(ESCAPES[next] ?? next)
      at += octal?.length ?? (text.startsWith('\r\n', at + 1) ? 2 : 1)
      continue
    }
    if (sign === '(') depth++
    if (sign === ')' && --depth === 0) {
      reader.at = at + 1
      return { kind: 'string', text: pieces.join('') }
    }
    pieces.push(sign)
  }
  return null
}

/** Decodes the codes in a name: `/Fi#6cter`. */
export const unescapeName = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
