import { STATS } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import { type Format, FORMAT_NAMES, isFormat } from '#worker/render/formats/format.ts'
import type { CardFacts } from './card-facts.ts'

/** To be raised when the formats look different: their addresses change, and all are drawn anew. */
const DESIGN = 1
const VERSION_DIGITS = 10

/** What of a card can change on its pictures. Its gear and its tier stay as they are. */
export type Pictured = Pick<CardFacts, 'imageUrl' | 'playerName' | 'jerseyNumber' | 'stats'> & {
  readonly team: Pick<Team, 'name'>
}

/** Names everything that can be seen on a card's pictures: as long as it is the same, so are they. */
export async function versionOf({ imageUrl, playerName, jerseyNumber, team, stats }: Pictured): Promise<string> {
  const numbers = stats === null ? null : STATS.map(({ name }) => stats[name])
  const seen = JSON.stringify([DESIGN, imageUrl, playerName, jerseyNumber, team.name, numbers])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seen)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, VERSION_DIGITS)
}

/** Where a picture is served: `/og/{id}.{version}.jpg` the share picture, `/picture/{id}.{version}.{format}.jpg` the others. */
export const addressOf = (id: string, version: string, format: Format): string =>
  format === 'share' ? `/og/${id}.${version}.jpg` : `/picture/${id}.${version}.${format}.jpg`

/** Where it is stored: beside the front. */
export const pathOf = (id: string, version: string, format: Format): string => `cards/${id}/${version}/${format}.jpg`

/** The paths of everything that was made of a card as it is. */
export async function pathsOf(facts: CardFacts): Promise<string[]> {
  const version = await versionOf(facts)
  return FORMAT_NAMES.map((format) => pathOf(facts.id, version, format))
}

/** The address of a stored picture, known from that of the front beside it; null when the front lies elsewhere. */
export function storedAddressOf({ id, imageUrl }: CardFacts, version: string, format: Format): string | null {
  const folder = `/cards/${id}/`
  const at = imageUrl.lastIndexOf(folder)
  return at === -1 ? null : `${imageUrl.slice(0, at)}/${pathOf(id, version, format)}`
}

export type Asked = { id: string; version: string | null; format: Format }

/** Reads the last part of an address below `/og/` (`share`) or `/picture/` (the others); null when it is none. */
export function readAsked(file: string, folder: 'og' | 'picture'): Asked | null {
  const parts = file.split('.')
  if (parts.length < 2 || parts.pop() !== 'jpg') return null
  const format = folder === 'og' ? 'share' : parts.pop()
  const [id, version = null, ...more] = parts
  if (id === undefined || id === '' || more.length > 0 || format === undefined || !isFormat(format)) return null
  return folder === 'picture' && format === 'share' ? null : { id, version, format }
}
