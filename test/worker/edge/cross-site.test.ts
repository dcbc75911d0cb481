import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'

const app = createTestApp()
const JSON_TYPE = { 'content-type': 'application/json' }

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
})

const ACTIONS = [
  ['votes', 'POST', '/api/cards/c1/votes', '{"votes":1}'],
  ['reports', 'POST', '/api/cards/c1/reports', '{"reason":"minor"}'],
  ['shares', 'POST', '/api/cards/c1/share', '{}'],
  ['renames', 'PATCH', '/api/cards/c1', '{"playerName":"X"}'],
  ['deletes', 'DELETE', '/api/cards/c1', null],
  ['starts a card', 'POST', '/api/generations', '{}'],
  ['sends a message', 'POST', '/functions/v1/contact-submit', '{}'],
] as const

describe('cross-site requests', () => {
  test('rejects cross-site pages every write on a visitor’s behalf', async () => {
    const offenders = []
    for (const [action, method, path, body] of ACTIONS)
      for (const headers of [
        { origin: 'https://evil.example', ...JSON_TYPE },
        { origin: 'null', ...JSON_TYPE },
        { 'sec-fetch-site': 'cross-site', ...JSON_TYPE },
        { origin: 'https://evil.example', 'content-type': 'text/plain' },
      ]) {
        const response = await app.send(path, { method, headers, body })
        const { code } = await response.json<{ code: string }>()
        if (response.status !== 403 || code !== 'FORBIDDEN')
          offenders.push({ action, headers, status: response.status })
      }
    expect(offenders).toEqual([])
    expect(await getCardRow('c1')).toMatchObject({ votes: 0, visibility: 'public' })
    expect([await countRows('reports'), await countRows('votes')]).toEqual([0, 0])
  })

  test('rejects cross-site votes through the table API, which allows other origins', async () => {
    const { publicKey } = app.services.edge.config
    const headers = { apikey: publicKey, ...JSON_TYPE, origin: 'https://evil.example' }
    const cast = () =>
      app.send('/rest/v1/fantasy_football_cards?id=eq.c1', { method: 'PATCH', headers, body: '{"votes":1}' })
    expect((await cast()).status).toBe(403)
    expect((await app.send('/rest/v1/fantasy_football_cards?id=eq.c1', { headers })).status).toBe(200)
    expect(await getCardRow('c1')).toMatchObject({ votes: 0 })
  })
})

test('accepts writes from this site’s own pages and from API clients', async () => {
  for (const [n, headers] of [{ origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, {}].entries()) {
    const visitor = app.visitor({ ...headers, ...JSON_TYPE, 'cf-connecting-ip': `192.0.2.${n}` })
    expect((await visitor.post('/api/cards/c1/votes', { votes: n + 1 })).status).toBe(200)
  }
})

test('rejects a body whose content type is not JSON', async () => {
  for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/jsonx']) {
    const headers = { 'content-type': type }
    const response = await app.send('/api/cards/c1/votes', { method: 'POST', headers, body: '{"votes":1}' })
    expect(response.status).toBe(415)
  }
  expect(await getCardRow('c1')).toMatchObject({ votes: 0 })
})

test('accepts an empty body without a content type, as browsers send with DELETE', async () => {
  const request = { method: 'DELETE', headers: { 'content-length': '0' }, body: new Uint8Array() }
  const response = await app.send('/api/cards/c1', request)
  // It gets as far as the ownership check.
  expect(response.status).not.toBe(415)
  expect(response.status).toBeLessThan(500)
})
