import { contentTypeOf, decodeText } from '../documents/decode-text.ts'

/** What an answer's body is given back as: JSON as a value, text as text, all else in base64. */
export type AnswerBody = { readonly body: unknown; readonly bodyEncoding?: 'base64' }

const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-www-form-urlencoded|x-ndjson)$)/

/** @param clean takes out what must not be seen */
export function bodyOf(bytes: Uint8Array, headers: Headers, clean: (text: string) => string): AnswerBody {
  const { type, charset } = contentTypeOf(headers.get('content-type') ?? '')
  const text = TEXTUAL.test(type) ? decodeText(bytes, charset) : utf8Of(bytes)
  if (text === null) return { body: btoa(clean(latin1Of(bytes))), bodyEncoding: 'base64' }
  const cleaned = clean(text)
  if (!/\bjson$/.test(type)) return { body: cleaned }
  try {
    return { body: JSON.parse(cleaned) }
  } catch {
    return { body: cleaned }
  }
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
