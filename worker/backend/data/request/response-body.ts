import { AppError } from '#shared/client/errors.ts'
import { getExactText, parseLiteral } from '#worker/http/exact-json.ts'
import { parseContentType } from '../documents/content-type.ts'
import { decodeText } from '../documents/decode-text.ts'

/** A response body for the caller: JSON as a value, text as text, anything else in base64. */
export type ResponseBody = { readonly body: unknown; readonly bodyEncoding?: 'base64' }

const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-www-form-urlencoded|x-ndjson)$)/

/**
 * Converts a response body for the caller.
 *
 * @param clean redacts secrets
 * @throws AppError `UPSTREAM_FAILED` for JSON that nests too deeply to pass on
 */
export function toResponseBody(bytes: Uint8Array, headers: Headers, clean: (text: string) => string): ResponseBody {
  const { type, charset } = parseContentType(headers.get('content-type') ?? '')
  const text = TEXTUAL.test(type) ? decodeText(bytes, { charset, isPage: type.includes('html') }) : decodeUtf8(bytes)
  if (text === null) return { body: btoa(clean(decodeLatin1(bytes))), bodyEncoding: 'base64' }
  const parsed = /\bjson$/.test(type) ? parseJson(text) : undefined
  return { body: parsed === undefined ? clean(text) : cleanedJson(parsed, clean) }
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** JSON parsers and serializers recurse once per level. */
const DEPTH_MAX = 100

/** Returns undefined for text that is not JSON. Numbers keep their exact spelling. */
function parseJson(text: string): Json | undefined {
  if (measureDepth(text) > DEPTH_MAX)
    throw new AppError('UPSTREAM_FAILED', `The response is JSON with more than ${DEPTH_MAX} levels.`)
  try {
    return parseLiteral(text) as Json
  } catch {
    return undefined
  }
}

/** Redacts values after parsing, because JSON can spell one text in many ways. A number may be a secret too. */
function cleanedJson(json: Json, clean: (text: string) => string): Json {
  if (typeof json === 'string') return clean(json)
  if (typeof json === 'number') return clean(String(json)) === String(json) ? json : clean(String(json))
  const exact = getExactText(json)
  if (exact !== null) return clean(exact) === exact ? json : clean(exact)
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((one: Json) => cleanedJson(one, clean))
  return Object.fromEntries(Object.entries(json).map(([key, one]) => [clean(key), cleanedJson(one, clean)]))
}

/** Returns the nesting depth of a JSON text: the most lists and objects that are open at once. */
function measureDepth(text: string): number {
  let [depth, deepest, isText] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (isText && mark === '\\') at++
    else if (mark === '"') isText = !isText
    else if (!isText && (mark === '[' || mark === '{')) deepest = Math.max(deepest, ++depth)
    else if (!isText && (mark === ']' || mark === '}')) depth--
  }
  return deepest
}

/** Returns null for bytes that are not UTF-8 text. */
function decodeUtf8(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}

const PIECE = 8192

function decodeLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return text
}
