import * as z from 'zod'
import { getExactText } from '#worker/http/exact-json.ts'
import { numberIn, outOfRange } from './exact-numbers.ts'
import type { Bound } from './fragment.ts'

/** Maximum number of statements in one D1 call. */
const MAX_STATEMENTS = 500

/** Reads an integer beyond 2^53. @throws AppError `22003` beyond 64 bits */
function largeNumber(value: unknown): Bound {
  const text = getExactText(value)!
  const number = numberIn(text)
  if (number === null) throw outOfRange(text)
  return number
}

const Argument = z.lazy(() =>
  z.union([z.custom((value) => getExactText(value) !== null).transform(largeNumber), PlainArgument]),
)

const PlainArgument = z.lazy(() =>
  z
    .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
    .transform((value): Bound => {
      if (typeof value === 'boolean') return Number(value)
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    }),
)

const Arguments = z.lazy(() =>
  z
    .array(Argument)
    .nullish()
    .transform((values) => values ?? []),
)

const Sql = z.lazy(() => z.string().refine((text) => text.trim() !== '', 'is required'))

/** `POST /api/db/:project/sql`. Each `?` of the query takes the next of `params`. */
export const SqlRequest = z.lazy(() => z.object({ query: Sql, params: Arguments }))

/** `POST /api/db/:project/batch`. All statements run, or none. Mode `read` rejects writes. */
export const BatchRequest = z.lazy(() =>
  z.object({
    statements: z
      .array(z.object({ sql: Sql, args: Arguments }))
      .min(1)
      .max(MAX_STATEMENTS),
    mode: z.enum(['read', 'write']).default('write'),
  }),
)
export type BatchMode = z.infer<typeof BatchRequest>['mode']
