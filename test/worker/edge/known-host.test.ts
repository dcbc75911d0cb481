import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { compose } from '#worker/compose.ts'
import type { Env } from '#worker/env.ts'
import worker from '#worker/index.ts'
import { computeDigest } from '../../support/digest.ts'
import { createTestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { takeConsole } from '../../support/quiet.ts'

const PRODUCTION = {
  ...testEnv(),
  APP_ENV: 'production',
  PUBLIC_URL: 'https://cards.example/',
  ALLOWED_HOSTS: 'preview.example',
} as Env

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const ctx = createExecutionContext()
  const response = await createApp(compose(PRODUCTION)).fetch(new Request(url, init), PRODUCTION, ctx)
  await waitOnExecutionContext(ctx)
  return response
}

describe('the canonical host', () => {
  test('sends HSTS from the site’s own host', async () => {
    const response = await ask('https://cards.example/api/config')
    expect(response.status).toBe(200)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test('sends HSTS with a static file, whose own headers are read-only', async () => {
    const env = { ...PRODUCTION, ASSETS: { fetch: async () => Response.redirect('https://files.example/') } } as never
    const ctx = createExecutionContext()
    const response = await createApp(compose(env)).fetch(new Request('https://cards.example/mark.svg'), env, ctx)
    expect(response.status).toBe(302)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('redirects pages on other hosts or over HTTP to the site’s own origin', async () => {
    for (const [path, to] of [
      ['http://cards.example/card/c1?a=b', 'https://cards.example/card/c1?a=b'],
      ['https://evil.example/', 'https://cards.example/'],
      ['https://fantasy.workers.dev/og/c1.jpg', 'https://cards.example/og/c1.jpg'],
      ['https://evil.example//elsewhere.example/x', 'https://cards.example//elsewhere.example/x'],
    ] as const) {
      const { status, headers } = await ask(path)
      expect([path, status, headers.get('location'), headers.get('set-cookie')]).toEqual([path, 301, to, null])
    }
  })

  test('returns 421 for API calls on other hosts or over HTTP', async () => {
    for (const [method, path] of [
      ['POST', '/api/auth/signin/magic'],
      ['POST', '/functions/v1/contact-submit'],
      ['GET', '/api/config'],
      ['GET', '/rest/v1/fantasy_football_cards'],
      ['DELETE', '/card/c1'],
    ] as const)
      for (const origin of ['https://evil.example', 'http://cards.example']) {
        const response = await ask(origin + path, { method })
        const { code } = await response.json<{ code: string }>()
        expect([origin + path, response.status, code]).toEqual([origin + path, 421, 'MISDIRECTED'])
      }
  })

  test('serves a configured preview host, over HTTPS only', async () => {
    expect((await ask('https://preview.example/api/config')).status).toBe(200)
    expect((await ask('http://preview.example/api/config')).status).toBe(421)
  })

  test('returns 503 for everything when PUBLIC_URL is missing', async () => {
    const env = { ...PRODUCTION, PUBLIC_URL: '' } as Env
    const response = await worker.fetch(new Request('https://cards.example/') as never, env, createExecutionContext())
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      code: 'NOT_CONFIGURED',
      message: 'This service is not configured yet.',
    })
    expect(String(takeConsole())).toContain('PUBLIC_URL')
  })
})

describe('a card with a remote image', () => {
  const fetchedUrls: string[] = []
  const app = createTestApp({
    fetch: async (input) => {
      fetchedUrls.push(String(input))
      return new Response('INTERNAL SECRET')
    },
    resolveHost: async () => ['127.0.0.1'],
  })

  beforeEach(async () => {
    await freshDatabase()
    fetchedUrls.length = 0
    await seedCard({ id: 'c1', source: 'plain' })
  })

  const moved = (address: string) =>
    testEnv().DB.prepare('update fantasy_football_cards set image_url = ?').bind(address).run()

  test.each([
    'http://127.0.0.1:8899/storage/fantasy-cards/cards/c1/1.jpg',
    'https://inner.example/storage/x/cards/c1/1.jpg',
  ])('fetches nothing for a card whose image URL is %s', async (address) => {
    await moved(address)
    const { headers } = await app.send('/og/c1.jpg', { redirect: 'manual' })
    const drawn = headers.get('location')!
    for (const path of ['/download/c1/card', drawn, '/download/c1/story']) {
      const response = await app.send(path, { redirect: 'manual' })
      expect([path, response.headers.get('location')]).toEqual([path, path === drawn ? '/share.jpg' : null])
      expect([path, response.ok]).toEqual([path, false])
      expect(await response.text()).not.toContain('INTERNAL SECRET')
    }
    expect(fetchedUrls).toEqual([])
    expect(String(takeConsole())).toContain('not drawn')
  })

  test('refuses to serve a stored file that is not an image', async () => {
    await testEnv().FILES.put('cards/c1/1.jpg', '<script>alert(1)</script>', {
      httpMetadata: { contentType: 'image/jpeg' },
    })
    const response = await app.send('/download/c1/card')
    expect(response.status).toBeGreaterThanOrEqual(500)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).not.toContain('<script>')
    expect(takeConsole()).toHaveLength(1)
  })

  test('serves a stored image byte for byte', async () => {
    await testEnv().FILES.put('cards/c1/1.jpg', portraitBytes())
    expect(await computeDigest(await (await app.send('/download/c1/card')).arrayBuffer())).toBe(
      await computeDigest(portraitBytes()),
    )
  })
})
