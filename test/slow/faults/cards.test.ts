import { beforeAll } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { MailSender } from '#worker/env.ts'
import { createTestApp, idOf, noPictures, ORIGIN, type TestVisitor } from '../../support/app.ts'
import { filesBelow, rowOf } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFailsOnce } from '../../support/faults/fails-once.ts'
import { takeConsole } from '../../support/quiet.ts'
import { ownedCard, type Visibility } from '../../worker/edge/owned-cards.ts'
import { isStatus, itHappensOnce } from './write-path.ts'

const time = { now: Date.UTC(2026, 10, 21, 12) }
/** The subjects of the mails that were handed over, whether or not they were delivered. */
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

/** A card with its maker and a reader. Each is on a network of their own, so no limit carries over from another run. */
const worldOf = (visibility: Visibility) => async () => {
  const n = ++worlds
  const visitorAt = async (last: number) => {
    const visitor = app.visitor({ 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.${last}` })
    return { visitor, id: idOf(await visitor.arrive()) }
  }
  const [maker, reader] = [await visitorAt(1), await visitorAt(2)]
  const card = `card-${n}`
  const at = new Date(time.now - 2 * DAY_MS).toISOString()
  const imageUrl = await ownedCard(maker.id, { id: card, visibility, createdAt: at, draftedAt: at })
  return { n, card, imageUrl, maker: maker.visitor, reader: reader.visitor }
}
type World = Awaited<ReturnType<ReturnType<typeof worldOf>>>

const firstRow = async (sql: string, ...values: unknown[]) =>
  testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>()

const send = (visitor: TestVisitor, method: string, path: string) => visitor.send(path, { method })
/** The idempotency key of one press of a button. */
const keyOf = ({ n }: World) => ({ 'idempotency-key': `press-${n}` })
const visibilityOf = async ({ card }: World) => (await rowOf(card))?.['visibility']

itHappensOnce<World>(
  {
    does: 'saves a card to the Hall',
    world: worldOf('draft'),
    act: (world) =>
      world.maker.post(
        '/api/cards',
        {
          playerName: 'Ace',
          jerseyNumber: '12',
          teamColors: 'Green Bay Packers',
          imageUrl: world.imageUrl,
          stats: { strength: 77, agility: 77, touchdownPower: 77, leadership: 77, accuracy: 77 },
        },
        keyOf(world),
      ),
    isDone: isStatus(201),
    effect: async (world) => ({
      visibility: await visibilityOf(world),
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
    world: worldOf('public'),
    act: (world) => world.reader.post(`/api/cards/${world.card}/votes`, { votes: 1 }, keyOf(world)),
    isDone: isStatus(200),
    effect: async ({ card }) => ({
      card: (await rowOf(card))?.['votes'],
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
    world: worldOf('public'),
    act: (world) =>
      world.reader.post(
        '/functions/v1/contact-submit',
        { name: `Ann ${world.n}`, email: 'ann@example.com', message: 'Nice cards!', website: '' },
        { ...keyOf(world), authorization: 'Bearer public-fantasy-cards' },
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
    world: worldOf('public'),
    act: ({ reader, card }) => reader.post(`/api/cards/${card}/reports`, { reason: 'spam-or-other' }),
    isDone: isStatus(202),
    effect: ({ card }) => firstRow('select count(*) as reports from reports where card = ?', card),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'shares a draft',
    world: worldOf('draft'),
    act: ({ maker, card }) => send(maker, 'POST', `/api/cards/${card}/share`),
    isDone: isStatus(200),
    effect: visibilityOf,
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'takes a card out of the Hall',
    world: worldOf('public'),
    act: ({ maker, card }) => send(maker, 'POST', `/api/cards/${card}/unpublish`),
    isDone: isStatus(200),
    effect: visibilityOf,
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'deletes a card',
    world: worldOf('public'),
    act: ({ maker, card }) => send(maker, 'DELETE', `/api/cards/${card}`),
    isDone: isStatus(204, 404, 410),
    // The row goes first. The next sweep removes a file that could not be removed.
    afterwards: () => {
      time.now += 3 * MINUTE_MS
      return app.services.sweep()
    },
    effect: async ({ card }) => ({
      row: await rowOf(card),
      files: await filesBelow(`cards/${card}/`),
      ...(await firstRow('select count(*) as votes from votes where card = ?', card)),
    }),
  },
  setting,
)
