import { Hono } from 'hono'
import type * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import {
  CardList,
  CardPage,
  CardsResponse,
  CastVote,
  SaveCard,
  SavedCard,
  SharedCard,
  VoteResponse,
} from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { getIdempotencyKey } from '#worker/http/idempotency-key.ts'
import {
  describeResponse,
  describeCall,
  idempotencyKey,
  inQuery,
  ok,
  UNCHANGED,
} from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { reporting } from '../reports/routes.ts'
import { hasJustWritten } from '../own-writes.ts'
import { readUser } from '../user.ts'
import { CardData } from './card-data.ts'
import { readCardPage } from './card-page.ts'
import { readRecord } from './card-record.ts'
import { submitVote } from './submit-vote.ts'
import { removeOtherEditions } from './editions.ts'
import { isVotedList, readVotedList } from './lists.ts'
import { respondFromCache } from './cached-response.ts'
import type { CachedList } from './list-cache.ts'
import { MANAGE, ownerRoutes } from './owner/routes.ts'
import { shareCard } from './share.ts'

export const cards = new Hono<EdgeEnv>()
  .use(async (c, next) => {
    await next()
    // Responses depend on the visitor, and a removed card must disappear everywhere at once.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-cache')
  })
  .get(
    '/',
    describeCall('Lists public cards', {
      parameters: [
        inQuery('list', 'The list to return.', { required: true, schema: CardList }),
        inQuery('team', 'Returns only this team’s cards.'),
      ],
      responses: { ...ok('Cards', CardsResponse), ...UNCHANGED },
      errors: [400],
    }),
    async (c) => respondFromCache(c, await readList(c)),
  )
  .route('/', ownerRoutes)
  .route('/', reporting)
  .get(
    '/:id',
    describeCall('Returns a card with everything that its page shows', {
      parameters: [MANAGE],
      responses: ok('CardPage', CardPage),
      errors: [404, 410],
    }),
    async (c) => c.json(await readCardPage(c, c.req.param('id'))),
  )
  .post(
    '/',
    describeCall('Saves the visitor’s card to the Hall of Fame', {
      parameters: [
        idempotencyKey('Idempotency key. A retry by the same visitor returns the first result instead of 409.'),
      ],
      responses: describeResponse(201, 'SavedCard', SavedCard),
      errors: [403, 409],
    }),
    jsonBody('SaveCard', SaveCard, readSave),
    async (c) => {
      const input = c.req.valid('json')
      const card = {
        ...input,
        playerName: cutText(input.playerName, NICKNAME_MAX_CHARACTERS),
        jerseyNumber: cutText(input.jerseyNumber, JERSEY_NUMBER_MAX_CHARACTERS),
      }
      const { client, userId } = await readUser(c)
      const key = getIdempotencyKey(c.req.raw.headers)
      const saved = await new CardData(client).save(card, userId, key ?? undefined)
      const service = c.var.services.backend.service(c.var.origin)
      await removeOtherEditions(service, saved)
      c.executionCtx.waitUntil(c.var.services.pictures.prepare(saved.id, c.var.origin))
      const { review } = await readRecord(service, saved.id)
      const body: SavedCard = { ...saved, waiting: review === 'waiting' }
      return c.json(body, 201)
    },
  )
  .post(
    '/:id/votes',
    describeCall('Votes for a card, once per `VOTE_PERIOD_HOURS` (24 by default)', {
      parameters: [
        idempotencyKey(
          'Idempotency key. A retry by the same visitor within an hour counts once, and returns the card instead of 409.',
        ),
      ],
      responses: ok('Vote', VoteResponse),
      errors: [403, 404, 409, 410, 429],
    }),
    jsonBody('CastVote', CastVote, BODY_BYTES.vote),
    async (c) => {
      const { votes } = c.req.valid('json')
      return c.json(await submitVote(c, c.req.param('id'), votes, getIdempotencyKey(c.req.raw.headers)))
    },
  )
  .post(
    '/:id/share',
    describeCall('Shares a draft: everyone with the link can see it', {
      responses: ok('SharedCard', SharedCard),
      errors: [400, 403, 404, 410],
    }),
    async (c) => c.json(await shareCard(c, c.req.param('id'))),
  )

/** Reads a card to save. @throws AppError `42501` without a visitor cookie, because the cookie proves the maker */
async function readSave<T>(c: EdgeContext, schema: z.ZodMiniType<T>): Promise<T> {
  if (c.var.visitor.kind !== 'visitor') throw new AppError('42501')
  getIdempotencyKey(c.req.raw.headers)
  return parseInput(schema, await readJson(c, BODY_BYTES.small))
}

/** Reads a list through the cache. @throws AppError `VALIDATION_ERROR` for an unknown list or team */
function readList(c: EdgeContext): Promise<CachedList> {
  const list = parseInput(CardList, c.req.query('list') ?? 'recent')
  const team = c.req.query('team') ?? null
  if (team !== null && getTeam(team) === null)
    throw new AppError('VALIDATION_ERROR', undefined, {
      details: [{ path: 'team', message: 'is not one of the 32 teams' }],
    })
  const { backend, clock, lists } = c.var.services
  const core = backend.coreUrl(c.var.origin)
  // URLs of pictures contain the host, which the client controls if none is configured.
  const key = [core, list, team ?? ''].join(' ')
  const read = async (anyReplica: boolean): Promise<Card[]> =>
    isVotedList(list)
      ? readVotedList(backend.service(c.var.origin), list, { now: clock(), team, core })
      : new CardData(await backend.for(c.var.visitor, c.var.origin, { anyReplica })).list(list, team)
  return lists.read(key, async (anyReplica) => ({ cards: await read(anyReplica) }), hasJustWritten(c))
}
