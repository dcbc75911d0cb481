import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { CardList, CastVote, SaveCard, type SharedCard } from '#shared/contracts/cards.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { cutText } from '#shared/domain/text.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { EdgeContext, EdgeEnv } from './app-env.ts'
import { createCardData } from './card-data.ts'
import { readUserId } from './user.ts'
import { castVote } from './votes.ts'

export const cards = new Hono<EdgeEnv>()
  .get('/', async (c) => {
    const list = parseInput(CardList, c.req.query('list') ?? 'recent')
    return c.json({ cards: await (await cardData(c)).list(list) })
  })
  .get('/:id', async (c) => {
    const card = await (await cardData(c)).get(c.req.param('id'))
    if (card === null) throw new AppError('NOT_FOUND', 'Card Not Found')
    return c.json(card)
  })
  .post('/', async (c) => {
    const wanted = parseInput(SaveCard, await readJson(c))
    const card = {
      ...wanted,
      playerName: cutText(wanted.playerName, NICKNAME_MAX_CHARACTERS),
      jerseyNumber: cutText(wanted.jerseyNumber, JERSEY_NUMBER_MAX_CHARACTERS),
    }
    return c.json(await (await cardData(c)).save(card, await readUserId(c)), 201)
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
  const rows = c.var.services.backend
    .service(c.var.origin)
    .db.table<{ visibility: string; owner: string }>('fantasy_football_cards')
  const row = await rows.get(id)
  const own = row?.owner === c.var.visitor.id
  if (row === null || (row.visibility === 'draft' && !own)) throw new AppError('NOT_FOUND', 'Card Not Found')
  if (row.visibility === 'draft') await rows.update(id, { visibility: 'unlisted' })
  return {
    id,
    visibility: row.visibility === 'public' ? 'public' : 'unlisted',
    url: `${c.var.origin}/card/${id}`,
  }
}
