import { readAsLatin } from './look-alikes.ts'

/** `Dick` before another word is a first name, unless the two say something together. */
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
 * Invisible characters, though some are letters by Unicode: they cut a word in pieces. U+2800 is a blank of Braille.
 */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Turn the letters of a word around where it is shown (U+202D, U+202E): what is judged would not be what is read. */
const TURNED = /[\u202d\u202e]/u

/** Signs and slurs that the word list does not know, and digits it does not read as letters. */
const HATE =
  /(?<![\p{L}\p{N}])(?:(?:k[\s.]*){2,}k|14[\s/.-]*88|spics?)(?![\p{L}\p{N}])|n[il1!|][gq69]{2}(?:[e3]r|[a4@])|fa[gq]{2}[o0]t|[卐卍\u0fd5-\u0fd8]/iu

/** Insults to groups of people, and slurs in a word of their own. */
const INSULTS = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    String.raw`sieg\s?heil|heil\s\p{L}+|white\s?power|whites?\sonly`,
    String.raw`(?:(?:gas|kill|exterminate|death\sto)\s(?:all\s)?(?:the\s)?|(?:burn|hang|shoot|lynch|rape|hate)\s(?:all|the)\s)(?:${GROUPS.join('|')})s?`,
    String.raw`(?:${SLURS.join('|')})s?`,
  ].join('|')})(?!\p{L})`,
  'iu',
)

/** Swear words of other languages, whole. */
const FOREIGN = new RegExp(String.raw`(?<!\p{L})(?:${SWEAR_WORDS.join('|')})(?!\p{L})`, 'iu')
/** Stems of Russian swear words. */
const RUSSIAN =
  /(?<!\p{L})(?:ху[йяеёи](?!\p{L}*[шк]ов)|пизд|бля[дт]|[её]бан|[её]бат|[её]бл|пид[оа]р|шлюх|залуп|гандон|мудак)\p{L}*|(?<!\p{L})сук[аиу](?!\p{L})/iu

/** A nickname advertises no site. */
const SITE =
  /https?:|(?<!\p{L})www\.|[\p{L}\p{N}-]{2,63}\.(?:com|net|org|info|biz|xyz|gg|io|ru|tv|cc|xxx|porn|shop|club|site|online|top|link|app|onlyfans)(?![\p{L}\p{N}])|(?<!\p{L})(?:t\.me|bit\.ly)(?!\p{L})|\p{L}\s?(?:\(dot\)|\[dot\]|\sdot\s)\s?com(?!\p{L})/iu

/** Slurs with a gap in them that no two words have by chance. */
const GAPPED =
  /(?<!\p{L})(?:cu nt|c unt|f uck|fu ck|fuc k|motherf ucker|motherfu cker|motherfuc ker|ni gger|nig ger|nigg er)s?(?!\p{L})/iu

/**
 * True if a nickname may stand in the Hall. Digits and signs that stand for letters, look-alikes, repeated letters and
 * letters with something between them are read as what they spell; words that only hold a bad one inside are let pass.
 * That there is a filter at all was decided here (worker/DECISIONS.md).
 */
export async function isAllowedNickname(name: string): Promise<boolean> {
  // Read when it is first needed: a Worker must start fast.
  const { hasBadWord, isNameAmong } = await import('./bad-words.ts')
  if (TURNED.test(name) || SITE.test(name.normalize('NFKC'))) return false
  const isHateful = (spelling: string): boolean => {
    const spaced = spelling.replaceAll(/\s+/gu, ' ')
    const slur = INSULTS.exec(spaced)
    if (slur !== null && !isNameAmong(spaced, slur.index, slur.index + slur[0].length)) return true
    return [HATE, GAPPED, FOREIGN, RUSSIAN].some((pattern) => pattern.test(spaced))
  }
  return getSpellings(name).every((spelling) => !isHateful(spelling) && !hasBadWord(spelling.replace(FIRST_NAME, '')))
}

/** Digits and signs as the letters that they stand for; a one is an i or an l. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
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
  text.replaceAll(/(?<=\p{L})[013457$@]|[013457$@](?=\p{L})/gu, (sign) => (sign === '1' ? one : WRITTEN_AS[sign]!))

/** Spellings of a nickname: as written, with single letters joined to words, and without signs inside words. */
function getSpellings(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(UNSEEN, '')
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
