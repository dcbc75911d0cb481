import { AppError } from '#shared/client/errors.ts'
import { Stats } from '#shared/domain/stats-schema.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import type { Writable } from '../db/rule.ts'
import { renameMembers } from '../db/values.ts'
import { forbidden, outOfBounds } from '../db/writable.ts'

/** Other names under which clients send members of `stats`. Some convert every name to snake_case, inside JSON too. */
export const STATS_MEMBERS: ReadonlyMap<string, string> = new Map([['touchdown_power', 'touchdownPower']])

/** Accepts text and cuts it to a number of characters. */
export const limitedText =
  (maxCharacters: number): Writable =>
  (value = '', column) => {
    if (value === null) return ''
    if (typeof value !== 'string') throw outOfBounds(column)
    return cutText(value, maxCharacters)
  }

/** Accepts the name of a team. */
export const team: Writable = (value, column) => {
  if (typeof value !== 'string' || getTeam(value) === null) throw outOfBounds(column)
  return value
}

/** Accepts the five stats. */
export const stats: Writable = (value, column) => {
  const read = Stats.safeParse(renameMembers(STATS_MEMBERS, value))
  if (!read.success) throw outOfBounds(column)
  return JSON.stringify(read.data)
}

/** Accepts the address of an image, which is required. */
export const image: Writable = (value, column) => {
  if (typeof value !== 'string') throw new AppError('23502', `${column} is missing`)
  return value
}

/** Accepts `anonymous`, or the caller's own user id. */
export const ownUser: Writable = (value, column, { userId }) => {
  const claimed = value ?? 'anonymous'
  if (claimed !== 'anonymous' && claimed !== userId) throw forbidden(`permission denied: ${column} is not yours`)
  return claimed as string
}

/** Accepts only 0 or nothing, because the server sets this number. */
export const zero: Writable = (value, column) => {
  if ((value ?? 0) !== 0) throw forbidden(`permission denied: ${column} start at 0`)
  return undefined
}

/** Accepts an integer of at least 1. */
export const total: Writable = (value, column) => {
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw outOfBounds(column)
  return value as number
}
