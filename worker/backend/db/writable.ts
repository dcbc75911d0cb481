import { AppError } from '#shared/client/errors.ts'
import { Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import type { Caller } from '../caller.ts'
import type { Bound } from './fragment.ts'
import type { Row } from './request.ts'
import type { Writable, WriteRule } from './rule.ts'

/** A sent value as it is kept; undefined for what is checked and not kept. */
type Reader<W extends Writable> = (value: unknown, column: string, caller: Caller, writable: W) => Bound | undefined
type Readers = { readonly [T in Writable['takes']]: Reader<Extract<Writable, { takes: T }>> }

const READERS: Readers = {
  text: (value = '', column, _, { maxCharacters }) => {
    if (value === null) return ''
    if (typeof value !== 'string') throw outOfBounds(column)
    return cutText(value, maxCharacters)
  },
  team: (value, column) => {
    if (typeof value !== 'string' || getTeam(value) === null) throw outOfBounds(column)
    return value
  },
  stats: (value, column) => {
    const stats = Stats.safeParse(respelled(value))
    if (!stats.success) throw outOfBounds(column)
    return JSON.stringify(stats.data)
  },
  image: (value, column) => {
    if (typeof value !== 'string') throw new AppError('23502', `${column} is missing`)
    return value
  },
  caller: (value, column, { userId }) => {
    const claimed = value ?? 'anonymous'
    if (claimed !== 'anonymous' && claimed !== userId) throw forbidden(`permission denied: ${column} is not yours`)
    return claimed as string
  },
  zero: (value, column) => {
    if ((value ?? 0) !== 0) throw forbidden(`permission denied: ${column} start at 0`)
    return undefined
  },
  total: (value, column) => {
    if (!Number.isSafeInteger(value) || (value as number) < 1) throw outOfBounds(column)
    return value as number
  },
}

/**
 * The values a row sets, as far as a rule lets it.
 *
 * @throws AppError `42501` for a column or a value nobody but the server may set, `23502` for one that is missing,
 * `23514` for a value out of bounds
 */
export function readWritable(row: Row, { columns }: WriteRule, caller: Caller): Readonly<Record<string, Bound>> {
  const sent = Object.keys(row)
  const foreign = sent.find((name) => !Object.hasOwn(columns, name))
  if (foreign !== undefined) throw forbidden(`permission denied for column ${foreign.slice(0, 64)}`)
  if (sent.length === 0) throw forbidden('permission denied: nothing is set')
  const values = Object.entries(columns).map(([name, writable]) => {
    const read = READERS[writable.takes] as Reader<Writable>
    return [name, read(row[name], name, caller, writable)] as const
  })
  return Object.fromEntries(values.filter((entry): entry is [string, Bound] => entry[1] !== undefined))
}

const forbidden = (message: string) => new AppError('42501', message)

export const outOfBounds = (column: string) => new AppError('23514', `${column} violates its check constraint`)

/** Clients that turn every name to snake_case do so inside `stats` too. */
function respelled(stats: unknown): unknown {
  if (typeof stats !== 'object' || stats === null || !Object.hasOwn(stats, 'touchdown_power')) return stats
  const { touchdown_power: touchdownPower, ...others } = stats as Row
  return { touchdownPower, ...others }
}
