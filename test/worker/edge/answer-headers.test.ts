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
  // Counts are written seconds later: where they cannot be, another file's test would hear of it.
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

describe('every answer says that its type is what it says, and over HTTPS that the site is to be asked so', () => {
  test.each([
    ['a page', '/contact', 200],
    ['data', '/api/config', 200],
    ['what is not there', '/api/nowhere', 404],
    ['what needs a key', '/rest/v1/fantasy_football_cards', 401],
  ])('%s', async (_, path, status) => {
    expect(says(await ask(ORIGIN + path))).toEqual([status, 'nosniff', 'max-age=31536000'])
  })

  test('a redirect from another host, and a refusal there', async () => {
    expect(says(await ask('https://evil.example/'))).toEqual([301, 'nosniff', 'max-age=31536000'])
    expect(says(await ask('https://evil.example/api/config'))).toEqual([421, 'nosniff', 'max-age=31536000'])
  })

  test('a failure', async () => {
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
    // The card fails first; the lists that the page asks for in the background fail after its answer.
    const lines: unknown[] = []
    await vi.waitFor(() => {
      lines.push(...takeConsole().flat())
      expect(lines.join('\n')).toContain('/batch')
    })
  })

  test('a site without its settings', async () => {
    const request = new Request(`${ORIGIN}/`) as never
    const response = await worker.fetch(request, { ...PRODUCTION, PUBLIC_URL: '' } as Env, createExecutionContext())
    expect(says(response)).toEqual([503, 'nosniff', 'max-age=31536000'])
    takeConsole()
  })

  test('and over plain HTTP no promise of HTTPS, which nobody could keep on this machine', async () => {
    const response = await ask('http://localhost/api/config', testEnv())
    expect(says(response)).toEqual([200, 'nosniff', null])
  })
})

/** Every route that changes something, as the app has it, with something in place of its parameters. */
const WRITES = createApp(app.services)
  .routes.filter(({ method, path }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && !path.endsWith('*'))
  .map(({ method, path }) => [method, path.replace(/:project/, 'fantasy-cards').replaceAll(/:\w+(\{[^/]*\})?/g, 'c1')])
  .map((route) => route as [method: string, path: string])
/** The backend's headers; the rest is for this site's own pages. */
const OF_THE_BACKEND = /^\/(rest|storage|api\/(db|storage|ai|data|analytics|auth|notifications|realtime))\//

test('every write is answered with its headers, kept by no cache, and read by other sites only where keys are asked for', async () => {
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
      origin: OF_THE_BACKEND.test(path) ? '*' : null,
      credentials: null,
    }
    if (JSON.stringify(found) !== JSON.stringify(expected)) offenders.push({ method, path, ...found })
  }
  expect(offenders).toEqual([])
})

describe('a preflight (CORS)', () => {
  const preflight = (path: string) =>
    app.send(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,authorization,content-type',
      },
    })

  test('of the backend is granted for two hours, to every origin and without cookies', async () => {
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

  test('of the product grants nothing', async () => {
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

test('a page lets only itself use the camera, and nothing the microphone or the place', async () => {
  const { headers } = await app.send('/')
  expect(headers.get('permissions-policy')).toBe('geolocation=(), microphone=(), camera=(self)')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})
