import { isRecord } from '#shared/client/failure.ts'

/** The Workers AI binding's `run`. It ignores AbortSignal, so `signal` only prevents a call from starting. */
export type RunModel = (model: string, input: object, signal?: AbortSignal) => Promise<unknown>

export const PROVIDER = 'workers-ai'

/** The fields that every SDK response has. */
export const getResponseInfo = (modelId: string) => ({ warnings: [], response: { timestamp: new Date(), modelId } })

/** Reads the bytes of a model's response: a stream, a buffer, or base64 in `field`. */
export async function toBytes(response: unknown, field: string): Promise<Uint8Array> {
  if (response instanceof ReadableStream || response instanceof ArrayBuffer || response instanceof Uint8Array)
    return new Uint8Array(await new Response(response as BodyInit).arrayBuffer())
  const encoded = isRecord(response) ? response[field] : null
  if (typeof encoded !== 'string') throw new TypeError(`the Workers AI model returned no ${field}`)
  return Uint8Array.from(atob(encoded), (byte) => byte.codePointAt(0)!)
}

export function toBase64(bytes: Uint8Array | string): string {
  if (typeof bytes === 'string') return bytes
  // Encodes in pieces, because a call takes a limited number of arguments.
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
