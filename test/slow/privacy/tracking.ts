import { expect } from 'vitest'
import { getVisitorId, ORIGIN } from '../../support/app.ts'
import { PROJECT } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { createPlace, DAY, readAllRows, everythingStored, recordTraffic, type Proof, START } from './place.ts'

const ADDRESS = '203.0.113.77'
const VISIT = 'sess_1_abcdefgh'
const PAGES = ['/', '/hall-of-fame', '/card/c1', '/contact', '/privacy-policy'] as const

/** Makes the first read of a day, which moves the windows of vote lists for every reader. */
const firstReadOfTheDay = async (visitor: { send: (path: string) => Promise<Response> }) => {
  await (await visitor.send('/card/c1')).arrayBuffer()
}

type Visitor = { post: (path: string, body: unknown, headers: Record<string, string>) => Promise<Response> }

/** Sends a page's events with every field that another client might add. */
const say = (visitor: Visitor, headers: Record<string, string> = {}) =>
  visitor.post(
    `/api/analytics/${PROJECT}/log`,
    {
      events: ['pageview', 'card_saved'].map((type) => ({
        type,
        timestamp: new Date(START).toISOString(),
        project_id: PROJECT,
        user_id: 'user-7',
        user_email: 'ann@example.com',
        session_id: VISIT,
        pathname: '/card/c1',
        referrer: 'https://elsewhere.example/',
        channel: 'Referral',
      })),
    },
    { 'cf-connecting-ip': ADDRESS, ...headers },
  )

const tracking = async () => {
  const rows = await readAllRows()
  return { days: rows['analytics_days']!, seen: rows['analytics_seen']! }
}

export const trackingProofs = {
  'tracking.why': async () => {
    const { person, maker } = createPlace()
    await maker('public')
    const visitor = await person()
    for (const path of PAGES) {
      const response = await visitor.send(path)
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("connect-src 'self';")
      const loaded = [...(await response.text()).matchAll(/\ssrc(?:set)?="(https?:)?\/\/([^/"]+)/gu)]
      expect(loaded.map(([, , host]) => host).filter((host) => host !== new URL(ORIGIN).host)).toEqual([])
    }
    for (const wish of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
      const before = await everythingStored()
      expect((await say(visitor, wish)).status).toBe(200)
      expect(await everythingStored()).toEqual(before)
    }
    // A vote counts for its day, regardless of its voter's opt-out.
    expect((await visitor.post('/api/cards/c1/votes', { votes: 1 }, { dnt: '1', 'sec-gpc': '1' })).status).toBe(200)
    const { results } = await testEnv().DB.prepare(`select * from analytics_days where name = 'card_voted'`).all()
    expect(results).toEqual([{ day: '2026-11-21', measure: 'deeds', name: 'card_voted', count: 1 }])
    await say(visitor)
    expect((await tracking()).days).toContain('Referral')
  },

  'tracking.howLong': async () => {
    const place = createPlace()
    await place.maker('public')
    const visitor = await place.person()
    await firstReadOfTheDay(visitor)
    const before = await everythingStored()
    for (const path of [...PAGES, '/api/cards?list=top', '/api/cards/c1']) {
      const response = await visitor.send(path, { headers: { referer: 'https://elsewhere.example/' } })
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
    expect(await everythingStored()).toEqual(before)

    await say(visitor)
    expect((await tracking()).seen).not.toContain(VISIT)
    place.time.now = START + 7 * DAY
    await place.sweep()
    expect((await tracking()).seen).toBe('[]')
    expect((await tracking()).days).toContain('card_saved')
    place.time.now = START + 732 * DAY
    await place.sweep()
    expect(await tracking()).toEqual({ days: '[]', seen: '[]' })
  },

  'tracking.who': async () => {
    const place = createPlace()
    await place.maker('public')
    const visitor = await place.person()
    await firstReadOfTheDay(visitor)
    const before = await readAllRows()
    const { requests, log } = await recordTraffic(async () => {
      for (const path of PAGES)
        await (await visitor.send(path, { headers: { 'cf-connecting-ip': ADDRESS } })).arrayBuffer()
      await say(visitor)
    })
    expect(requests).toEqual([])
    const stored = Object.entries(await readAllRows()).filter(([table, rows]) => before[table] !== rows)
    expect(stored.map(([table]) => table).toSorted()).toEqual(['analytics_days', 'analytics_seen', 'window_counters'])
    for (const identity of [ADDRESS, getVisitorId(visitor.cookie()!), 'ann@example.com', 'user-7', VISIT, 'c1"'])
      expect(JSON.stringify([stored, log])).not.toContain(identity)
    for (const table of ['analytics_days', 'analytics_seen'])
      expect((await visitor.send(`/rest/v1/${table}?select=*`)).status).toBeGreaterThanOrEqual(400)
  },
} satisfies Record<string, Proof>
