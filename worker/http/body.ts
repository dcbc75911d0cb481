import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { parseExact } from './exact-json.ts'
import { readBytes } from './read-body.ts'

/**
 * The request's JSON, or `INVALID_JSON`. Numbers beyond 2^53 stay as they were sent.
 *
 * @param maxBytes refuses longer bodies with `FILE_TOO_LARGE`
 * @param judge throws for a text that would be too large once it is parsed
 */
export async function readJson(c: Context, maxBytes: number, judge?: (text: string) => void): Promise<unknown> {
  const { bytes, free } = await readBytes(c.req.raw, { maxBytes })
  try {
    const text = new TextDecoder().decode(bytes)
    judge?.(text)
    return parsed(text)
  } finally {
    free()
  }
}

function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch (cause) {
    throw new AppError('INVALID_JSON', undefined, { cause })
  }
}

/** Parses what came from outside. @throws AppError `VALIDATION_ERROR` naming every field that is wrong. */
export function parseInput<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new AppError('VALIDATION_ERROR', undefined, { details })
}
