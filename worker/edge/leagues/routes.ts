import { Hono } from 'hono'
import {
  AttachCard,
  CloseSeason,
  ChangeLeague,
  CreatedLeague,
  CreateLeague,
  FillSeat,
  GiveAward,
  JoinedLeague,
  JoinLeague,
  LeagueDeletion,
  LeagueKeys,
  PassLeagueOn,
  RenameSeat,
  SeatKey,
} from '#shared/contracts/league.ts'
import {
  describeResponse,
  describeCall,
  idempotencyKey,
  jsonRequest,
  NO_CONTENT,
  ok,
} from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { EdgeEnv } from '../app-env.ts'
import {
  attachCard,
  createLeague,
  deleteLeague,
  joinLeague,
  transferRole,
  readDeletion,
  readKeys,
  removeSeat,
  renameSeat,
  requireLeague,
  updateSettings,
} from './actions.ts'
import { fillSeat, readSeatKey } from './fill-seat.ts'
import { castVote, closeSeason, deleteSeason, giveAward } from './room.ts'
import { leagueDraws } from './draw-routes.ts'
import { leagueDuels } from './duel-routes.ts'
import { openLeague, readSeatNumber } from './read.ts'
import { respondWithLeague, KEYS, LEAGUE, readInput, readNumber } from './route-parts.ts'

/** League routes. Knowing the code grants access to a league. Rights are checked before the body is read. */
export const leagues = new Hono<EdgeEnv>()
  // Keeps leagues out of caches and search engines.
  .use(async (c, next) => {
    c.header('cache-control', 'private, no-store')
    c.header('x-robots-tag', 'noindex')
    await next()
  })
  .post(
    '/',
    describeCall('Creates a league with the caller as its commissioner', {
      parameters: [idempotencyKey('Idempotency key. A retry by the same visitor returns the same league.')],
      responses: describeResponse(201, 'CreatedLeague', CreatedLeague),
      errors: [400, 403, 404, 409, 429],
    }),
    jsonBody('CreateLeague', CreateLeague, BODY_BYTES.small),
    async (c) => c.json(await createLeague(c, c.req.valid('json')), 201),
  )
  .get(
    '/:code',
    describeCall('Returns a league with its roster, as the caller sees it', {
      parameters: KEYS,
      responses: LEAGUE,
      errors: [404],
    }),
    async (c) => {
      const state = await requireLeague(c, c.req.param('code'), 'read')
      openLeague(c, state)
      return respondWithLeague(c, state)
    },
  )
  .patch(
    '/:code',
    describeCall('Changes a league’s name, season or colors, or locks it', {
      parameters: KEYS,
      sends: jsonRequest('ChangeLeague', ChangeLeague),
      responses: LEAGUE,
      errors: [400, 403, 404, 429],
    }),
    async (c) => {
      const state = await requireLeague(c, c.req.param('code'), 'change')
      return respondWithLeague(c, await updateSettings(c, state, await readInput(c, ChangeLeague)))
    },
  )
  .delete(
    '/:code',
    describeCall('Deletes a league with the cards that were made for it and never saved to the Hall of Fame', {
      parameters: KEYS,
      responses: NO_CONTENT,
      errors: [403, 404, 429],
    }),
    async (c) => {
      await deleteLeague(c, await requireLeague(c, c.req.param('code'), 'delete'))
      return c.body(null, 204)
    },
  )
  .get(
    '/:code/deletion',
    describeCall('Returns what deleting the league would remove, and what would stay', {
      parameters: KEYS,
      responses: ok('LeagueDeletion', LeagueDeletion),
      errors: [403, 404],
    }),
    async (c) => c.json(await readDeletion(c, await requireLeague(c, c.req.param('code'), 'readDeletion'))),
  )
  .get(
    '/:code/keys',
    describeCall('Returns the caller’s keys, for use on another device', {
      parameters: KEYS,
      responses: ok('LeagueKeys', LeagueKeys),
      errors: [403, 404],
    }),
    async (c) => c.json(await readKeys(c, await requireLeague(c, c.req.param('code'), 'readKeys'))),
  )
  .post(
    '/:code/commissioner',
    describeCall('Passes the commissioner’s role on to another member', {
      about: 'The former commissioner’s key stops working.',
      parameters: KEYS,
      sends: jsonRequest('PassLeagueOn', PassLeagueOn),
      responses: LEAGUE,
      errors: [400, 403, 404, 409, 429],
    }),
    async (c) => {
      const state = await requireLeague(c, c.req.param('code'), 'passOn')
      const { seat } = await readInput(c, PassLeagueOn)
      return respondWithLeague(c, await transferRole(c, state, seat))
    },
  )
  .post(
    '/:code/seats',
    describeCall('Takes the lowest free seat', {
      about: 'Returns the caller’s seat if the caller already has one.',
      parameters: KEYS,
      sends: jsonRequest('JoinLeague', JoinLeague),
      responses: { ...describeResponse(201, 'JoinedLeague', JoinedLeague), ...ok('JoinedLeague', JoinedLeague) },
      errors: [400, 404, 409, 429],
    }),
    async (c) => {
      const state = await requireLeague(c, c.req.param('code'), 'join')
      const { teamName } = await readInput(c, JoinLeague)
      const { joined, isNew } = await joinLeague(c, state, teamName)
      return c.json(joined, isNew ? 201 : 200)
    },
  )
  .patch(
    '/:code/seats/:number',
    describeCall('Renames a seat', {
      about: 'For the seat’s member and the commissioner.',
      parameters: KEYS,
      sends: jsonRequest('RenameSeat', RenameSeat),
      responses: LEAGUE,
      errors: [400, 403, 404, 429],
    }),
    async (c) => {
      const seat = readSeatNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'renameSeat', seat)
      const { teamName } = await readInput(c, RenameSeat)
      return respondWithLeague(c, await renameSeat(c, state, seat, teamName))
    },
  )
  .delete(
    '/:code/seats/:number',
    describeCall('Frees a seat', {
      about: 'For the seat’s member, who leaves, and the commissioner. The card stays with its maker.',
      parameters: KEYS,
      responses: LEAGUE,
      errors: [403, 404, 429],
    }),
    async (c) => {
      const seat = readSeatNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'removeSeat', seat)
      return respondWithLeague(c, await removeSeat(c, state, seat))
    },
  )
  .post(
    '/:code/seats/:number/votes',
    describeCall('Casts the caller’s daily vote for another seat, or moves it there', {
      parameters: KEYS,
      responses: LEAGUE,
      errors: [403, 404, 409, 429],
    }),
    async (c) => {
      const seat = readSeatNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'vote', seat)
      return respondWithLeague(c, await castVote(c, state, seat))
    },
  )
  .post(
    '/:code/awards',
    describeCall('Gives an award to a seat, moves it there, or takes it back', {
      parameters: KEYS,
      sends: jsonRequest('GiveAward', GiveAward),
      responses: LEAGUE,
      errors: [400, 403, 404, 409, 429],
    }),
    async (c) => {
      const state = await requireLeague(c, c.req.param('code'), 'giveAward')
      return respondWithLeague(c, await giveAward(c, state, await readInput(c, GiveAward)))
    },
  )
  .post(
    '/:code/seasons',
    describeCall('Archives the season with its roster, awards and votes, and starts the next one', {
      parameters: KEYS,
      sends: jsonRequest('CloseSeason', CloseSeason),
      responses: LEAGUE,
      errors: [400, 403, 404, 409, 429],
    }),
    async (c) => {
      const state = await requireLeague(c, c.req.param('code'), 'closeSeason')
      return respondWithLeague(c, await closeSeason(c, state, await readInput(c, CloseSeason)))
    },
  )
  .delete(
    '/:code/seasons/:number',
    describeCall('Deletes a past season', {
      parameters: KEYS,
      responses: LEAGUE,
      errors: [403, 404, 429],
    }),
    async (c) => {
      const number = readNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'deleteSeason')
      return respondWithLeague(c, await deleteSeason(c, state, number))
    },
  )
  .post(
    '/:code/seats/:number/card',
    describeCall('Puts one of the caller’s shared cards into the caller’s seat', {
      parameters: KEYS,
      sends: jsonRequest('AttachCard', AttachCard),
      responses: LEAGUE,
      errors: [400, 403, 404, 409, 410, 429],
    }),
    async (c) => {
      const seat = readSeatNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'attachCard', seat)
      const { cardId } = await readInput(c, AttachCard)
      return respondWithLeague(c, await attachCard(c, state, seat, cardId))
    },
  )
  .post(
    '/:code/seats/:number/fill',
    describeCall('Puts one of the commissioner’s shared cards into a seat that is free or has no card', {
      parameters: KEYS,
      sends: jsonRequest('FillSeat', FillSeat),
      responses: LEAGUE,
      errors: [400, 403, 404, 409, 410, 429],
    }),
    async (c) => {
      const seat = readSeatNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'fillSeat', seat)
      return respondWithLeague(c, await fillSeat(c, state, seat, await readInput(c, FillSeat)))
    },
  )
  .route('/', leagueDraws)
  .route('/', leagueDuels)
  .get(
    '/:code/seats/:number/key',
    describeCall('Returns the key of a seat that was filled for someone who has not joined', {
      parameters: KEYS,
      responses: ok('SeatKey', SeatKey),
      errors: [403, 404, 409],
    }),
    async (c) => {
      const seat = readSeatNumber(c.req.param('number'))
      const state = await requireLeague(c, c.req.param('code'), 'readSeatKey', seat)
      return c.json(await readSeatKey(c, state, seat))
    },
  )
