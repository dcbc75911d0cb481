import { type Stats, STATS } from '#shared/domain/stats.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'

/** Increase this when a format's design changes. All pictures get new URLs and are drawn again, also the podium's. */
const DESIGN = 4
const VERSION_DIGITS = 10

/** The fields that change a card's pictures. Its gear is fixed, and its tier follows its stats. */
export type Pictured = {
  readonly imageUrl: string
  readonly playerName: string
  readonly jerseyNumber: string
  readonly stats: Stats | null
  readonly team: Pick<Team, 'name'>
}

/** Returns a digest of everything that a card's pictures show. It changes if and only if they do. */
export async function getCardVersion({ imageUrl, playerName, jerseyNumber, team, stats }: Pictured): Promise<string> {
  const numbers = stats === null ? null : STATS.map(({ name }) => stats[name])
  const { primary, secondary } = getTeam(team.name) ?? {}
  return computeDigest([DESIGN, imageUrl, playerName, jerseyNumber, team.name, primary, secondary, numbers])
}

/** Returns a digest of ten hexadecimal digits. */
export async function computeDigest(values: readonly unknown[]): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(values))))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, VERSION_DIGITS)
}
