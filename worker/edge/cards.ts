import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { CardList, CastVote, SaveCard, type SharedCard } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { type Condition, where } from '#shared/query/ast.ts'
import { isAllowedNickname } from '#worker/limits/nickname-filter.ts'
import type { EdgeContext, EdgeEnv } from './app-env.ts'
import { CARDS, createCardData } from './card-data.ts'
import { readCardPage } from './card-page.ts'
import { cardNotFound, missingCard } from './card-record.ts'
import { removeOtherEditions } from './editions.ts'
import { isVotedList, readVotedList } from './lists.ts'
import { ownerActs } from './owner/routes.ts'
import { reporting } from './reports/routes.ts'
import { readUserId } from './user.ts'
import { readVisibility } from './visibility.ts'
import { castVote } from './votes.ts'

export const cards = new Hono<EdgeEnv>()
  .get('/', async (c) => c.json({ cards: await readList(c) }))
  .route('/', ownerActs)
  .route('/', reporting)
  .get('/:id', async (c) => c.json(await readCardPage(c, c.req.param('id'))))
  .post('/', async (c) => {
    // Whoever made a card through these pages has a cookie; without one nobody can prove it is theirs.
    if (c.var.visitor.kind !== 'visitor') throw new AppError('42501')
    const wanted = parseInput(SaveCard, await readJson(c))
    const card = {
      ...wanted,
      playerName: cutText(wanted.playerName, NICKNAME_MAX_CHARACTERS),
      jerseyNumber: cutText(wanted.jerseyNumber, JERSEY_NUMBER_MAX_CHARACTERS),
    }
    // The backend judges the name that the picture shows; this is the same for any backend.
    if (![card.playerName, card.jerseyNumber].every(isAllowedNickname))
      throw new AppError('NICKNAME_REFUSED', FAILURE.nicknameRefused)
    const saved = await (await cardData(c)).save(card, await readUserId(c))
    await removeOtherEditions(c.var.services.backend.service(c.var.origin), saved)
    c.executionCtx.waitUntil(c.var.services.pictures.prepare(saved.id, c.var.origin))
    return c.json(saved, 201)
  })
  .post('/:id/votes', async (c) => {
    const { votes } = parseInput(CastVote, await readJson(c))
    const { voteGate, clock } = c.var.services
    return c.json(
      await castVote({ gate: voteGate, cards: await cardData(c), clock }, c.var.visitor.id, c.req.param('id'), votes),
    )
  })
  .post('/:id/share', async (c) => c.json(await share(c, c.req.param('id'))))

/** What reports have hidden is not shared before somebody has looked at it. */
const NOT_HIDDEN: Condition = { column: 'hidden_from', operator: 'is', value: 'null', not: false }

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
  return readVotedList(backend.service(c.var.origin), list, { now: clock(), team })
}

/** Sharing or copying the address of a draft gives it a page for everybody who has the address. */
async function share(c: EdgeContext, id: string): Promise<SharedCard> {
  const client = c.var.services.backend.service(c.var.origin)
  // Decided by the database in one statement: a save that happens at the same time wins.
  const ownDraft = [
    where('id', 'eq', id),
    where('owner', 'eq', c.var.visitor.id),
    where('visibility', 'eq', 'draft'),
    NOT_HIDDEN,
  ]
  await client.rest(CARDS).update(ownDraft, { visibility: 'unlisted' })
  const visibility = await readVisibility(client, id)
  if (visibility === null) return missingCard(client, id)
  if (visibility === 'draft') throw cardNotFound()
  // The address is about to be pasted somewhere that shows a picture of it.
  c.executionCtx.waitUntil(c.var.services.pictures.prepare(id, c.var.origin, ['share']))
  return { id, visibility, url: `${c.var.origin}/card/${id}` }
}
