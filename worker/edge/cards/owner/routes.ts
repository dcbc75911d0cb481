import { Hono } from 'hono'
import { ANONYMOUS } from '#shared/client/auth/auth.ts'
import { AppError } from '#shared/client/errors.ts'
import {
  KeptCards,
  ManageLink,
  type OwnCard,
  OwnCardsResponse,
  RenameCard,
  SharedCard,
} from '#shared/contracts/cards.ts'
import { MANAGE_HEADER } from '#shared/contracts/headers.ts'
import { Card } from '#shared/domain/card-schema.ts'
import { DRAFT_RETENTION_DAYS, OWN_CARDS } from '#shared/domain/limits.ts'
import { type Condition, where } from '#shared/query/ast.ts'
import { DAY_MS } from '#shared/time.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { describeCall, inHeader, jsonRequest, NO_CONTENT, ok } from '#worker/http/openapi/describe.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { EdgeContext, EdgeEnv } from '../../app-env.ts'
import { CARDS } from '../card-queries.ts'
import { type CardRecord, getVisibility, toOwnCard } from '../card-codec.ts'
import { readRecord } from '../card-record.ts'
import { readUserId, requireUserId } from '../../user.ts'
import { createManageToken, requireOwn } from './ownership.ts'
import { removeCard } from './remove.ts'
import { renameCard } from './rename.ts'

export const MANAGE = inHeader(MANAGE_HEADER, 'The token of a manage link, for browsers other than the maker’s.')

/** Routes for a card's owner, under `/api/cards`. */
export const ownerRoutes = new Hono<EdgeEnv>()
  .get(
    '/mine',
    describeCall('Lists the visitor’s and the signed-in account’s cards with drafts, newest first', {
      responses: ok('OwnCards', OwnCardsResponse),
    }),
    async (c) => {
      const now = c.var.services.clock()
      const records = await readOwn(c)
      return c.json({ cards: await Promise.all(records.map((record) => toListedCard(record, now))) })
    },
  )
  .post(
    '/keep',
    describeCall('Adds the visitor’s cards that belong to no account to the signed-in account', {
      responses: ok('KeptCards', KeptCards),
      errors: [401],
    }),
    async (c) => c.json(await addToAccount(c)),
  )
  .post(
    '/:id/unpublish',
    describeCall('Unpublishes your card', {
      about: 'The card leaves all lists. Its URL keeps working.',
      parameters: [MANAGE],
      responses: ok('SharedCard', SharedCard),
      errors: [403, 404, 409, 410],
    }),
    async (c) => c.json(await unpublish(c, await requireOwn(c, c.req.param('id')))),
  )
  .post(
    '/:id/unshare',
    describeCall('Makes your shared card a draft again', {
      about: 'Not possible for a card that was published.',
      parameters: [MANAGE],
      responses: ok('SharedCard', SharedCard),
      errors: [403, 404, 409, 410],
    }),
    async (c) => c.json(await unshare(c, await requireOwn(c, c.req.param('id')))),
  )
  .patch(
    '/:id',
    describeCall('Renames your card and draws it again', {
      parameters: [MANAGE],
      sends: jsonRequest('RenameCard', RenameCard),
      responses: ok('Card', Card),
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
    describeCall('Deletes your card with its votes and pictures', {
      about: 'Its id then returns 410.',
      parameters: [MANAGE],
      responses: NO_CONTENT,
      errors: [403, 404, 410],
    }),
    async (c) => {
      await removeCard(c.var.services, c.var.origin, await requireOwn(c, c.req.param('id')))
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/manage-link',
    describeCall('Returns the manage link, which makes any browser the card’s owner', {
      parameters: [MANAGE],
      responses: ok('ManageLink', ManageLink),
      errors: [403, 404, 410],
    }),
    async (c) => {
      const { id } = await requireOwn(c, c.req.param('id'))
      c.header('cache-control', 'private, no-store')
      const body: ManageLink = { url: `${c.var.origin}/card/${id}#manage=${await createManageToken(c, id)}` }
      return c.json(body)
    },
  )

const toListedCard = async (record: CardRecord, now: number): Promise<OwnCard> => ({
  ...(await toOwnCard(record, now)),
  kept: record.userId !== ANONYMOUS,
})

async function readOwn(c: EdgeContext): Promise<CardRecord[]> {
  const { visitor, services, origin } = c.var
  const userId = await readUserId(c)
  const owned = [
    // Callers without a cookie share an id with others on their network, so they own nothing.
    ...(visitor.kind === 'visitor' ? [{ owner: visitor.id }] : []),
    ...(userId === ANONYMOUS ? [] : [{ userId }]),
  ]
  if (owned.length === 0) return []
  const table = services.backend.service(origin).db.table<CardRecord>(CARDS)
  return table.list({ where: { OR: owned }, orderBy: { createdAt: 'desc' }, limit: OWN_CARDS })
}

/**
 * Adds this browser's cards to the signed-in account. A card that belongs to another account stays there, because several
 * people may use the browser.
 */
async function addToAccount(c: EdgeContext): Promise<KeptCards> {
  const { visitor, services, origin } = c.var
  const userId = await requireUserId(c)
  if (visitor.kind !== 'visitor') return { added: 0 }
  const added = await services.backend
    .service(origin)
    .rest(CARDS)
    .update(
      [where('owner', 'eq', visitor.id), where('user_id', 'eq', ANONYMOUS)],
      { user_id: userId },
      { returning: true },
    )
  return { added: added.length }
}

/**
 * Takes a card out of the Hall. Its URL keeps working. A hidden card becomes unlisted when it is restored. A card that
 * waits for a moderator stops waiting.
 */
async function unpublish(c: EdgeContext, { id, visibility: before }: CardRecord): Promise<SharedCard> {
  const client = c.var.services.backend.service(c.var.origin)
  const cards = client.rest(CARDS)
  await cards.update([where('id', 'eq', id), where('visibility', 'eq', 'public')], { visibility: 'unlisted' })
  await cards.update([where('id', 'eq', id), where('hidden_from', 'eq', 'public')], { hidden_from: 'unlisted' })
  await cards.update([where('id', 'eq', id), where('review', 'eq', 'waiting')], { review: null, review_at: null })
  const visibility = getVisibility(await readRecord(client, id))
  if (visibility !== 'unlisted') throw new AppError('CONFLICT', 'This card is not published.')
  c.var.services.live.gone(c.var.origin, id, before)
  return { id, visibility, url: `${c.var.origin}/card/${id}` }
}

/**
 * Undoes a share. Rejects cards that were in the Hall or wait for it, and cards so old that the sweep would delete the
 * draft.
 */
async function unshare(c: EdgeContext, { id, visibility: before }: CardRecord): Promise<SharedCard> {
  const { backend, clock, live } = c.var.services
  const client = backend.service(c.var.origin)
  const oldest = new Date(clock() - DRAFT_RETENTION_DAYS * DAY_MS).toISOString()
  await client
    .rest(CARDS)
    .update(
      [
        where('id', 'eq', id),
        where('visibility', 'eq', 'unlisted'),
        isNull('published_at'),
        isNull('review'),
        where('drafted_at', 'gt', oldest),
        isNull('hidden_from'),
      ],
      { visibility: 'draft' },
    )
  const visibility = getVisibility(await readRecord(client, id))
  if (visibility !== 'draft') throw new AppError('CONFLICT', 'This card cannot be a draft again.')
  live.gone(c.var.origin, id, before)
  return { id, visibility, url: `${c.var.origin}/card/${id}` }
}

const isNull = (column: string): Condition => ({ column, operator: 'is', value: 'null', not: false })
