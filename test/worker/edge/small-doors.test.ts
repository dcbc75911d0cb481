import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const app = createTestApp()

test('redirects /index.html to the first page', async () => {
  const response = await app.send('/index.html')
  expect([response.status, response.headers.get('location')]).toEqual([301, '/'])
})

test('forbids shared caches to store a response that sets a cookie', async () => {
  await seedCard({ id: 'c1' })
  for (const path of ['/api/config', '/oembed?url=https://cards.example/card/c1']) {
    const response = await app.send(path)
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('cache-control')).toContain('private')
  }
})

test('returns no URL for a file of a hidden card', async () => {
  await seedCard({ id: 'c1' })
  await testEnv().FILES.put('cards/c1/1.jpg', 'picture')
  const { publicKey, serviceKey } = app.services.edge.config
  const report = async (apikey: string) =>
    (await app.send('/api/storage/fantasy-cards/download?path=cards/c1/1.jpg', { headers: { apikey } })).status
  expect(await report(publicKey)).toBe(200)
  await testEnv().DB.prepare(`update fantasy_football_cards set visibility = 'draft', hidden_from = 'public'`).run()
  expect(await report(publicKey)).toBe(404)
  expect(await report(serviceKey)).toBe(200)
})

test('rejects a body with deeply nested brackets without a server error', async () => {
  const { serviceKey } = app.services.edge.config
  const headers = { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' }
  const statuses = []
  for (const depth of [250, 2000, 30_000]) {
    const body = `{"url":"https://api.example/","method":"POST","body":${'['.repeat(depth)}${']'.repeat(depth)}}`
    statuses.push((await app.send('/api/data/fantasy-cards/fetch', { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([400, 400, 400])
})
