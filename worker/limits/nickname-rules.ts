import { hasBadWord, isNameAmong } from './bad-words.ts'
import { readAsLatin } from './look-alikes.ts'

/** `Dick` before another word is a first name, unless the two words form a vulgar phrase. */
const FIRST_NAME =
  /^dick (?!(?:head|suck|face|lick|pic|energy|cheese|size|weed|wad|hole|bag|rider|slap|in|on|up|your|my)(?:s|er|ers|ing|less)?\b)(?=["“]?\p{L}{2})/iu

const GROUPS = 'jew black white gay muslim mexican asian immigrant refugee arab indian christian women trans'.split(' ')
const SLURS =
  `gook coon pak+i pa?edo pedophile paedophile wetback beaner raghead towelhead jigaboo golliwog pussie dumbass(?:e)? darkie rapist kyke
  sandnigger zipperhead untermensch`.split(/\s+/)
const SWEAR_WORDS =
  `arschloch fotzen? hurensohn hure schlampe wichser missgeburt neger kanaken? schwuchtel judensau ficken puta pendejo cabron
  maricon mierda hijoputa hijueputa putain salope connard encule merde caralho buceta cazzo stronzo vaffanculo kurwa orospu siktir
  blyat cyka pizda klootzak`.split(/\s+/)

/**
 * Invisible characters, which can split a word. Unicode classifies some of them as letters. U+2800 is the Braille blank.
 */
const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Bidirectional overrides (U+202D, U+202E). They reverse the displayed text, so readers would see an unchecked word. */
const REVERSED = /[\u202d\u202e]/u

/** Symbols and slurs that the word list lacks, some spelled with digits it does not decode. */
const HATE =
  /(?<![\p{L}\p{N}])(?:(?:k[\s.]*){2,}k|14[\s/.-]*88|spics?)(?![\p{L}\p{N}])|n[il1!|][gq69]{2}(?:[e3]r|[a4@])|fa[gq]{2}[o0]t|[卐卍\u0fd5-\u0fd8]/iu

/** Insults against groups of people, and slurs as whole words. */
const INSULTS = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    String.raw`sieg\s?heil|heil\s\p{L}+|white\s?power|whites?\sonly`,
    String.raw`(?:(?:gas|kill|exterminate|death\sto)\s(?:all\s)?(?:the\s)?|(?:burn|hang|shoot|lynch|rape|hate)\s(?:all|the)\s)(?:${GROUPS.join('|')})s?`,
    String.raw`(?:${SLURS.join('|')})s?`,
  ].join('|')})(?!\p{L})`,
  'iu',
)

/** Swear words in other languages, as whole words. */
const FOREIGN = new RegExp(String.raw`(?<!\p{L})(?:${SWEAR_WORDS.join('|')})(?!\p{L})`, 'iu')
/** Stems of Russian swear words. */
const RUSSIAN =
  /(?<!\p{L})(?:ху[йяеёи](?!\p{L}*[шк]ов)|пизд|бля[дт]|[её]бан|[её]бат|[её]бл|пид[оа]р|шлюх|залуп|гандон|мудак)\p{L}*|(?<!\p{L})сук[аиу](?!\p{L})/iu

/** Links and domain names. A nickname must not advertise a site. */
const SITE =
  /https?:|(?<!\p{L})www\.|[\p{L}\p{N}-]{2,63}\.(?:com|net|org|info|biz|xyz|gg|io|ru|tv|cc|xxx|porn|shop|club|site|online|top|link|app|onlyfans)(?![\p{L}\p{N}])|(?<!\p{L})(?:t\.me|bit\.ly)(?!\p{L})|\p{L}\s?(?:\(dot\)|\[dot\]|\sdot\s)\s?com(?!\p{L})/iu

/** Slurs split by a space where two real words never would be. */
const GAPPED =
  /(?<!\p{L})(?:cu nt|c unt|f uck|fu ck|fuc k|motherf ucker|motherfu cker|motherfuc ker|ni gger|nig ger|nigg er)s?(?!\p{L})/iu

/**
 * Returns true if a nickname may appear in the Hall. Decodes leetspeak, look-alikes, repeated letters and separated
 * letters first. Harmless words that merely contain a bad one pass. worker/DECISIONS.md says why there is a filter.
 */
export function isAllowed(name: string): boolean {
  if (REVERSED.test(name) || SITE.test(name.normalize('NFKC'))) return false
  const isHateful = (spelling: string): boolean => {
    const spaced = spelling.replaceAll(/\s+/gu, ' ')
    const slur = INSULTS.exec(spaced)
    if (slur !== null && !isNameAmong(spaced, slur.index, slur.index + slur[0].length)) return true
    return [HATE, GAPPED, FOREIGN, RUSSIAN].some((pattern) => pattern.test(spaced))
  }
  return getSpellings(name).every((spelling) => !isHateful(spelling) && !hasBadWord(spelling.replace(FIRST_NAME, '')))
}

/** Leetspeak digits and signs with their letters. The digit 1 can be an i or an l. */
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  $: 's',
  '@': 'a',
}
const withLetters = (text: string, one: string): string =>
  text.replaceAll(/(?<=\p{L})[013457$@]|[013457$@](?=\p{L})/gu, (sign) => (sign === '1' ? one : LEET[sign]!))

/** Returns a nickname as written, with single letters joined, and without symbols, each in several decodings. */
function getSpellings(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(INVISIBLE, '')
  const joined = plain.replaceAll(
    /(?<![\p{L}\p{N}])[\p{L}\p{N}$@!](?:[^\p{L}\p{N}]+[\p{L}\p{N}$@!](?![\p{L}\p{N}]))+/gu,
    (run) => run.replaceAll(/[^\p{L}\p{N}$@!]+/gu, ''),
  )
  const unsigned = plain.replaceAll(/[^\p{L}\p{N}\s]+/gu, '')
  return [
    ...new Set(
      [plain, joined, unsigned].flatMap((spelling) => [
        spelling,
        readAsLatin(spelling),
        withLetters(spelling, 'i'),
        withLetters(spelling, 'l'),
      ]),
    ),
  ]
}
