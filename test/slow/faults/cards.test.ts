import { beforeAll } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { MailSender } from '#worker/env.ts'
import { createTestApp, getVisitorId, noPictures, ORIGIN, type TestVisitor } from '../../support/app.ts'
import { filesBelow, getCardRow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFailsOnce } from '../../support/faults/fails-once.ts'
import { takeConsole } from '../../support/quiet.ts'
import { ownedCard, type Visibility } from '../../worker/edge/owned-cards.ts'
import { isStatus, itHappensOnce } from './write-path.ts'

const time = { now: Date.UTC(2026, 10, 21, 12) }
/** Subjects of all mails passed to the mail binding, whether delivered or not. */
const handedOver: string[] = []
const MAIL: MailSender = { send: async () => ({ messageId: 'm' }) }
const faults = createFailsOnce({ ...testEnv(), MAIL })
const env = {
  ...faults.env,
  MAIL: {
    send: (mail) => {
      handedOver.push(mail.subject)
      return faults.env.MAIL!.send(mail)
    },
  } satisfies MailSender,
  APP_ENV: 'production' as const,
  PUBLIC_URL: ORIGIN,
  MAIL_FROM: 'cards@example.com',
  ADMIN_EMAILS: 'boss@example.com',
}
const app = createTestApp({ clock: () => time.now, pictures: noPictures }, env)
const setting = { faults, time, takeConsole }
let worlds = 0

beforeAll(freshDatabase)

/** Creates a card, its maker and a reader, each on a separate network, so that no limit carries over between runs. */
const createWorld = (visibility: Visibility) => async () => {
  const n = ++worlds
  const visitorAt = async (last: number) => {
    const visitor = app.visitor({ 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.${last}` })
    return { visitor, id: getVisitorId(await visitor.arrive()) }
  }
  const [maker, reader] = [await visitorAt(1), await visitorAt(2)]
  const card = `card-${n}`
  const at = new Date(time.now - 2 * DAY_MS).toISOString()
  const imageUrl = await ownedCard(maker.id, { id: card, visibility, createdAt: at, draftedAt: at })
  return { n, card, imageUrl, maker: maker.visitor, reader: reader.visitor }
}
type World = Awaited<ReturnType<ReturnType<typeof createWorld>>>

const firstRow = async (sql: string, ...values: unknown[]) =>
  testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>()

const send = (visitor: TestVisitor, method: string, path: string) => visitor.send(path, { method })
/** The idempotency key of one click. */
const getKey = ({ n }: World) => ({ 'idempotency-key': `press-${n}` })
const getVisibility = async ({ card }: World) => (await getCardRow(card))?.['visibility']

itHappensOnce<World>(
  {
    does: 'saves a card to the Hall',
    world: createWorld('draft'),
    run: (world) =>
      world.maker.post(
        '/api/cards',
        {
          playerName: 'Ace',
          jerseyNumber: '12',
          teamColors: 'Green Bay Packers',
          imageUrl: world.imageUrl,
          stats: { strength: 77, agility: 77, touchdownPower: 77, leadership: 77, accuracy: 77 },
        },
        getKey(world),
      ),
    isDone: isStatus(201),
    effect: async (world) => ({
      visibility: await getVisibility(world),
      ...(await firstRow(
        'select count(*) as cards from fantasy_football_cards where image_url = ?',
        new URL(world.imageUrl).pathname,
      )),
    }),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'counts a vote',
    world: createWorld('public'),
    run: (world) => world.reader.post(`/api/cards/${world.card}/votes`, { votes: 1 }, getKey(world)),
    isDone: isStatus(200),
    effect: async ({ card }) => ({
      card: (await getCardRow(card))?.['votes'],
      ...(await firstRow(
        `select (select count(*) from votes where card = ?1) as ledger,
           (select sum(votes) from vote_tallies where card = ?1) as days`,
        card,
      )),
    }),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'stores and mails a contact message',
    world: createWorld('public'),
    run: (world) =>
      world.reader.post(
        '/functions/v1/contact-submit',
        { name: `Ann ${world.n}`, email: 'ann@example.com', message: 'Nice cards!', website: '' },
        { ...getKey(world), authorization: 'Bearer public-fantasy-cards' },
      ),
    isDone: isStatus(200),
    waitMs: MINUTE_MS / 2,
    effect: async ({ n }) => ({
      ...(await firstRow('select count(*) as stored from contact_submissions where name = ?', `Ann ${n}`)),
      mailed: handedOver.filter((subject) => subject === `New message from Ann ${n}`).length,
    }),
    says: ['TOO_SOON'],
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'files a report',
    world: createWorld('public'),
    run: ({ reader, card }) => reader.post(`/api/cards/${card}/reports`, { reason: 'spam-or-other' }),
    isDone: isStatus(202),
    effect: ({ card }) => firstRow('select count(*) as reports from reports where card = ?', card),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'shares a draft',
    world: createWorld('draft'),
    run: ({ maker, card }) => send(maker, 'POST', `/api/cards/${card}/share`),
    isDone: isStatus(200),
    effect: getVisibility,
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'takes a card out of the Hall',
    world: createWorld('public'),
    run: ({ maker, card }) => send(maker, 'POST', `/api/cards/${card}/unpublish`),
    isDone: isStatus(200),
    effect: getVisibility,
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'deletes a card',
    world: createWorld('public'),
    run: ({ maker, card }) => send(maker, 'DELETE', `/api/cards/${card}`),
    isDone: isStatus(204, 404, 410),
    // The row is deleted first. The next sweep deletes a file that could not be deleted.
    afterwards: () => {
      time.now += 3 * MINUTE_MS
      return app.services.sweep()
    },
    effect: async ({ card }) => ({
      row: await getCardRow(card),
      files: await filesBelow(`cards/${card}/`),
      ...(await firstRow('select count(*) as votes from votes where card = ?', card)),
    }),
  },
  setting,
)
