import { contentTypeOf, decodeText } from '../documents/decode-text.ts'

/** What an answer's body is given back as: JSON as a value, text as text, all else in base64. */
export type AnswerBody = { readonly body: unknown; readonly bodyEncoding?: 'base64' }

const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-www-form-urlencoded|x-ndjson)$)/

/** @param clean takes out what must not be seen */
export function bodyOf(bytes: Uint8Array, headers: Headers, clean: (text: string) => string): AnswerBody {
  const { type, charset } = contentTypeOf(headers.get('content-type') ?? '')
  const text = TEXTUAL.test(type) ? decodeText(bytes, charset) : utf8Of(bytes)
  if (text === null) return { body: btoa(clean(latin1Of(bytes))), bodyEncoding: 'base64' }
  const parsed = /\bjson$/.test(type) ? jsonOf(text) : undefined
  return { body: parsed === undefined ? clean(text) : cleanedJson(parsed, clean) }
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Undefined for what is no JSON. */
function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Read first and cleaned then: JSON spells one text in many ways. A number may be a secret too. */
function cleanedJson(json: Json, clean: (text: string) => string): Json {
  if (typeof json === 'string') return clean(json)
  if (typeof json === 'number') return clean(String(json)) === String(json) ? json : clean(String(json))
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((one: Json) => cleanedJson(one, clean))
  return Object.fromEntries(Object.entries(json).map(([key, one]) => [clean(key), cleanedJson(one, clean)]))
}

/** Null for what is not text in UTF-8. */
function utf8Of(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}

const PIECE = 8192

function latin1Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return text
}
