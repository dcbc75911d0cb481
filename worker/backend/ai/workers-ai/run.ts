import { isRecord } from '#shared/client/failure.ts'

/** The platform's binding, as far as it is used. Its calls listen to no signal: it only keeps them from beginning. */
export type RunModel = (model: string, input: object, signal?: AbortSignal) => Promise<unknown>

export const PROVIDER = 'workers-ai'

/** The fields that every answer has. */
export const getResponseInfo = (modelId: string) => ({ warnings: [], response: { timestamp: new Date(), modelId } })

/** Models answer with bytes as a stream, or as base64 in a field that the kind of model names. */
export async function toBytes(answer: unknown, field: string): Promise<Uint8Array> {
  if (answer instanceof ReadableStream || answer instanceof ArrayBuffer || answer instanceof Uint8Array)
    return new Uint8Array(await new Response(answer as BodyInit).arrayBuffer())
  const encoded = isRecord(answer) ? answer[field] : null
  if (typeof encoded !== 'string') throw new TypeError(`the platform's model gave no ${field}`)
  return Uint8Array.from(atob(encoded), (byte) => byte.codePointAt(0)!)
}

export function toBase64(bytes: Uint8Array | string): string {
  if (typeof bytes === 'string') return bytes
  // Encodes in pieces: a call takes a limited number of arguments.
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
