import chardet from 'chardet'

/** Legacy encodings still in use, most common first, with the detector's names for them. */
const LEGACY: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': ['windows-1252', 'ISO-8859-1'],
  'windows-1251': ['windows-1251'],
  shift_jis: ['Shift_JIS'],
  gb18030: ['GB18030'],
  'euc-kr': ['EUC-KR'],
  big5: ['Big5'],
  'euc-jp': ['EUC-JP'],
  'windows-1250': ['windows-1250'],
  'iso-8859-2': ['ISO-8859-2'],
  'windows-1254': ['windows-1254', 'ISO-8859-9'],
  'windows-1253': ['windows-1253', 'ISO-8859-7'],
  'windows-1255': ['windows-1255', 'ISO-8859-8'],
  'windows-1256': ['windows-1256'],
  'windows-1257': ['windows-1257'],
  'koi8-r': ['KOI8-R'],
}

const GUESSED_BYTES = 16 * 1024
/** Confidence that the detector gives any text that a double-byte encoding could hold. */
const BASE_CONFIDENCE = 10
/** Weight of word shapes relative to the detector's language confidence of 0 to 100. */
const SHAPE_WEIGHT = 150

/**
 * Returns the most likely legacy encoding of an unlabeled text. The detector compares letter sequences with those of
 * languages, which says little about a short table. The shape of the words therefore counts as well.
 */
export function guessEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const from = Math.max(0, first - GUESSED_BYTES / 2)
  const sample = bytes.subarray(from, from + GUESSED_BYTES)
  const confidences = new Map(chardet.analyse(sample).map(({ name, confidence }) => [name as string, confidence]))
  let [best, most] = ['windows-1252', Number.NEGATIVE_INFINITY]
  for (const [encoding, names] of Object.entries(LEGACY)) {
    const confidence = Math.max(...names.map((name) => confidences.get(name) ?? 0))
    const text = decoded(sample, encoding)
    const score = SHAPE_WEIGHT * measureShape(text) + (confidence > BASE_CONFIDENCE ? confidence : 0)
    if (score > most) [best, most] = [encoding, score]
  }
  return best
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return '\ufffd'
  }
}

const BEYOND_ASCII = /[^\0-\x7f]/gu
/**
 * Controls, private-use characters and half-width letters, which appear when text is decoded with the wrong encoding.
 */
const DAMAGED = /[\p{Cc}\p{Co}\p{Cn}\ufffd\uff61-\uff9f]/u
/** Symbols within words, and a lower-case letter before a non-ASCII capital. */
const BROKEN_WORD =
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\s\0-\x7f’·\u{200c}-\u{200d}-]+(?=\p{L})|(?<=\p{Ll})(?=[^\0-\x7f])\p{Lu}/gu
/** Latin words without a single unaccented letter, which real words have. */
const MARKED_WORD = /(?<!\p{L})(?:(?![a-z])\p{Script=Latin}){4,}(?!\p{L})/giu
/** Letters of two scripts in one word. */
const MIXED_WORD = /(?<=\p{Script=Latin})(?!\p{Script=Latin})\p{L}|(?<=\p{L})(?<!\p{Script=Latin})\p{Script=Latin}/gu

/** Combining marks without a base letter. */
const LOOSE_MARK = /(?<![\p{L}\p{M}])\p{M}/gu

/** Returns the share of non-ASCII characters that appear in plausible places. */
function measureShape(text: string): number {
  const characters = text.match(BEYOND_ASCII) ?? []
  if (characters.length === 0) return 1
  const damaged = characters.filter((character) => DAMAGED.test(character)).length
  const inWords = [BROKEN_WORD, MARKED_WORD, MIXED_WORD, LOOSE_MARK].flatMap((pattern) => text.match(pattern) ?? [])
  const misplaced = inWords.reduce((sum, match) => sum + match.length, 0)
  return 1 - Math.min(1, (3 * damaged + misplaced) / characters.length)
}
