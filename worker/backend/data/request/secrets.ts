import { AppError } from '#shared/client/errors.ts'

/** A secret that requests may use but not read, and the hosts that it may be sent to, with any unusual port. */
export type Secret = { readonly value: string; readonly hosts: readonly string[] }
export type Secrets = Readonly<Record<string, Secret>>

/** `{{name}}`, also as an address spells it and its blanks. */
const PLACE = /(?:\{|%7b){2}(?:\s|\+|%20)*([\w-]{1,64})(?:\s|\+|%20)*(?:\}|%7d){2}/gi

/** The names of all secrets that a text asks for. */
export const secretsIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name]) => name!)

/** @param write how the value is spelled where it goes */
export const withSecrets = (text: string, secrets: Secrets, write: (value: string) => string = String): string =>
  text.replaceAll(PLACE, (place, name: string) => (Object.hasOwn(secrets, name) ? write(secrets[name]!.value) : place))

/**
 * @throws AppError `VALIDATION_ERROR` for a name that is not configured, `FORBIDDEN` for a secret that this host is not
 *   to know or that would travel in the clear
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

/** Takes the values of the given secrets out of a text, in every spelling that answers echo them in. */
export function redact(text: string, names: readonly string[], secrets: Secrets): string {
  let safe = text
  for (const name of names)
    for (const form of getForms(secrets[name]!.value)) safe = safe.replace(toPattern(form), () => `{{${name}}}`)
  return safe
}

/**
 * Spellings of a secret: as it is, as bytes read as Latin-1, and in base64. Longest first: a shorter one may be a part
 * of it.
 */
function getForms(value: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(value))
  const base64 = [btoa(bytes), ...[0, 1, 2].map((before) => base64Within(bytes, before))]
  const inUrl = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([value, bytes, ...base64, ...inUrl])].sort((a, b) => b.length - a.length)
}

const [BYTE_BITS, DIGIT_BITS] = [8, 6]

/**
 * The digits of base64 that are the same whatever stands around these bytes.
 *
 * @param before how many bytes do, modulo 3
 */
function base64Within(bytes: string, before: number): string {
  const from = Math.ceil((before * BYTE_BITS) / DIGIT_BITS)
  const to = Math.floor(((before + bytes.length) * BYTE_BITS) / DIGIT_BITS)
  return btoa('\0'.repeat(before) + bytes).slice(from, to)
}

const toHex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
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

/** Repetition of escapes within escapes. It is bounded, so that a long run of such signs stays linear. */
const DEEP = '{0,8}'

/**
 * A text in which each character is as it is or escaped, as scripts, pages and addresses do it, each in its own way.
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
    // Behind the codes, since a sign may begin its own.
    String.raw`\\${DEEP}` + quoted(character),
  ]
  return `(?:${ways.join('|')})`
}
