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

/** A text in which each character is as it is or escaped, as scripts, pages and addresses do it, each in its own way. */
export const spellingOf = (text: string): RegExp => new RegExp([...text].map(waysOf).join(''), 'g')

function waysOf(character: string): string {
  const code = character.codePointAt(0)!
  const units = character.split('').map((unit) => hexOf(unit.charCodeAt(0), 4))
  const bytes = [...new TextEncoder().encode(character)].map((byte) => hexOf(byte, 2))
  const ways = [
    units.map((unit) => String.raw`\\+u` + anyCase(unit)).join(''),
    bytes.map((byte) => `%(?:25)*${anyCase(byte)}`).join(''),
    `&(?:amp;)*#(?:0*${code}|[xX]0*${anyCase(hexOf(code, 1))});`,
    ...(character in ENTITIES ? [`&(?:amp;)*(?:${ENTITIES[character]});`] : []),
    ...(character in LETTERS ? [String.raw`\\+` + LETTERS[character]] : []),
    ...(character === ' ' ? [String.raw`\+`] : []),
    // Behind the codes, since a sign may begin its own.
    String.raw`\\*` + quoted(character),
  ]
  return `(?:${ways.join('|')})`
}
