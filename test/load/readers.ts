import { setTimeout as sleep } from 'node:timers/promises'
import { inStore, startServer } from './server.ts'
import {
  type Answered,
  begin,
  countsOf,
  forSeconds,
  leaderboard,
  quantile,
  steady,
  together,
  voted,
} from './traffic.ts'
import { addCards } from './voters.ts'

const READERS = 200
const VOTES_PER_SECOND = 20
const CARDS = 200
/** Of the votes that are due; fewer are sent only when the machine that sends is held up. */
const SENT_SHARE = 0.9
/** A list is never older. */
const FRESH_MS = 5000

const timesOf = (answers: readonly Answered[]) =>
  `p50 ${quantile(answers, 0.5).toFixed(0)} ms, p99 ${quantile(answers, 0.99).toFixed(0)} ms`

type Options = { readonly say: (line: string) => void; readonly seconds?: number }

/**
 * 200 readers of the leaderboard, each with a request always open, while 20 people vote in a second.
 *
 * @throws Error for one answer that is not what was asked for, a refusal too, for a vote that was not counted, and when the list
 * does not show the stored order and totals afterwards
 */
export async function readers({ say, seconds = 60 }: Options): Promise<void> {
  const server = await startServer()
  try {
    await addCards(server.url, CARDS)
    await steady(server.url, leaderboard, 20, 2)
    const votes = begin(server.url, voted, VOTES_PER_SECOND, seconds)
    const read = await together(server.url, leaderboard, READERS, forSeconds(seconds))
    const cast = await votes.answers
    const errors = [...read, ...cast].filter(({ verdict }) => verdict !== 'right').length
    say(`${READERS} readers for ${seconds} s: ${countsOf(read)}; ${timesOf(read)}`)
    say(`beside them ${countsOf(cast)}; ${timesOf(cast)}`)
    say(`${errors} errors`)
    if (errors > 0) throw new Error(`${errors} answers were not what was asked for`)
    if (cast.length < seconds * VOTES_PER_SECOND * SENT_SHARE) throw new Error(`only ${cast.length} votes were sent`)
    await sleep(FRESH_MS)
    const { cards } = (await (await fetch(`${server.url}/api/cards?list=top`)).json()) as {
      cards: { id: string; votes: number }[]
    }
    const stored = inStore<{ id: string; votes: number }>(
      server.dataDir,
      'select id, votes from fantasy_football_cards order by votes desc, created_at desc',
    )
    const counted = stored.reduce((sum, card) => sum + card.votes, 0)
    const wrong = cards.findIndex(({ id, votes }, i) => id !== stored[i]!.id || votes !== stored[i]!.votes)
    say(`${counted} votes stored of ${cast.length}; ${cards.length} cards of the list are compared`)
    if (counted !== cast.length) throw new Error('not every vote was counted once')
    if (cards.length === 0 || wrong >= 0) throw new Error(`the list is wrong from place ${wrong + 1} on`)
  } finally {
    await server.close()
  }
}
