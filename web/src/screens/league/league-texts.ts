import type { League } from '#shared/contracts/league.ts'
import { leaguePath } from '#shared/domain/league.ts'

/** Returns a league's invite URL. */
export const toInviteUrl = (origin: string, code: string): string => origin + leaguePath(code)

/** Returns the invite text for a group chat. */
export const toInviteText = ({ name, season }: Pick<League, 'name' | 'season'>, url: string): string =>
  `${name} ${season} has a locker room. Pick a team name, take a selfie, and your trading card takes its seat: ${url}`

/** Returns the reminder text for a member. */
export const toNudgeText = ({ name }: Pick<League, 'name'>, teamName: string, url: string): string =>
  `${teamName}, your seat in ${name} is waiting for your card. It takes a minute: ${url}`
