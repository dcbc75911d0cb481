import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { compose } from '#worker/compose.ts'
import type { Env } from '#worker/env.ts'
import worker from '#worker/index.ts'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

const PRODUCTION = { ...testEnv(), APP_ENV: 'production', PUBLIC_URL: ORIGIN } as Env
const app = createTestApp({}, PRODUCTION)

beforeAll(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
})

async function ask(url: string, env = PRODUCTION, init: RequestInit = {}): Promise<Response> {
  const ctx = createExecutionContext()
  // Counts are written seconds later. Without a flush, a failed write would show up in another file's test.
  const deferred: Promise<unknown>[] = []
  const services = compose(env, { defer: (work) => void deferred.push(work) })
  const response = await createApp(services).fetch(new Request(url, init), env, ctx)
  await waitOnExecutionContext(ctx)
  await Promise.all(deferred)
  return response
}

const says = (response: Response) => [
  response.status,
  response.headers.get('x-content-type-options'),
  response.headers.get('strict-transport-security'),
]

describe('security headers', () => {
  test.each([
    ['a page', '/contact', 200],
    ['data', '/api/config', 200],
    ['a missing route', '/api/nowhere', 404],
    ['a route that needs a key', '/rest/v1/fantasy_football_cards', 401],
  ])('sends nosniff and HSTS with %s', async (_, path, status) => {
    expect(says(await ask(ORIGIN + path))).toEqual([status, 'nosniff', 'max-age=31536000'])
  })

  test('sends nosniff and HSTS with a redirect or an error on another host', async () => {
    expect(says(await ask('https://evil.example/'))).toEqual([301, 'nosniff', 'max-age=31536000'])
    expect(says(await ask('https://evil.example/api/config'))).toEqual([421, 'nosniff', 'max-age=31536000'])
  })

  test('sends nosniff and HSTS with a server error', async () => {
    const DB = {
      prepare: () => {
        throw new Error('no database')
      },
      batch: () => {
        throw new Error('no database')
      },
    }
    const broken = { ...PRODUCTION, DB } as unknown as Env
    expect(says(await ask(`${ORIGIN}/api/cards/c1`, broken))).toEqual([500, 'nosniff', 'max-age=31536000'])
    // The card fails first. The lists that the page loads in the background fail after its response.
    const lines: unknown[] = []
    await vi.waitFor(() => {
      lines.push(...takeConsole().flat())
      expect(lines.join('\n')).toContain('/batch')
    })
  })

  test('sends nosniff and HSTS when the settings are missing', async () => {
    const request = new Request(`${ORIGIN}/`) as never
    const response = await worker.fetch(request, { ...PRODUCTION, PUBLIC_URL: '' } as Env, createExecutionContext())
    expect(says(response)).toEqual([503, 'nosniff', 'max-age=31536000'])
    takeConsole()
  })

  test('sends no HSTS over plain HTTP', async () => {
    const response = await ask('http://localhost/api/config', testEnv())
    expect(says(response)).toEqual([200, 'nosniff', null])
  })
})

/** Every write route of the app, with placeholder parameters. */
const WRITES = createApp(app.services)
  .routes.filter(({ method, path }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && !path.endsWith('*'))
  .map(({ method, path }) => [method, path.replace(/:project/, 'fantasy-cards').replaceAll(/:\w+(\{[^/]*\})?/g, 'c1')])
  .map((route) => route as [method: string, path: string])
/** Routes with the backend's headers. The rest serves this site's own pages. */
const BACKEND_ROUTES = /^\/(rest|storage|api\/(db|storage|ai|data|analytics|auth|notifications|realtime))\//

test('sends security headers and no-store with every write, and CORS only where a key is required', async () => {
  expect(WRITES.length).toBeGreaterThan(50)
  const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example', ...as.public() }
  const offenders = []
  for (const [method, path] of WRITES) {
    const response = await app.send(path, { method, headers, ...(method === 'DELETE' ? {} : { body: '{}' }) })
    await response.arrayBuffer()
    const found = {
      isFailure: response.status >= 500,
      says: says(response).slice(1),
      isKept: !/no-store|private/.test(response.headers.get('cache-control') ?? 'no-store'),
      origin: response.headers.get('access-control-allow-origin'),
      credentials: response.headers.get('access-control-allow-credentials'),
    }
    const expected = {
      isFailure: false,
      says: ['nosniff', 'max-age=31536000'],
      isKept: false,
      origin: BACKEND_ROUTES.test(path) ? '*' : null,
      credentials: null,
    }
    if (JSON.stringify(found) !== JSON.stringify(expected)) offenders.push({ method, path, ...found })
  }
  expect(offenders).toEqual([])
})

describe('CORS preflights', () => {
  const preflight = (path: string) =>
    app.send(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,authorization,content-type',
      },
    })

  test('allows a CORS preflight of the backend for two hours, from every origin and without cookies', async () => {
    for (const path of [
      '/rest/v1/fantasy_football_cards',
      '/api/db/fantasy-cards/rest/v1/fantasy_football_cards',
      '/api/storage/fantasy-cards/upload',
      '/api/auth/signin/email',
      '/api/analytics/fantasy-cards/log',
    ]) {
      const { status, headers } = await preflight(path)
      expect(status, path).toBe(204)
      expect(headers.get('access-control-allow-origin'), path).toBe('*')
      expect(headers.get('access-control-allow-methods'), path).toContain('PATCH')
      expect(headers.get('access-control-allow-headers'), path).toContain('apikey')
      expect(headers.get('access-control-max-age'), path).toBe('7200')
      expect(headers.get('access-control-allow-credentials'), path).toBeNull()
      expect(headers.get('set-cookie'), path).toBeNull()
    }
  })

  test('allows no CORS preflight of the product’s own routes', async () => {
    const granted = []
    for (const path of [
      '/api/cards',
      '/api/cards/c1/votes',
      '/api/generations',
      '/functions/v1/contact-submit',
      '/admin/enter',
      '/',
    ]) {
      const { headers } = await preflight(path)
      if (headers.has('access-control-allow-origin') || headers.has('access-control-allow-methods')) granted.push(path)
    }
    expect(granted).toEqual([])
  })
})

test('allows the camera on its own origin, and denies the microphone and geolocation', async () => {
  const { headers } = await app.send('/')
  expect(headers.get('permissions-policy')).toBe('geolocation=(), microphone=(), camera=(self)')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})
