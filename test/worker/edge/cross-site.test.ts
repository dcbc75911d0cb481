import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { countOf, rowOf, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'

const app = createTestApp()
const JSON_TYPE = { 'content-type': 'application/json' }

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
})

const ACTS = [
  ['votes', 'POST', '/api/cards/c1/votes', '{"votes":1}'],
  ['reports', 'POST', '/api/cards/c1/reports', '{"reason":"minor"}'],
  ['shares', 'POST', '/api/cards/c1/share', '{}'],
  ['renames', 'PATCH', '/api/cards/c1', '{"playerName":"X"}'],
  ['deletes', 'DELETE', '/api/cards/c1', null],
  ['begins a card', 'POST', '/api/generations', '{}'],
  ['writes to the admin', 'POST', '/functions/v1/contact-submit', '{}'],
] as const

describe('a page of another site', () => {
  test('does nothing in its reader’s name', async () => {
    const offenders = []
    for (const [act, method, path, body] of ACTS)
      for (const headers of [
        { origin: 'https://evil.example', ...JSON_TYPE },
        { origin: 'null', ...JSON_TYPE },
        { 'sec-fetch-site': 'cross-site', ...JSON_TYPE },
        { origin: 'https://evil.example', 'content-type': 'text/plain' },
      ]) {
        const response = await app.send(path, { method, headers, body })
        const { code } = await response.json<{ code: string }>()
        if (response.status !== 403 || code !== 'FORBIDDEN') offenders.push({ act, headers, status: response.status })
      }
    expect(offenders).toEqual([])
    expect(await rowOf('c1')).toMatchObject({ votes: 0, visibility: 'public' })
    expect([await countOf('reports'), await countOf('votes')]).toEqual([0, 0])
  })

  test('casts no vote in the tables either, though these answer other sites', async () => {
    const { publicKey } = app.services.edge.config
    const headers = { apikey: publicKey, ...JSON_TYPE, origin: 'https://evil.example' }
    const cast = () =>
      app.send('/rest/v1/fantasy_football_cards?id=eq.c1', { method: 'PATCH', headers, body: '{"votes":1}' })
    expect((await cast()).status).toBe(403)
    expect((await app.send('/rest/v1/fantasy_football_cards?id=eq.c1', { headers })).status).toBe(200)
    expect(await rowOf('c1')).toMatchObject({ votes: 0 })
  })
})

test('this site’s own pages, and programs, act as before', async () => {
  for (const [n, headers] of [{ origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, {}].entries()) {
    const visitor = app.visitor({ ...headers, ...JSON_TYPE, 'cf-connecting-ip': `192.0.2.${n}` })
    expect((await visitor.post('/api/cards/c1/votes', { votes: n + 1 })).status).toBe(200)
  }
})

test('a body that is not said to be JSON is none', async () => {
  for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/jsonx']) {
    const headers = { 'content-type': type }
    const response = await app.send('/api/cards/c1/votes', { method: 'POST', headers, body: '{"votes":1}' })
    expect(response.status).toBe(415)
  }
  expect(await rowOf('c1')).toMatchObject({ votes: 0 })
})

test('an empty body needs no type: a browser deletes a card with none', async () => {
  const request = { method: 'DELETE', headers: { 'content-length': '0' }, body: new Uint8Array() }
  const response = await app.send('/api/cards/c1', request)
  // It gets as far as the question whose card it is.
  expect(response.status).not.toBe(415)
  expect(response.status).toBeLessThan(500)
})
