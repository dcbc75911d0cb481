/**
 * The passwords that are tried first, in bare letters. Their decorations and everything on the keyboard's rows are
 * found by rule.
 */
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

/** Fewer letters than these beside a word make no password of it. */
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
/** A pair of keys side by side says nothing yet. */
const WALK_MIN_KEYS = 3

/**
 * True if a password is one that everybody tries: a common word with digits and signs around it or for its letters,
 * or nothing but walks over the keyboard.
 *
 * @param folded in lower case; nothing at all is common too
 */
export function isCommon(folded: string): boolean {
  const bare = folded.replaceAll(/^[\d\W_]+|(?<![\d\W_])[\d\W_]+$/g, '')
  if (bare === '') return isWorn(folded)
  const spelled = [bare, undone(folded), undone(bare), undone(folded.replace(/(?<![\d\W_])[\d\W_]+$/, ''))]
  return spelled.some((word) => WORDS.has(word.replaceAll(/[^\p{L}]/gu, ''))) || isWorn(folded) || isWorn(bare)
}

const undone = (text: string): string => [...text].map((sign) => LEET[sign] ?? sign).join('')

/** True if little is left of a text without the walks over the keyboard in it and what repeats. */
function isWorn(text: string): boolean {
  let [rest, at] = [0, 0]
  while (at < text.length) {
    const steps = longestWalk(text.slice(at))
    if (steps === 0) rest++
    at += Math.max(1, steps)
  }
  return rest <= REST_MAX_LETTERS
}

/**
 * Number of characters from the first that are keys in a row, or the first one again and again; 0 for fewer than count.
 */
function longestWalk(text: string): number {
  let longest = /^(.)\1*/su.exec(text)?.[0].length ?? 0
  for (const walk of WALKS)
    for (let length = Math.min(walk.length, text.length); length > longest; length--)
      if (walk.includes(text.slice(0, length))) longest = length
  return longest < WALK_MIN_KEYS ? 0 : longest
}
