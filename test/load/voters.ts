import { createHmac } from 'node:crypto'
import { SERVED } from '../support/served-settings.ts'

/** Visitors as the site knows them, each with its own cookie and network. */
export type Voter = { readonly id: string; readonly headers: Readonly<Record<string, string>> }

const YEAR_2026 = 1_767_225_600

/** @param id of the visitor's cookie; missing: made of the number, as the network always is */
export function voterOf(n: number, id = n.toString(16).padStart(32, '0')): Voter {
  // Given so long ago that it is no new cookie.
  const given = YEAR_2026.toString(36)
  const signature = createHmac('sha256', SERVED.VISITOR_SECRET).update(`visitor:${id}:${given}`).digest('hex')
  return {
    id,
    headers: {
      cookie: `visitor=${id}.${given}.${signature}`,
      'cf-connecting-ip': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      'content-type': 'application/json',
    },
  }
}

/** Asks for one vote. */
export const vote = (url: string, card: string, { headers }: Voter, signal?: AbortSignal): Promise<Response> =>
  fetch(`${url}/api/cards/${card}/votes`, { method: 'POST', headers, body: '{"votes":1}', ...(signal && { signal }) })

/** A number of public cards named `card-0` and so on, by the service key. */
export async function addCards(url: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `card-${n}`,
    player_name: 'Ace',
    jersey_number: '12',
    team_colors: 'Green Bay Packers',
    image_url: `https://cards.example/card-${n}`,
    stats: { strength: 77, agility: 77, touchdownPower: 77, leadership: 77, accuracy: 77 },
    created_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    visibility: 'public',
    owner: 'nobody',
    generation_id: `card-${n}`,
    drafted_at: '2026-01-01T00:00:00.000Z',
  }))
  const answer = await fetch(`${url}/rest/v1/fantasy_football_cards`, {
    method: 'POST',
    headers: { apikey: SERVED.SERVICE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  })
  if (!answer.ok) throw new Error(`cards not added: ${answer.status} ${await answer.text()}`)
}

/** The same things in another order. */
export function shuffled<T>(things: readonly T[], random: () => number): T[] {
  const all = [...things]
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all
}

/** Does all work, so many pieces at a time. */
export async function inParallel<T>(things: readonly T[], atOnce: number, work: (thing: T) => Promise<void>) {
  let next = 0
  const go = async () => {
    while (next < things.length) await work(things[next++]!)
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}
