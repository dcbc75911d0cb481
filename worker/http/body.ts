import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { parseExact } from './exact-json.ts'
import { readBytes } from './read-body.ts'

/**
 * Reads the request's JSON. Numbers beyond 2^53 keep their text.
 *
 * @param judge throws for a text that would take too much memory once it is parsed
 * @throws AppError `INVALID_JSON`; `FILE_TOO_LARGE` above `maxBytes`
 */
export async function readJson(c: Context, maxBytes: number, judge?: (text: string) => void): Promise<unknown> {
  const { bytes, free } = await readBytes(c.req.raw, { maxBytes })
  try {
    const text = new TextDecoder().decode(bytes)
    judge?.(text)
    return parseJson(text)
  } finally {
    free()
  }
}

function parseJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (cause) {
    throw new AppError('INVALID_JSON', undefined, { cause })
  }
}

/** Validates untrusted input. @throws AppError `VALIDATION_ERROR`, whose details name every invalid field */
export function parseInput<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new AppError('VALIDATION_ERROR', undefined, { details })
}
