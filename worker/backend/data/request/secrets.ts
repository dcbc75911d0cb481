import { AppError } from '#shared/client/errors.ts'

/** A secret that requests may use but not read, and the hosts (with unusual ports) that may receive it. */
export type Secret = { readonly value: string; readonly hosts: readonly string[] }
export type Secrets = Readonly<Record<string, Secret>>

/** Matches `{{name}}`, also URL-encoded and with blanks inside. */
const PLACE = /(?:\{|%7b){2}(?:\s|\+|%20)*([\w-]{1,64})(?:\s|\+|%20)*(?:\}|%7d){2}/gi

/** Returns the names of all secrets that a text refers to. */
export const findSecretNames = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name]) => name!)

/** @param write encodes the value for its destination */
export const withSecrets = (text: string, secrets: Secrets, write: (value: string) => string = String): string =>
  text.replaceAll(PLACE, (place, name: string) => (Object.hasOwn(secrets, name) ? write(secrets[name]!.value) : place))

/**
 * @throws AppError `VALIDATION_ERROR` for a name that is not configured, `FORBIDDEN` for a secret that must not reach
 *   this host or would travel unencrypted
 */
export function requireSecrets(names: readonly string[], secrets: Secrets, to: URL, mayBePlain: boolean): void {
  for (const name of names) {
    if (!Object.hasOwn(secrets, name))
      throw new AppError('VALIDATION_ERROR', undefined, {
        details: [{ path: name, message: 'is not a secret in DATA_SECRETS' }],
      })
    if (!secrets[name]!.hosts.includes(to.host) || (to.protocol !== 'https:' && !mayBePlain))
      throw new AppError('FORBIDDEN', 'This secret may not be sent to this host.')
  }
}

/** Redacts the given secrets in a text, in every spelling in which responses echo them. */
export function redact(text: string, names: readonly string[], secrets: Secrets): string {
  let safe = text
  for (const name of names)
    for (const form of getForms(secrets[name]!.value)) safe = safe.replace(toPattern(form), () => `{{${name}}}`)
  return safe
}

/**
 * Returns the spellings of a secret: unchanged, as bytes read as Latin-1, and in base64. The longest comes first,
 * because a shorter one may be a part of it.
 */
function getForms(value: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(value))
  const base64 = [btoa(bytes), ...[0, 1, 2].map((before) => base64Within(bytes, before))]
  const inUrl = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([value, bytes, ...base64, ...inUrl])].sort((a, b) => b.length - a.length)
}

const [BYTE_BITS, DIGIT_BITS] = [8, 6]

/**
 * Returns the base64 digits that stay the same whatever surrounds these bytes.
 *
 * @param before number of preceding bytes, modulo 3
 */
function base64Within(bytes: string, before: number): string {
  const from = Math.ceil((before * BYTE_BITS) / DIGIT_BITS)
  const to = Math.floor(((before + bytes.length) * BYTE_BITS) / DIGIT_BITS)
  return btoa('\0'.repeat(before) + bytes).slice(from, to)
}

const toHex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
/** Matches hexadecimal digits in either case. */
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

/** Repetition of nested escapes. The bound keeps matching linear on a long run of escape characters. */
const DEEP = '{0,8}'

/**
 * Returns a pattern for a text in which each character may be raw or escaped, in the style of scripts, pages or
 * addresses.
 */
const toPattern = (text: string): RegExp => new RegExp([...text].map(getSpellings).join(''), 'g')

function getSpellings(character: string): string {
  const code = character.codePointAt(0)!
  const units = character.split('').map((unit) => toHex(unit.charCodeAt(0), 4))
  const bytes = [...new TextEncoder().encode(character)].map((byte) => toHex(byte, 2))
  const ways = [
    units.map((unit) => String.raw`\\${DEEP}\\u` + anyCase(unit)).join(''),
    bytes.map((byte) => `%(?:25)${DEEP}${anyCase(byte)}`).join(''),
    `&(?:amp;)${DEEP}#(?:0${DEEP}${code}|[xX]0${DEEP}${anyCase(toHex(code, 1))});`,
    ...(character in ENTITIES ? [`&(?:amp;)${DEEP}(?:${ENTITIES[character]});`] : []),
    ...(character in LETTERS ? [String.raw`\\${DEEP}\\` + LETTERS[character]] : []),
    ...(character === ' ' ? [String.raw`\+`] : []),
    // Comes last, because a character may begin its own code: `%` begins `%25`.
    String.raw`\\${DEEP}` + quoted(character),
  ]
  return `(?:${ways.join('|')})`
}
