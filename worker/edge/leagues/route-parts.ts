import type * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { LEAGUE_KEY_HEADER } from '#shared/contracts/headers.ts'
import { League } from '#shared/contracts/league.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { inHeader, ok } from '#worker/http/openapi/describe.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { EdgeContext } from '../app-env.ts'
import { type LeagueState, toLeague } from './read.ts'

export const KEYS = [
  inHeader(
    LEAGUE_KEY_HEADER,
    'Keys of personal links, for browsers other than the member’s. At most two, separated by a comma.',
  ),
]
export const LEAGUE = ok('League', League)

export const readInput = async <T>(c: EdgeContext, schema: z.ZodMiniType<T>): Promise<T> =>
  parseInput(schema, await readJson(c, BODY_BYTES.small))

/** Parses the number of a past season, draw or duel. @throws AppError `NOT_FOUND` if it is not a number */
export function readNumber(number: string): number {
  if (!/^[1-9]\d{0,4}$/.test(number)) throw new AppError('NOT_FOUND')
  return Number(number)
}

export const respondWithLeague = async (c: EdgeContext, state: LeagueState) => c.json(await toLeague(c, state))
