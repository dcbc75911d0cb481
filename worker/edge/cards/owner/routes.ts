import { Hono } from 'hono'
import { ANONYMOUS } from '#shared/client/auth/auth.ts'
import { AppError } from '#shared/client/errors.ts'
import { KeptCards, ManageLink, type OwnCard, OwnCardsAnswer, RenameCard, SharedCard } from '#shared/contracts/cards.ts'
import { MANAGE_HEADER } from '#shared/contracts/headers.ts'
import { Card } from '#shared/domain/card-schema.ts'
import { OWN_CARDS } from '#shared/domain/limits.ts'
import { where } from '#shared/query/ast.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { describeCall, inHeader, jsonRequest, NO_CONTENT, ok } from '#worker/http/openapi/describe.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { EdgeContext, EdgeEnv } from '../../app-env.ts'
import { CARDS } from '../card-queries.ts'
import { type CardRecord, ownCardOf, visibilityOf } from '../card-codec.ts'
import { readRecord } from '../card-record.ts'
import { readUserId, requireUserId } from '../../user.ts'
import { manageTokenOf, requireOwn } from './ownership.ts'
import { removeCard } from './remove.ts'
import { renameCard } from './rename.ts'

export const MANAGE = inHeader(
  MANAGE_HEADER,
  'The token of a manage link, where another browser than the maker’s asks.',
)

/** Actions of a card's owner, below `/api/cards`. */
export const ownerActs = new Hono<EdgeEnv>()
  .get(
    '/mine',
    describeCall('The cards of this visitor and of the signed-in account, drafts too, the newest first', {
      answers: ok('OwnCards', OwnCardsAnswer),
    }),
    async (c) => {
      const now = c.var.services.clock()
      const records = await readOwn(c)
      return c.json({ cards: await Promise.all(records.map((record) => inOwnList(record, now))) })
    },
  )
  .post(
    '/keep',
    describeCall('Gives the cards that this visitor has made, and no account keeps, to the signed-in account', {
      answers: ok('KeptCards', KeptCards),
      errors: [401],
    }),
    async (c) => c.json(await keepWithAccount(c)),
  )
  .post(
    '/:id/unpublish',
    describeCall('Takes a card of one’s own out of every list', {
      parameters: [MANAGE],
      answers: ok('SharedCard', SharedCard),
      errors: [403, 404, 409, 410],
    }),
    async (c) => c.json(await unpublish(c, await requireOwn(c, c.req.param('id')))),
  )
  .patch(
    '/:id',
    describeCall('Renames a card of one’s own and draws it again', {
      parameters: [MANAGE],
      sends: jsonRequest('RenameCard', RenameCard),
      answers: ok('Card', Card),
      errors: [400, 403, 404, 409, 410, 429, 502],
    }),
    async (c) => {
      const record = await requireOwn(c, c.req.param('id'))
      const { playerName } = parseInput(RenameCard, await readJson(c, BODY_BYTES.small))
      const { services, origin } = c.var
      const card = await renameCard(c, record, playerName)
      if (record.visibility !== 'draft') c.executionCtx.waitUntil(services.pictures.prepare(card.id, origin))
      return c.json(card)
    },
  )
  .delete(
    '/:id',
    describeCall('Removes a card of one’s own with its votes and pictures; its id answers 410 from then on', {
      parameters: [MANAGE],
      answers: NO_CONTENT,
      errors: [403, 404, 410],
    }),
    async (c) => {
      await removeCard(c.var.services, c.var.origin, await requireOwn(c, c.req.param('id')))
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/manage-link',
    describeCall('The address that makes any browser this card’s owner', {
      parameters: [MANAGE],
      answers: ok('ManageLink', ManageLink),
      errors: [403, 404, 410],
    }),
    async (c) => {
      const { id } = await requireOwn(c, c.req.param('id'))
      c.header('cache-control', 'private, no-store')
      const answer: ManageLink = { url: `${c.var.origin}/card/${id}#manage=${await manageTokenOf(c, id)}` }
      return c.json(answer)
    },
  )

const inOwnList = async (record: CardRecord, now: number): Promise<OwnCard> => ({
  ...(await ownCardOf(record, now)),
  kept: record.userId !== ANONYMOUS,
})

async function readOwn(c: EdgeContext): Promise<CardRecord[]> {
  const { visitor, services, origin } = c.var
  const userId = await readUserId(c)
  const owned = [
    // Callers without a cookie share one name with their neighbours: nothing is any of theirs.
    ...(visitor.kind === 'visitor' ? [{ owner: visitor.id }] : []),
    ...(userId === ANONYMOUS ? [] : [{ userId }]),
  ]
  if (owned.length === 0) return []
  const table = services.backend.service(origin).db.table<CardRecord>(CARDS)
  return table.list({ where: { OR: owned }, orderBy: { createdAt: 'desc' }, limit: OWN_CARDS })
}

/**
 * Gives the cards of this browser to the account that is signed in on it. A card that an account keeps stays there: the
 * browser may be another person's too.
 */
async function keepWithAccount(c: EdgeContext): Promise<KeptCards> {
  const { visitor, services, origin } = c.var
  const userId = await requireUserId(c)
  if (visitor.kind !== 'visitor') return { added: 0 }
  const kept = await services.backend
    .service(origin)
    .rest(CARDS)
    .update(
      [where('owner', 'eq', visitor.id), where('user_id', 'eq', ANONYMOUS)],
      { user_id: userId },
      { returning: true },
    )
  return { added: kept.length }
}

/**
 * Takes a card out of the Hall; its address keeps working. Of a card that reports have hidden, for when it is restored;
 * one that waits for a moderator waits no more.
 */
async function unpublish(c: EdgeContext, { id, visibility: before }: CardRecord): Promise<SharedCard> {
  const client = c.var.services.backend.service(c.var.origin)
  const cards = client.rest(CARDS)
  await cards.update([where('id', 'eq', id), where('visibility', 'eq', 'public')], { visibility: 'unlisted' })
  await cards.update([where('id', 'eq', id), where('hidden_from', 'eq', 'public')], { hidden_from: 'unlisted' })
  await cards.update([where('id', 'eq', id), where('review', 'eq', 'waiting')], { review: null, review_at: null })
  const visibility = visibilityOf(await readRecord(client, id))
  if (visibility !== 'unlisted') throw new AppError('CONFLICT', 'This card is not published.')
  c.var.services.live.gone(c.var.origin, id, before)
  return { id, visibility, url: `${c.var.origin}/card/${id}` }
}
