import { applyD1Migrations } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import type { CardPage, OwnCardsAnswer } from '#shared/contracts/cards.ts'
import type { ReportQueue } from '#shared/contracts/reports.ts'
import type { Card } from '#shared/domain/card.ts'
import { COST, writePhc } from '#worker/backend/auth/passwords.ts'
import { readConfig } from '#worker/config.ts'
import { hashOf, newSecret } from '#worker/http/secrets.ts'
import { hexOf, sign } from '#worker/http/signature.ts'
import { noPictures } from '../../support/app.ts'
import { type AuthApp, createAuthApp, NOW, ORIGIN, PASSWORD, quickKey, type TokenAnswer } from '../../support/auth.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { emptyStorage, testEnv } from '../../support/env.ts'

/** The migrations of the first published version, and a hash of them: what has run somewhere is not edited. */
const FIRST = 13
const FIRST_HASH = '71b20506bc7986ce85b5096d4d7b98382a64435f7c38336596c6ae0628c5e221'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** As that version named the site in every row: the host it was asked at. */
const OLD_HOST = 'http://127.0.0.1:8787'

const ANN = 'a'.repeat(32)
const USER = 'f'.repeat(32)
const BOB = 'b'.repeat(32)
const iso = (at: number) => new Date(at).toISOString()
const picture = (card: string) => `cards/${card}/${'e'.repeat(32)}.jpg`
const STATS = { strength: 61, agility: 62, touchdownPower: 63, leadership: 64, accuracy: 65 }
const [PUBLIC, UNLISTED, DRAFT, HIDDEN, REMOVED] = ['1', '2', '3', '4', '5'].map((n) => n.repeat(32)) as [
  string,
  string,
  string,
  string,
  string,
]

let app: AuthApp
let refreshToken: string

async function hashOfFirst(): Promise<string> {
  const text = JSON.stringify(inject('migrations').slice(0, FIRST))
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

const cookieOf = async (id: string) =>
  `__Host-visitor=${id}.${await sign(readConfig(testEnv()).visitorSecret, `visitor:${id}`)}`

/** Rows as the first version wrote them. */
async function fill() {
  const { DB, FILES } = testEnv()
  const run = (sql: string, ...values: (string | number | null)[]) =>
    DB.prepare(sql)
      .bind(...values)
      .run()
  const card = async (
    id: string,
    visibility: string,
    more: { owner?: string; userId?: string; stats?: object } = {},
  ) => {
    const [path, owner] = [picture(id), more.owner ?? ANN]
    const address = `${OLD_HOST}/storage/${PROJECT}/${path}`
    const stats = JSON.stringify(more.stats ?? STATS)
    const made = NOW - 3 * DAY
    await run(
      `insert into fantasy_football_cards (id, player_name, jersey_number, team_colors, image_url, stats, created_at, votes, user_id,
         visibility, owner, generation_id, armor, tier, art_path, drafted_at)
       values (?, 'Nova', '7', 'Chicago Bears', ?, ?, ?, 0, ?, 'draft', ?, ?, 'duck', 'Rookie', ?, ?)`,
      id,
      address,
      stats,
      iso(made),
      more.userId ?? 'anonymous',
      owner,
      `g${id.slice(1)}`,
      `ai/${id}.webp`,
      iso(made),
    )
    await run(
      `insert into generations (image_url, generation_id, card_id, visitor, image_path, created_at, player_name, jersey_number,
         team_colors, stats) values (?, ?, ?, ?, ?, ?, 'Nova', '7', 'Chicago Bears', ?)`,
      address,
      `g${id.slice(1)}`,
      id,
      owner,
      path,
      made,
      JSON.stringify(STATS),
    )
    await run(`update fantasy_football_cards set visibility = ? where id = ?`, visibility, id)
    await FILES.put(path, 'a front', { httpMetadata: { contentType: 'image/jpeg' } })
  }
  const salt = new Uint8Array(16).fill(7)
  const password = writePhc({ ...COST, salt, key: await quickKey(PASSWORD, salt, COST, 32) })
  await run(
    `insert into users (id, email, email_verified, password_hash, created_at) values (?, 'ann@example.com', 1, ?, ?)`,
    USER,
    password,
    iso(NOW - 9 * DAY),
  )
  refreshToken = newSecret()
  await run(`insert into sessions (id, user_id, expires_at) values ('s1', ?, ?)`, USER, NOW + 20 * DAY)
  await run(`insert into refresh_tokens (hash, session_id) values (?, 's1')`, await hashOf(refreshToken))

  await card(PUBLIC, 'public', { userId: USER })
  const { touchdownPower, ...others } = STATS
  await card(UNLISTED, 'unlisted', { stats: { ...others, touchdown_power: touchdownPower } })
  await card(DRAFT, 'draft')
  await card(HIDDEN, 'public', { owner: BOB })
  for (const [voter, hours] of [
    [BOB, 5],
    ['c'.repeat(32), 30],
    ['d'.repeat(32), 60],
  ] as const)
    await run('insert into votes (voter, card, at) values (?, ?, ?)', voter, PUBLIC, NOW - hours * HOUR)
  await run('insert into votes (voter, card, at, network) values (?, ?, ?, ?)', 'address-1', HIDDEN, NOW - HOUR, 'n1')
  await run(`update fantasy_football_cards set hidden_from = visibility, visibility = 'draft' where id = ?`, HIDDEN)
  await run(
    `insert into reports (card, reporter, network, reason, at) values (?, ?, 'n1', 'minor', ?)`,
    HIDDEN,
    ANN,
    NOW - 2 * HOUR,
  )
  await run('insert into removed_cards (id, removed_at) values (?, ?)', REMOVED, NOW - DAY)
  await run('insert into contact_gate (sender, next_at) values (?, ?)', BOB, NOW + 15_000)
  await run('insert into generation_quotas (visitor, day, used) values (?, ?, 20)', ANN, Math.floor(NOW / DAY))
  await run('insert into redraws (visitor, hour, used) values (?, ?, 60)', ANN, Math.floor(NOW / HOUR))
  await run(`insert into raw_budgets (key, hour, used) values ('emails:n1', ?, 5)`, Math.floor(NOW / HOUR))
  await run(`insert into attempts (key, full_at) values ('signup:x', ?)`, NOW + HOUR)
  await run(
    `insert into contact_submissions (id, name, email, message, created_at) values ('m1', 'Ann', 'ann@example.com', 'Hi', ?)`,
    iso(NOW),
  )
}

beforeAll(async () => {
  await emptyStorage()
  const { DB } = testEnv()
  const migrations = inject('migrations')
  await applyD1Migrations(DB, migrations.slice(0, FIRST))
  await fill()
  await applyD1Migrations(DB, migrations)
  app = createAuthApp({ PUBLIC_URL: ORIGIN }, { pictures: noPictures })
})

const json = async <T>(path: string, headers: Record<string, string> = {}) => {
  const response = await app.send(path, { headers })
  expect([path, response.status]).toEqual([path, 200])
  return response.json<T>()
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('the migrations of the first version are as they were', async () => {
  expect(await hashOfFirst()).toBe(FIRST_HASH)
})

describe('a database that the first version wrote', () => {
  test('shows its public cards in every list, their pictures under this site’s address', async () => {
    for (const list of ['recent', 'strip', 'new', 'top', 'week', 'trending'])
      expect((await json<{ cards: Card[] }>(`/api/cards?list=${list}&team=Chicago%20Bears`)).cards).toMatchObject([
        { id: PUBLIC, votes: 3, imageUrl: `${ORIGIN}/storage/${PROJECT}/${picture(PUBLIC)}`, stats: STATS },
      ])
    const answer = await app.send('/rest/v1/fantasy_football_cards?order=created_at.desc&limit=8', {
      headers: { ...as.public(), prefer: 'count=exact' },
    })
    expect(answer.headers.get('content-range')).toBe('0-0/1')
    expect(await answer.json()).toMatchObject([{ id: PUBLIC, votes: 3 }])
    const stored = await app.send(`/storage/${PROJECT}/${picture(PUBLIC)}`)
    expect([stored.status, new TextDecoder().decode(await stored.arrayBuffer())]).toEqual([200, 'a front'])
  })

  test('has pages for what is shared, 404 for what is hidden, 410 for what was removed, and a sitemap', async () => {
    expect(await json<CardPage>(`/api/cards/${PUBLIC}`)).toMatchObject({ rank: 1, rankOfWeek: 1, waiting: false })
    expect(await json<CardPage>(`/api/cards/${UNLISTED}`)).toMatchObject({ visibility: 'unlisted', stats: STATS })
    for (const [id, status] of [
      [DRAFT, 404],
      [HIDDEN, 404],
      [REMOVED, 410],
    ] as const)
      expect((await app.send(`/api/cards/${id}`)).status).toBe(status)
    expect(await (await app.send('/sitemap-cards-1.xml')).text()).toContain(`/card/${PUBLIC}<`)
  })

  test('knows its visitors by their cookies, and what they have voted for', async () => {
    const { cards } = await json<z.infer<typeof OwnCardsAnswer>>('/api/cards/mine', { cookie: await cookieOf(ANN) })
    expect(cards.map(({ id }) => id).toSorted()).toEqual([PUBLIC, UNLISTED, DRAFT])
    const again = await post(`/api/cards/${PUBLIC}/votes`, { votes: 4 }, { cookie: await cookieOf(BOB) })
    expect(again.status).toBe(409)
    const first = await post(`/api/cards/${PUBLIC}/votes`, { votes: 4 }, { cookie: await cookieOf(ANN) })
    expect([first.status, (await first.json<Card>()).votes]).toEqual([200, 4])
  })

  test('publishes a draft that it has drawn', async () => {
    const row = { player_name: 'Nova', jersey_number: '7', team_colors: 'Chicago Bears', stats: STATS }
    const save = {
      playerName: row.player_name,
      jerseyNumber: row.jersey_number,
      teamColors: row.team_colors,
      imageUrl: `${ORIGIN}/storage/${PROJECT}/${picture(DRAFT)}`,
      stats: STATS,
    }
    expect((await post('/api/cards', save, { cookie: await cookieOf(BOB) })).status).toBe(403)
    expect((await post('/api/cards', save, { cookie: await cookieOf(ANN) })).status).toBe(201)
    expect((await json<CardPage>(`/api/cards/${DRAFT}`)).visibility).toBe('public')
  })

  test('signs its people in by password and by a session that was open, and shows them their cards', async () => {
    const signedIn = await app.post<TokenAnswer>('/signin/email', { email: 'ann@example.com', password: PASSWORD })
    expect(signedIn.status).toBe(200)
    const mine = await json<z.infer<typeof OwnCardsAnswer>>('/api/cards/mine', {
      authorization: `Bearer ${signedIn.body.access_token}`,
    })
    expect(mine.cards.map(({ id }) => id)).toEqual([PUBLIC])
    expect((await app.post('/refresh', { refresh_token: refreshToken })).status).toBe(200)
  })

  test('keeps its reports, its messages and its limits', async () => {
    const { queue } = await json<ReportQueue>('/api/reports', as.service())
    expect(queue).toMatchObject([{ card: { id: HIDDEN, hidden: true, visibility: 'public' }, reasons: ['minor'] }])
    const messages = await json<{ id: string }[]>('/rest/v1/contact_submissions', as.service())
    expect(messages.map(({ id }) => id)).toEqual(['m1'])
    const message = { name: 'Bob', email: 'bob@example.com', message: 'Hello', website: '' }
    const sent = await post('/functions/v1/contact-submit', message, { ...as.public(), cookie: await cookieOf(BOB) })
    expect(sent.status).toBe(429)
    const redrawn = await app.send(`/api/cards/${PUBLIC}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: await cookieOf(ANN) },
      body: JSON.stringify({ playerName: 'Other' }),
    })
    expect(redrawn.status).toBe(429)
  })
})
