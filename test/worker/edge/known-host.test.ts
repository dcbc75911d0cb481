import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { compose } from '#worker/compose.ts'
import type { Env } from '#worker/env.ts'
import worker from '#worker/index.ts'
import { digestOf } from '../../support/digest.ts'
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

describe('a deployed site answers at its own address', () => {
  test('and tells browsers to come back over HTTPS', async () => {
    const response = await ask('https://cards.example/api/config')
    expect(response.status).toBe(200)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test('also with a file, whose own headers cannot be written', async () => {
    const env = { ...PRODUCTION, ASSETS: { fetch: async () => Response.redirect('https://files.example/') } } as never
    const ctx = createExecutionContext()
    const response = await createApp(compose(env)).fetch(new Request('https://cards.example/mark.svg'), env, ctx)
    expect(response.status).toBe(302)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('and leads pages there from other hosts and from HTTP', async () => {
    for (const [asked, to] of [
      ['http://cards.example/card/c1?a=b', 'https://cards.example/card/c1?a=b'],
      ['https://evil.example/', 'https://cards.example/'],
      ['https://fantasy.workers.dev/og/c1.jpg', 'https://cards.example/og/c1.jpg'],
      ['https://evil.example//elsewhere.example/x', 'https://cards.example//elsewhere.example/x'],
    ] as const) {
      const { status, headers } = await ask(asked)
      expect([asked, status, headers.get('location'), headers.get('set-cookie')]).toEqual([asked, 301, to, null])
    }
  })

  test('and says of calls to other hosts or by HTTP that they are misdirected', async () => {
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

  test('a preview named in the settings answers, over HTTPS', async () => {
    expect((await ask('https://preview.example/api/config')).status).toBe(200)
    expect((await ask('http://preview.example/api/config')).status).toBe(421)
  })

  test('without its address nothing is answered but 503', async () => {
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

describe('a card whose picture lies elsewhere', () => {
  const reached: string[] = []
  const app = createTestApp({
    fetch: async (input) => {
      reached.push(String(input))
      return new Response('INTERNAL SECRET')
    },
    resolveHost: async () => ['127.0.0.1'],
  })

  beforeEach(async () => {
    await freshDatabase()
    reached.length = 0
    await seedCard({ id: 'c1', source: 'plain' })
  })

  const moved = (address: string) =>
    testEnv().DB.prepare('update fantasy_football_cards set image_url = ?').bind(address).run()

  test.each([
    'http://127.0.0.1:8899/storage/fantasy-cards/cards/c1/1.jpg',
    'https://inner.example/storage/x/cards/c1/1.jpg',
  ])('at %s makes the Worker ask for nothing there', async (address) => {
    await moved(address)
    const { headers } = await app.send('/og/c1.jpg', { redirect: 'manual' })
    const drawn = headers.get('location')!
    for (const path of ['/download/c1/card', drawn, '/download/c1/story']) {
      const response = await app.send(path, { redirect: 'manual' })
      expect([path, response.headers.get('location')]).toEqual([path, path === drawn ? '/share.jpg' : null])
      expect([path, response.ok]).toEqual([path, false])
      expect(await response.text()).not.toContain('INTERNAL SECRET')
    }
    expect(reached).toEqual([])
    expect(String(takeConsole())).toContain('not drawn')
  })

  test('and one that is no picture is handed out as none', async () => {
    await testEnv().FILES.put('cards/c1/1.jpg', '<script>alert(1)</script>', {
      httpMetadata: { contentType: 'image/jpeg' },
    })
    const response = await app.send('/download/c1/card')
    expect(response.status).toBeGreaterThanOrEqual(500)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).not.toContain('<script>')
    expect(takeConsole()).toHaveLength(1)
  })

  test('is what it is when it lies here', async () => {
    await testEnv().FILES.put('cards/c1/1.jpg', portraitBytes())
    expect(await digestOf(await (await app.send('/download/c1/card')).arrayBuffer())).toBe(
      await digestOf(portraitBytes()),
    )
  })
})
