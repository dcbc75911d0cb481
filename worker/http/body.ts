import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'

/** The request's JSON, or `INVALID_JSON`. @param maxBytes refuses longer bodies with `FILE_TOO_LARGE` */
export async function readJson(c: Context, maxBytes = 1_000_000): Promise<unknown> {
  const text = await c.req.text()
  if (text.length > maxBytes) throw new AppError('FILE_TOO_LARGE', 'The request is too long.')
  try {
    return JSON.parse(text)
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
