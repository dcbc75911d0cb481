import { type Stats, STATS } from '#shared/domain/stats.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'

/** To be raised when the formats look different: their addresses change, and all are drawn anew, the podium's too. */
const DESIGN = 4
const VERSION_DIGITS = 10

/** The parts of a card that change its pictures. Its gear stays as it is, and its tier follows its stats. */
export type Pictured = {
  readonly imageUrl: string
  readonly playerName: string
  readonly jerseyNumber: string
  readonly stats: Stats | null
  readonly team: Pick<Team, 'name'>
}

/** Names everything that can be seen on a card's pictures: as long as it is the same, so are they. */
export async function versionOf({ imageUrl, playerName, jerseyNumber, team, stats }: Pictured): Promise<string> {
  const numbers = stats === null ? null : STATS.map(({ name }) => stats[name])
  const { primary, secondary } = getTeam(team.name) ?? {}
  return digestOf([DESIGN, imageUrl, playerName, jerseyNumber, team.name, primary, secondary, numbers])
}

/** Names what is seen on a picture, in ten hexadecimal digits: the same things in the same order have the same name. */
export async function digestOf(seen: readonly unknown[]): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(seen))))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, VERSION_DIGITS)
}
