import { Hono } from 'hono'
import { DuelNow } from '#shared/contracts/league-duels.ts'
import { describeResponse, describeCall, ok } from '#worker/http/openapi/describe.ts'
import type { EdgeEnv } from '../app-env.ts'
import { requireLeague } from './actions.ts'
import { toDuel } from './duel-codec.ts'
import { challenge, requireDuel } from './duels.ts'
import { readSeatNumber } from './read.ts'
import { KEYS, readNumber } from './route-parts.ts'

/** Routes for a league's duels. */
export const leagueDuels = new Hono<EdgeEnv>()
  .post(
    '/:code/seats/:number/duels',
    describeCall('Lets the caller’s card challenge the card of another seat', {
      parameters: KEYS,
      responses: describeResponse(201, 'DuelNow', DuelNow),
      errors: [403, 404, 409, 429],
    }),
    async (c) => {
      const seat = readSeatNumber(c.req.param('number'))
      const { state, duel } = await challenge(c, await requireLeague(c, c.req.param('code'), 'challenge', seat), seat)
      const now = c.var.services.clock()
      return c.json({ now, duel: toDuel(duel, state.seats, now) }, 201)
    },
  )
  .get(
    '/:code/duels/:number',
    describeCall('Returns a duel with the rounds revealed so far, and the server’s time', {
      parameters: KEYS,
      responses: ok('DuelNow', DuelNow),
      errors: [404],
    }),
    async (c) => {
      const number = readNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'readDuel')
      const now = c.var.services.clock()
      return c.json({ now, duel: toDuel(requireDuel(state, number), state.seats, now) })
    },
  )
