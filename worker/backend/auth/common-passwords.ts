/** The most common passwords, as bare letters. Rules find their variants with digits and signs, and keyboard walks. */
const WORDS = new Set(
  `password passwort passwd pass iloveyou loveyou sunshine princess football soccer baseball basketball hockey superman
   batman spiderman starwars welcome trustno trustnoone whatever letmein login master monkey dragon shadow michael michelle
   jennifer jessica jordan charlie daniel thomas andrew robert joshua matthew ashley amanda nicole hunter ranger buster
   killer pepper ginger summer winter spring autumn january february march april june july august september october
   november december monday tuesday wednesday thursday friday saturday sunday computer internet samsung google facebook
   linkedin apple android microsoft windows pokemon minecraft fortnite liverpool chelsea arsenal barcelona mustang
   corvette ferrari mercedes porsche touchdown quarterback superbowl cowboys patriots steelers packers eagles fantasy
   fantasyfootball fantasycards champion champions admin administrator root user guest test testing changeme secret
   hello hallo flower cheese cookie chocolate banana orange purple silver golden diamond freedom forever jesus angel
   motdepasse contraseña contrasena abc abcd abcdef asd asdf qwe qwer qwert qwerty azerty zxcv zaq love baby money
   family happy lucky house tigger butterfly snoopy mickey naruto matrix phoenix thunder hockey lakers yankees`.split(
    /\s+/,
  ),
)

/** A password with this many unpredictable characters or fewer is still common. */
const REST_MAX_LETTERS = 3

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
}
const ROWS = [
  '`1234567890-=',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'azertyuiop',
  'qwertzuiop',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
]
const COLUMNS = [
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik,',
  '9ol.',
  'q1',
  'w2',
  'e3',
  'r4',
  't5',
  'a1',
  'b2',
  'c3',
  'd4',
  'zaq1',
  'xsw2',
  'cde3',
]
const WALKS = [
  ...ROWS,
  ...ROWS.map((row) => [...row].toReversed().join('')),
  ...COLUMNS,
  ...COLUMNS.map((row) => [...row].toReversed().join('')),
]
/** Two adjacent keys are too common to count as a walk. */
const WALK_MIN_KEYS = 3

/**
 * True for a common password: a common word, also with digits and signs around it or in place of letters, or only
 * keyboard walks and repetitions.
 *
 * @param folded the password in lower case; an empty one is common
 */
export function isCommon(folded: string): boolean {
  const bare = folded.replaceAll(/^[\d\W_]+|(?<![\d\W_])[\d\W_]+$/g, '')
  if (bare === '') return isPredictable(folded)
  const spellings = [bare, undoLeet(folded), undoLeet(bare), undoLeet(folded.replace(/(?<![\d\W_])[\d\W_]+$/, ''))]
  const isWord = spellings.some((word) => WORDS.has(word.replaceAll(/[^\p{L}]/gu, '')))
  return isWord || isPredictable(folded) || isPredictable(bare)
}

const undoLeet = (text: string): string => [...text].map((sign) => LEET[sign] ?? sign).join('')

/** True if few characters remain after keyboard walks and repetitions are removed. */
function isPredictable(text: string): boolean {
  let [rest, at] = [0, 0]
  while (at < text.length) {
    const steps = longestWalk(text.slice(at))
    if (steps === 0) rest++
    at += Math.max(1, steps)
  }
  return rest <= REST_MAX_LETTERS
}

/** Returns the length of the keyboard walk or repetition at the start of a text, or 0 if it is too short to count. */
function longestWalk(text: string): number {
  let longest = /^(.)\1*/su.exec(text)?.[0].length ?? 0
  for (const walk of WALKS)
    for (let length = Math.min(walk.length, text.length); length > longest; length--)
      if (walk.includes(text.slice(0, length))) longest = length
  return longest < WALK_MIN_KEYS ? 0 : longest
}
