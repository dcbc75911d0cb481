import { readAsLatin } from './look-alikes.ts'

/** `Dick` before another word is a first name, unless the two say something together. */
const FIRST_NAME =
  /^dick (?!(?:head|suck|face|lick|pic|energy|cheese|size|weed|wad|hole|bag|rider|slap|in|on|up|your|my)(?:s|er|ers|ing|less)?\b)(?=["“]?\p{L}{2})/iu

/** Invisible characters, though some are letters by Unicode: they cut a word in pieces. U+2800 is a blank of Braille. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Turn the letters of a word around where it is shown (U+202D, U+202E): what is judged would not be what is read. */
const TURNED = /[\u202d\u202e]/u

/** Signs and slurs that the word list does not know, and digits it does not read as letters. */
const HATE =
  /(?<![\p{L}\p{N}])(?:(?:k[\s.]*){2,}k|14[\s/.-]*88|spics?)(?![\p{L}\p{N}])|n[il1!|][g69]{2}(?:[e3]r|[a4@])|[卐卍\u0fd5-\u0fd8]/iu

/** Slurs with a gap in them that no two words have by chance. */
const GAPPED =
  /(?<!\p{L})(?:cu nt|c unt|f uck|fu ck|fuc k|motherf ucker|motherfu cker|motherfuc ker|ni gger|nig ger|nigg er)s?(?!\p{L})/iu

/**
 * Whether a nickname may stand in the Hall. Digits and signs that stand for letters, look-alikes, repeated letters and
 * letters with something between them are read as what they spell; words that only hold a bad one inside are let pass.
 * That there is a filter at all was decided here (worker/README.md, _Decisions_).
 */
export async function isAllowedNickname(name: string): Promise<boolean> {
  // Read when it is first needed: a Worker must start fast.
  const { BAD_WORDS } = await import('./bad-words.ts')
  if (TURNED.test(name)) return false
  return spellingsOf(name).every(
    (spelling) => !isHateful(spelling) && !BAD_WORDS.hasMatch(spelling.replace(FIRST_NAME, '')),
  )
}

const isHateful = (spelling: string): boolean => HATE.test(spelling) || GAPPED.test(spelling.replaceAll(/\s+/gu, ' '))

/** As it is written, with letters that stand alone joined to words, and without signs inside words. */
function spellingsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(UNSEEN, '')
  const joined = plain.replaceAll(
    /(?<![\p{L}\p{N}])[\p{L}\p{N}$@!](?:[^\p{L}\p{N}]+[\p{L}\p{N}$@!](?![\p{L}\p{N}]))+/gu,
    (run) => run.replaceAll(/[^\p{L}\p{N}$@!]+/gu, ''),
  )
  const unsigned = plain.replaceAll(/[^\p{L}\p{N}\s]+/gu, '')
  return [...new Set([plain, joined, unsigned].flatMap((spelling) => [spelling, readAsLatin(spelling)]))]
}
