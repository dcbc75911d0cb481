import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '../caller.ts'
import type { Bound } from './fragment.ts'
import type { Row } from './request.ts'
import type { WriteRule } from './rule.ts'

/**
 * Returns the values that a row sets, within what a rule allows.
 *
 * @throws AppError `42501` for a column or a value that only the server may set, `23502` for a missing one, `23514` for
 *   a value out of bounds
 */
export function readWritable(row: Row, { columns }: WriteRule, caller: Caller): Readonly<Record<string, Bound>> {
  const sent = Object.keys(row)
  const foreign = sent.find((name) => !Object.hasOwn(columns, name))
  if (foreign !== undefined) throw forbidden(`permission denied for column ${foreign.slice(0, 64)}`)
  if (sent.length === 0) throw forbidden('permission denied: nothing is set')
  const values = Object.entries(columns).map(([name, read]) => [name, read(row[name], name, caller)] as const)
  return Object.fromEntries(values.filter((entry): entry is [string, Bound] => entry[1] !== undefined))
}

export const forbidden = (message: string) => new AppError('42501', message)

export const outOfBounds = (column: string) => new AppError('23514', `${column} violates its check constraint`)
