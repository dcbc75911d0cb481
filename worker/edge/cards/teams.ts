import { Hono } from 'hono'
import { type TeamCounts, TeamsResponse } from '#shared/contracts/cards.ts'
import { describeCall, ok, UNCHANGED } from '#worker/http/openapi/describe.ts'
import type { EdgeEnv } from '../app-env.ts'
import { hasJustWritten } from '../own-writes.ts'
import { cardsPerTeam } from './card-queries.ts'
import { respondFromCache } from './cached-response.ts'

/** Route of the team counts for the Hall's filter. */
export const teams = new Hono<EdgeEnv>().get(
  '/',
  describeCall('Returns the number of public cards per team', {
    about: 'Teams without cards are omitted.',
    responses: { ...ok('Teams', TeamsResponse), ...UNCHANGED },
  }),
  async (c) => {
    const { backend, lists } = c.var.services
    async function read(): Promise<{ cards: TeamCounts }> {
      const { results } = await backend.service(c.var.origin).db.batch([cardsPerTeam()])
      const rows = (results[0]?.rows ?? []) as readonly { teamColors: string; cards: number }[]
      return { cards: Object.fromEntries(rows.map(({ teamColors, cards }) => [teamColors, cards])) }
    }
    return respondFromCache(c, await lists.read('teams', read, hasJustWritten(c)))
  },
)
