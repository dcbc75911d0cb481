import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'

/**
 * The request's JSON, or `INVALID_JSON`.
 *
 * @param maxBytes refuses longer bodies with `FILE_TOO_LARGE`
 * @param judge throws for a text that would be too large once it is parsed
 */
export async function readJson(c: Context, maxBytes = 1_000_000, judge?: (text: string) => void): Promise<unknown> {
  const text = await readText(c.req.raw, maxBytes)
  judge?.(text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('INVALID_JSON', undefined, { cause })
  }
}

async function readText({ headers, body }: Request, maxBytes: number): Promise<string> {
  const tooLong = () => new AppError('FILE_TOO_LARGE', 'The request is too long.')
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLong()
  if (body === null) return ''

  // By hand, because a stream that counts costs more than all else that happens to a short body.
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw tooLong()
    }
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * The request's body, read no further than `maxBytes`: what a request says of its length is believed only when it
 * says too much.
 *
 * @param fault what reading fails with beyond the limit, told how many bytes there were so far
 */
export function limitBody(request: Request, maxBytes: number, fault: (bytes: number) => AppError): Response {
  const type = request.headers.get('content-type') ?? ''
  const claimed = Number(request.headers.get('content-length') ?? 0)
  let bytes = 0
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        const total = Math.max(bytes, claimed)
        if (total > maxBytes) controller.error(fault(total))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted ?? null, { headers: { 'content-type': type } })
}

/** Parses what came from outside. @throws AppError `VALIDATION_ERROR` naming every field that is wrong. */
export function parseInput<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new AppError('VALIDATION_ERROR', undefined, { details })
}
