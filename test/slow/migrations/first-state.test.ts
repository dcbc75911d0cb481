import { applyD1Migrations } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import type { CardPage, OwnCardsResponse } from '#shared/contracts/cards.ts'
import type { ReportQueue } from '#shared/contracts/reports.ts'
import type { Card } from '#shared/domain/card.ts'
import { readConfig } from '#worker/config.ts'
import { newSecret } from '#worker/http/secrets.ts'
import { sign, toHex } from '#worker/http/signature.ts'
import { noPictures } from '../../support/app.ts'
import { type AuthApp, createAuthApp, ORIGIN, PASSWORD, type TokenResponse } from '../../support/auth.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { emptyStorage, testEnv } from '../../support/env.ts'
import { ANN, BOB, DRAFT, fillFirst, FIRST, HIDDEN, picture, PUBLIC, REMOVED, STATS, UNLISTED } from './first-rows.ts'

/** Hash of the first version's statements, which must not be edited after they were applied. Comments may change. */
const FIRST_HASH = '15c2afd879450953659e560613a438c84f95dcdcc940873fc1e5bde5603da29e'

let app: AuthApp
const refreshToken = newSecret()

async function hashFirstStatements(): Promise<string> {
  const statements = inject('migrations')
    .slice(0, FIRST)
    .map(({ name, queries }) => [name, queries.map(toStatement).filter((sql) => sql !== '')])
  const text = JSON.stringify(statements)
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

/** Removes comments, line breaks and the semicolon, which D1's splitter keeps or drops with a comment after it. */
const toStatement = (sql: string): string =>
  sql.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim().replace(/;$/, '').trim()

const getCookie = async (id: string) =>
  `__Host-visitor=${id}.${await sign(readConfig(testEnv()).visitorSecret, `visitor:${id}`)}`

beforeAll(async () => {
  await emptyStorage()
  const { DB } = testEnv()
  const migrations = inject('migrations')
  await applyD1Migrations(DB, migrations.slice(0, FIRST))
  await fillFirst(refreshToken)
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

it('keeps the first version’s statements unedited', async () => {
  expect(await hashFirstStatements()).toBe(FIRST_HASH)
})

describe('a database written by the first version', () => {
  it('shows the first version’s public cards in every list, with image URLs on this site', async () => {
    for (const list of ['recent', 'strip', 'new', 'top', 'week', 'trending'])
      expect((await json<{ cards: Card[] }>(`/api/cards?list=${list}&team=Chicago%20Bears`)).cards).toMatchObject([
        { id: PUBLIC, votes: 3, imageUrl: `${ORIGIN}/storage/${PROJECT}/${picture(PUBLIC)}`, stats: STATS },
      ])
    const response = await app.send('/rest/v1/fantasy_football_cards?order=created_at.desc&limit=8', {
      headers: { ...as.public(), prefer: 'count=exact' },
    })
    expect(response.headers.get('content-range')).toBe('0-0/1')
    expect(await response.json()).toMatchObject([{ id: PUBLIC, votes: 3 }])
    // Searches for a part of the name that the unlisted, draft and hidden cards share.
    const search = await json<{ id: string }[]>('/rest/v1/fantasy_football_cards?player_name=ilike.*OVA*', as.public())
    expect(search.map(({ id }) => id)).toEqual([PUBLIC])
    const stored = await app.send(`/storage/${PROJECT}/${picture(PUBLIC)}`)
    expect([stored.status, new TextDecoder().decode(await stored.arrayBuffer())]).toEqual([200, 'a front'])
  })

  it('serves the first version’s cards: pages for shared ones, 404 for hidden and 410 for removed ones, and a sitemap', async () => {
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

  it('recognizes the first version’s visitors by their cookies, and their votes', async () => {
    const { cards } = await json<z.infer<typeof OwnCardsResponse>>('/api/cards/mine', { cookie: await getCookie(ANN) })
    expect(cards.map(({ id }) => id).toSorted()).toEqual([PUBLIC, UNLISTED, DRAFT])
    const again = await post(`/api/cards/${PUBLIC}/votes`, { votes: 4 }, { cookie: await getCookie(BOB) })
    expect(again.status).toBe(409)
    const first = await post(`/api/cards/${PUBLIC}/votes`, { votes: 4 }, { cookie: await getCookie(ANN) })
    expect([first.status, (await first.json<Card>()).votes]).toEqual([200, 4])
  })

  it('publishes a draft drawn by the first version', async () => {
    const row = { player_name: 'Nova', jersey_number: '7', team_colors: 'Chicago Bears', stats: STATS }
    const save = {
      playerName: row.player_name,
      jerseyNumber: row.jersey_number,
      teamColors: row.team_colors,
      imageUrl: `${ORIGIN}/storage/${PROJECT}/${picture(DRAFT)}`,
      stats: STATS,
    }
    expect((await post('/api/cards', save, { cookie: await getCookie(BOB) })).status).toBe(403)
    expect((await post('/api/cards', save, { cookie: await getCookie(ANN) })).status).toBe(201)
    expect((await json<CardPage>(`/api/cards/${DRAFT}`)).visibility).toBe('public')
  })

  it('signs in the first version’s users by password and by an open session, and shows their cards', async () => {
    const signedIn = await app.post<TokenResponse>('/signin/email', { email: 'ann@example.com', password: PASSWORD })
    expect(signedIn.status).toBe(200)
    const mine = await json<z.infer<typeof OwnCardsResponse>>('/api/cards/mine', {
      authorization: `Bearer ${signedIn.body.access_token}`,
    })
    expect(mine.cards.map(({ id }) => id)).toEqual([PUBLIC])
    expect((await app.post('/refresh', { refresh_token: refreshToken })).status).toBe(200)
  })

  it('keeps the first version’s reports, messages and limits', async () => {
    const { queue } = await json<ReportQueue>('/api/reports', as.service())
    expect(queue).toMatchObject([{ card: { id: HIDDEN, hidden: true, visibility: 'public' }, reasons: ['minor'] }])
    const messages = await json<{ id: string }[]>('/rest/v1/contact_submissions', as.service())
    expect(messages.map(({ id }) => id)).toEqual(['m1'])
    const message = { name: 'Bob', email: 'bob@example.com', message: 'Hello', website: '' }
    const sent = await post('/functions/v1/contact-submit', message, { ...as.public(), cookie: await getCookie(BOB) })
    expect(sent.status).toBe(429)
    const redrawn = await app.send(`/api/cards/${PUBLIC}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: await getCookie(ANN) },
      body: JSON.stringify({ playerName: 'Other' }),
    })
    expect(redrawn.status).toBe(429)
  })
})
