import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { CardList, CastVote, SaveCard, type SavedCard, type VoteAnswer } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { reporting } from '../reports/routes.ts'
import { readUser } from '../user.ts'
import { createCardData } from './card-data.ts'
import { readCardPage } from './card-page.ts'
import { readRecord } from './card-record.ts'
import { removeOtherEditions } from './editions.ts'
import { isVotedList, readVotedList } from './lists.ts'
import { ownerActs } from './owner/routes.ts'
import { shareCard } from './share.ts'

export const cards = new Hono<EdgeEnv>()
  .use(async (c, next) => {
    await next()
    // Answers depend on the visitor, and a removed card is to be gone everywhere at once.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-cache')
  })
  .get('/', async (c) => c.json({ cards: await readList(c) }))
  .route('/', ownerActs)
  .route('/', reporting)
  .get('/:id', async (c) => c.json(await readCardPage(c, c.req.param('id'))))
  .post('/', async (c) => {
    // A card made through these pages has a visitor's cookie; without one no maker can be proved.
    if (c.var.visitor.kind !== 'visitor') throw new AppError('42501')
    const wanted = parseInput(SaveCard, await readJson(c))
    const card = {
      ...wanted,
      playerName: cutText(wanted.playerName, NICKNAME_MAX_CHARACTERS),
      jerseyNumber: cutText(wanted.jerseyNumber, JERSEY_NUMBER_MAX_CHARACTERS),
    }
    const { client, userId } = await readUser(c)
    const saved = await createCardData(client).save(card, userId)
    const service = c.var.services.backend.service(c.var.origin)
    await removeOtherEditions(service, saved)
    c.executionCtx.waitUntil(c.var.services.pictures.prepare(saved.id, c.var.origin))
    const { review } = await readRecord(service, saved.id)
    const answer: SavedCard = { ...saved, waiting: review === 'waiting' }
    return c.json(answer, 201)
  })
  .post('/:id/votes', async (c) => {
    const { votes } = parseInput(CastVote, await readJson(c))
    return c.json(await castVote(c, c.req.param('id'), votes))
  })
  .post('/:id/share', async (c) => c.json(await shareCard(c, c.req.param('id'))))

const cardData = async (c: EdgeContext) => createCardData(await c.var.services.backend.for(c.var.visitor, c.var.origin))

async function readList(c: EdgeContext): Promise<Card[]> {
  const list = parseInput(CardList, c.req.query('list') ?? 'recent')
  const team = c.req.query('team') ?? null
  if (team !== null && getTeam(team) === null)
    throw new AppError('VALIDATION_ERROR', undefined, {
      details: [{ path: 'team', message: 'is not one of the 32 teams' }],
    })
  if (!isVotedList(list)) return (await cardData(c)).list(list, team)
  const { backend, clock } = c.var.services
  return readVotedList(backend.service(c.var.origin), list, { now: clock(), team, core: backend.coreUrl(c.var.origin) })
}

/**
 * Casts one vote as this visitor. The vote limit is the backend's rule; its refusal is passed on unchanged.
 *
 * @param votes the total the visitor wants to see
 * @returns the card as it is now, and until when its voter has to wait with another vote for it
 * @throws AppError `23505` (has voted for it already) or `RATE_LIMITED`, both with the time of the next vote in
 * `details` (`VoteRefusal`); `NOT_FOUND`
 */
async function castVote(c: EdgeContext, id: string, votes: number): Promise<VoteAnswer> {
  const { backend, clock, config } = c.var.services
  const card = await createCardData(await backend.for(c.var.visitor, c.var.origin)).vote(id, votes)
  if (card === null) throw new AppError('NOT_FOUND', LABELS.cardNotFound)
  // Read after the vote is stored, so that no client retries too early.
  return { ...card, nextVoteAt: new Date(clock() + config.votes.periodMs).toISOString() }
}
