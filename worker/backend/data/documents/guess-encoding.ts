import chardet from 'chardet'

/** Legacy encodings that are still met, the most common first, by the names under which the detector knows them. */
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
/** The confidence that the detector gives any text that a double-byte encoding could hold. */
const BASE_CONFIDENCE = 10
/** The weight of word shapes beside the detector's confidence of 0 to 100, which knows languages. */
const SHAPE_WEIGHT = 150

/**
 * The legacy encoding that a text without any label is most likely in. The detector compares runs of letters with
 * those of languages, which says little about a short table: the shape of the words counts as well.
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
/** Controls, private characters and half-width letters are what a wrong encoding makes of sound text. */
const DAMAGED = /[\p{Cc}\p{Co}\p{Cn}\ufffd\uff61-\uff9f]/u
/** Signs within words, and a small letter before a capital one. */
const BROKEN_WORD =
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\s\0-\x7f’·\u{200c}-\u{200d}-]+(?=\p{L})|(?<=\p{Ll})(?=[^\0-\x7f])\p{Lu}/gu
/** Latin words have letters without marks. */
const MARKED_WORD = /(?<!\p{L})(?:(?![a-z])\p{Script=Latin}){4,}(?!\p{L})/giu
/** Letters of two scripts in one word. */
const MIXED_WORD = /(?<=\p{Script=Latin})(?!\p{Script=Latin})\p{L}|(?<=\p{L})(?<!\p{Script=Latin})\p{Script=Latin}/gu

/** A mark without a letter to stand on. */
const LOOSE_MARK = /(?<![\p{L}\p{M}])\p{M}/gu

/** The share of a text's characters beyond ASCII that stand where such characters stand in sound text. */
function measureShape(text: string): number {
  const characters = text.match(BEYOND_ASCII) ?? []
  if (characters.length === 0) return 1
  const damaged = characters.filter((character) => DAMAGED.test(character)).length
  const inWords = [BROKEN_WORD, MARKED_WORD, MIXED_WORD, LOOSE_MARK].flatMap((pattern) => text.match(pattern) ?? [])
  const misplaced = inWords.reduce((sum, match) => sum + match.length, 0)
  return 1 - Math.min(1, (3 * damaged + misplaced) / characters.length)
}
