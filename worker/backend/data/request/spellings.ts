const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
/** Digits of codes are written in small letters and in capital ones. */
const anyCase = (text: string): string => text.replaceAll(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** https://html.spec.whatwg.org/multipage/named-characters.html */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp|AMP',
  '<': 'lt|LT',
  '>': 'gt|GT',
  '"': 'quot|QUOT',
  "'": 'apos',
  '/': 'sol',
  '+': 'plus',
  '=': 'equals',
  '\\': 'bsol',
}
const LETTERS: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }

/** How often a spelling is spelled again. Without an end a long run of such signs would be gone through from each of them. */
const DEEP = '{0,8}'

/** A text in which each character is as it is or escaped, as scripts, pages and addresses do it, each in its own way. */
export const spellingOf = (text: string): RegExp => new RegExp([...text].map(waysOf).join(''), 'g')

function waysOf(character: string): string {
  const code = character.codePointAt(0)!
  const units = character.split('').map((unit) => hexOf(unit.charCodeAt(0), 4))
  const bytes = [...new TextEncoder().encode(character)].map((byte) => hexOf(byte, 2))
  const ways = [
    units.map((unit) => String.raw`\\${DEEP}\\u` + anyCase(unit)).join(''),
    bytes.map((byte) => `%(?:25)${DEEP}${anyCase(byte)}`).join(''),
    `&(?:amp;)${DEEP}#(?:0${DEEP}${code}|[xX]0${DEEP}${anyCase(hexOf(code, 1))});`,
    ...(character in ENTITIES ? [`&(?:amp;)${DEEP}(?:${ENTITIES[character]});`] : []),
    ...(character in LETTERS ? [String.raw`\\${DEEP}\\` + LETTERS[character]] : []),
    ...(character === ' ' ? [String.raw`\+`] : []),
    // Behind the codes, since a sign may begin its own.
    String.raw`\\${DEEP}` + quoted(character),
  ]
  return `(?:${ways.join('|')})`
}
