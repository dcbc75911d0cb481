import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { CardList, CastVote, SaveCard, type SharedCard } from '#shared/contracts/cards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { cutText } from '#shared/domain/text.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { where } from '#shared/query/ast.ts'
import type { EdgeContext, EdgeEnv } from './app-env.ts'
import { CARDS, createCardData } from './card-data.ts'
import { removeOtherEditions } from './editions.ts'
import { readUserId } from './user.ts'
import { readVisibility } from './visibility.ts'
import { castVote } from './votes.ts'

export const cards = new Hono<EdgeEnv>()
  .get('/', async (c) => {
    const list = parseInput(CardList, c.req.query('list') ?? 'recent')
    return c.json({ cards: await (await cardData(c)).list(list) })
  })
  .get('/:id', async (c) => {
    const card = await (await cardData(c)).get(c.req.param('id'))
    if (card === null) throw new AppError('NOT_FOUND', LABELS.cardNotFound)
    return c.json(card)
  })
  .post('/', async (c) => {
    // Whoever made a card through these pages has a cookie; without one nobody can prove it is theirs.
    if (c.var.visitor.kind !== 'visitor') throw new AppError('42501')
    const wanted = parseInput(SaveCard, await readJson(c))
    const card = {
      ...wanted,
      playerName: cutText(wanted.playerName, NICKNAME_MAX_CHARACTERS),
      jerseyNumber: cutText(wanted.jerseyNumber, JERSEY_NUMBER_MAX_CHARACTERS),
    }
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

const cardData = async (c: EdgeContext) => createCardData(await c.var.services.backend.for(c.var.visitor, c.var.origin))

/** Sharing or copying the address of a draft gives it a page for everybody who has the address. */
async function share(c: EdgeContext, id: string): Promise<SharedCard> {
  const client = c.var.services.backend.service(c.var.origin)
  // Decided by the database in one statement: a save that happens at the same time wins.
  const ownDraft = [where('id', 'eq', id), where('owner', 'eq', c.var.visitor.id), where('visibility', 'eq', 'draft')]
  await client.rest(CARDS).update(ownDraft, { visibility: 'unlisted' })
  const visibility = await readVisibility(client, id)
  if (visibility === null || visibility === 'draft') throw new AppError('NOT_FOUND', LABELS.cardNotFound)
  // The address is about to be pasted somewhere that shows a picture of it.
  c.executionCtx.waitUntil(c.var.services.pictures.prepare(id, c.var.origin, ['share']))
  return { id, visibility, url: `${c.var.origin}/card/${id}` }
}
