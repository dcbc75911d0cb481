import { Hono } from 'hono'
import { DrawNow, PrepareDraw } from '#shared/contracts/league-draws.ts'
import { describeCall, jsonRequest, ok } from '#worker/http/openapi/describe.ts'
import type { EdgeEnv } from '../app-env.ts'
import { requireLeague } from './actions.ts'
import { toDraw } from './draw-codec.ts'
import { prepareDraw, requireDraw, startDraw } from './draws.ts'
import { respondWithLeague, KEYS, LEAGUE, readInput, readNumber } from './route-parts.ts'

/** Routes for a league's draft lotteries. */
export const leagueDraws = new Hono<EdgeEnv>()
  .post(
    '/:code/draws',
    describeCall('Prepares a draft lottery', {
      about: 'Commits to a seed for the current seats.',
      parameters: KEYS,
      sends: jsonRequest('PrepareDraw', PrepareDraw),
      responses: LEAGUE,
      errors: [400, 403, 404, 409, 429],
    }),
    async (c) => {
      const state = await requireLeague(c, c.req.param('code'), 'prepareDraw')
      const { after } = await readInput(c, PrepareDraw)
      return respondWithLeague(c, await prepareDraw(c, state, after))
    },
  )
  .post(
    '/:code/draws/:number/start',
    describeCall('Starts a prepared draft lottery', {
      about: 'Sets the times of all reveals.',
      parameters: KEYS,
      responses: LEAGUE,
      errors: [403, 404, 409, 429],
    }),
    async (c) => {
      const number = readNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'startDraw')
      return respondWithLeague(c, await startDraw(c, state, number))
    },
  )
  .get(
    '/:code/draws/:number',
    describeCall('Returns a draft lottery with the picks revealed so far, and the server’s time', {
      parameters: KEYS,
      responses: ok('DrawNow', DrawNow),
      errors: [404],
    }),
    async (c) => {
      const number = readNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'readDraw')
      const now = c.var.services.clock()
      return c.json({ now, draw: toDraw(requireDraw(state, number), state.seats, now) })
    },
  )
