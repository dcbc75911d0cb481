import { AppError } from './errors.ts'
import { isRecord } from './failure.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { ApiResponse } from './transport.ts'

export type Row = Record<string, unknown>

/** Returns a response's rows. The body is an array, one object, or empty. */
export function toRows({ body }: ApiResponse): Row[] {
  if (body === null || body === '') return []
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  if (rows.every(isRecord)) return rows
  throw new AppError('INTERNAL', CLIENT_FAILURE.unreadableAnswer)
}
