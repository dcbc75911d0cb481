import { SONNER_STYLES } from '#worker/edge/pages/respond-with-page.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createCountingRenderer, getAddress, storeCardWithFront } from './pictured-cards.ts'

/** The kinds of responses to a browser. */
type Kind = 'page' | 'document' | 'data' | 'file' | 'none'

/** Every GET route that a browser can open, with an example URL. `none` is only an error or a redirect. */
const ROUTES: Readonly<Record<string, readonly [path: string, kind: Kind]>> = {
  '/': ['/', 'page'],
  '/hall-of-fame': ['/hall-of-fame', 'page'],
  '/face-off': ['/face-off', 'page'],
  '/my-cards': ['/my-cards', 'page'],
  '/account': ['/account', 'page'],
  '/contact': ['/contact', 'page'],
  '/privacy': ['/privacy', 'none'],
  '/privacy-policy': ['/privacy-policy', 'page'],
  '/rules': ['/rules', 'page'],
  '/card/:id': ['/card/c1', 'page'],
  '/league': ['/league', 'page'],
  '/league/:code': [`/league/${'A'.repeat(22)}`, 'page'],
  '/league/:code/duels/:number': [`/league/${'A'.repeat(22)}/duels/1`, 'page'],
  '/league/:code/draws/:number': [`/league/${'A'.repeat(22)}/draws/1`, 'page'],
  '/league/:code/batch': [`/league/${'A'.repeat(22)}/batch`, 'page'],
  '/*': ['/nowhere', 'page'],
  '/openapi': ['/openapi', 'document'],
  '/openapi.json': ['/openapi.json', 'data'],
  '/openapi/backend': ['/openapi/backend', 'document'],
  '/openapi/backend.json': ['/openapi/backend.json', 'data'],
  '/auth': ['/auth?project_id=fantasy-cards', 'document'],
  '/auth/callback/:provider': ['/auth/callback/google', 'document'],
  '/admin': ['/admin', 'document'],
  '/admin/analytics': ['/admin/analytics', 'none'],
  '/admin/messages': ['/admin/messages', 'none'],
  '/admin/enter': ['/admin/enter?token=x', 'document'],
  '/admin/session': ['/admin/session?access_token=a.b.c', 'document'],
  '/admin/picture/:id': ['/admin/picture/c1', 'document'],
  '/dev/outbox': ['/dev/outbox', 'none'],
  '/health': ['/health', 'data'],
  '/ready': ['/ready', 'data'],
  '/robots.txt': ['/robots.txt', 'data'],
  '/sitemap.xml': ['/sitemap.xml', 'data'],
  '/sitemap-pages.xml': ['/sitemap-pages.xml', 'data'],
  '/:file{sitemap-cards-[1-9][0-9]{0,4}\\.xml}': ['/sitemap-cards-1.xml', 'data'],
  '/art/preview/:team/:file': ['/art/preview/neutral/none.svg', 'file'],
  '/art/front/:team/:file': ['/art/front/neutral/none.svg', 'file'],
  '/art/gear/:team/:file': ['/art/gear/neutral/duck.svg', 'file'],
  '/og/:file': ['/og/c1.jpg', 'file'],
  '/og/league/:file': [`/og/league/${'a'.repeat(64)}.1.${'a'.repeat(64)}.jpg`, 'none'],
  '/og/podium/:file': ['/og/podium/home.jpg', 'none'],
  '/picture/:file': ['/picture/c1.thumb-256.webp', 'none'],
  '/download/:id/:kind': ['/download/c1/card', 'file'],
  '/download/league/:code/seat/:seat': [`/download/league/${'A'.repeat(22)}/seat/1`, 'data'],
  '/download/league/:code/duel/:number': [`/download/league/${'A'.repeat(22)}/duel/1`, 'data'],
  '/download/league/:code/seasons/:season/:print': [`/download/league/${'A'.repeat(22)}/seasons/1/feed`, 'data'],
  '/download/league/:code/:print': [`/download/league/${'A'.repeat(22)}/feed`, 'data'],
  '/my-picture/:id/:format': ['/my-picture/c1/share', 'file'],
  '/storage/:project/:path{.+}': ['/storage/fantasy-cards/cards/c1/1.jpg', 'file'],
  '/oembed': ['/oembed?url=https://cards.example/card/c1', 'data'],
  '/api/config': ['/api/config', 'data'],
  '/api/cards': ['/api/cards', 'data'],
  '/api/cards/mine': ['/api/cards/mine', 'data'],
  '/api/teams': ['/api/teams', 'data'],
  '/api/cards/:id': ['/api/cards/c1', 'data'],
  '/api/cards/:id/manage-link': ['/api/cards/c1/manage-link', 'data'],
  '/api/leagues/:code': [`/api/leagues/${'A'.repeat(22)}`, 'data'],
  '/api/leagues/:code/deletion': [`/api/leagues/${'A'.repeat(22)}/deletion`, 'data'],
  '/api/leagues/:code/duels/:number': [`/api/leagues/${'A'.repeat(22)}/duels/1`, 'data'],
  '/api/leagues/:code/draws/:number': [`/api/leagues/${'A'.repeat(22)}/draws/1`, 'data'],
  '/api/leagues/:code/seats/:number/key': [`/api/leagues/${'A'.repeat(22)}/seats/1/key`, 'data'],
  '/api/leagues/:code/keys': [`/api/leagues/${'A'.repeat(22)}/keys`, 'data'],
  '/api/face-off': ['/api/face-off', 'data'],
  '/api/generations/:id': [`/api/generations/${'a'.repeat(32)}`, 'data'],
  '/api/reports': ['/api/reports', 'data'],
  '/api/auth/me': ['/api/auth/me', 'data'],
  '/api/auth/providers': ['/api/auth/providers', 'data'],
  '/api/auth/account': ['/api/auth/account', 'data'],
  '/api/auth/account/export': ['/api/auth/account/export', 'data'],
  '/rest/v1/:table': ['/rest/v1/fantasy_football_cards?limit=1', 'data'],
  '/api/db/:project/rest/v1/:table': ['/api/db/fantasy-cards/rest/v1/fantasy_football_cards?limit=1', 'data'],
  '/api/storage/:project/download': ['/api/storage/fantasy-cards/download?path=cards/c1/1.jpg', 'data'],
  '/api/storage/:project/list': ['/api/storage/fantasy-cards/list', 'data'],
  '/api/notifications/:project/outbox': ['/api/notifications/fantasy-cards/outbox', 'data'],
  '/api/realtime/:project/presence': ['/api/realtime/fantasy-cards/presence?channel=a', 'data'],
  '/api/realtime/:project/messages': ['/api/realtime/fantasy-cards/messages?channel=a', 'data'],
}

/** Every form of this site. A submission from another site's page is refused, whatever its fields. */
const FORMS: Readonly<Record<string, string>> = {
  '/card/:id/vote': '/card/c1/vote',
  '/contact': '/contact',
  '/face-off': '/face-off',
  '/league': '/league',
  '/league/:code/draws': `/league/${'A'.repeat(22)}/draws`,
  '/league/:code/draws/:number/start': `/league/${'A'.repeat(22)}/draws/1/start`,
  '/league/:code/seats/:number/duels': `/league/${'A'.repeat(22)}/seats/1/duels`,
  '/league/:code/join': `/league/${'A'.repeat(22)}/join`,
}

/** API routes and the sign-in and admin pages, which have their own tests. */
const NOT_FORMS = /^\/(?:api|rest|functions|auth|admin|storage|realtime|download|log|dev)\b/

const deployed = { APP_ENV: 'production', PUBLIC_URL: ORIGIN }
const env = { ...testEnv(), ...deployed }
const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat }, env)

beforeAll(async () => {
  await freshDatabase()
  await storeCardWithFront()
})

const getPolicy = (headers: Headers): readonly string[] =>
  (headers.get('content-security-policy') ?? '').split('; ').toSorted()

async function send(path: string): Promise<Response> {
  const headers = /^\/(?:api|rest)\//.test(path) ? as.public() : { accept: 'text/html' }
  const response = await app.send(path, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  return response
}

test('covers every GET route in the table of headers', () => {
  const { routes } = createApp(app.services)
  const read = routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect([...new Set(read)].toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

test('sends every response with the security headers of its route kind', async () => {
  for (const [path, kind] of Object.values(ROUTES)) {
    const { headers, status } = await send(kind === 'file' && path.startsWith('/og/') ? await getAddress(app) : path)
    expect(status, path).toBeLessThan(500)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
    const type = headers.get('content-type') ?? ''
    const policy = getPolicy(headers)
    if (kind === 'page') {
      expect([type, headers.get('cross-origin-opener-policy')], path).toEqual([
        'text/html; charset=utf-8',
        'same-origin-allow-popups',
      ])
      const isPrivate = path.startsWith('/league') || path === '/face-off'
      expect(headers.get('cache-control'), path).toBe(isPrivate ? 'private, no-store' : 'private, no-cache')
      expect(headers.get('x-robots-tag'), path).toBe(isPrivate ? 'noindex' : null)
      expect(policy, path).toEqual(
        [
          "default-src 'self'",
          "img-src 'self' data: blob:",
          "connect-src 'self'",
          `style-src 'self' '${SONNER_STYLES.join("' '")}'`,
          "require-trusted-types-for 'script'",
          'trusted-types own-files',
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'self'",
          path === '/account' ? "frame-ancestors 'none'" : "frame-ancestors 'self'",
        ].toSorted(),
      )
    } else if (kind === 'document') {
      expect(type, path).toMatch(/^text\/html/)
      expect(policy, path).toEqual(
        expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
      )
      expect(policy, path).toEqual(
        expect.arrayContaining(["require-trusted-types-for 'script'", "trusted-types 'none'"]),
      )
      expect(policy.join(';'), path).not.toContain('unsafe')
    } else if (kind !== 'none') {
      // It is not part of the app, and none of its scripts run.
      expect(type, path).not.toMatch(/html/)
      if (/svg/.test(type)) expect(policy, path).toContain("default-src 'none'")
    }
    if (headers.has('set-cookie')) expect(headers.get('cache-control'), path).toMatch(/private|no-store/)
  }
})

test('covers every page form in the table of forms', () => {
  const { routes } = createApp(app.services)
  const sent = routes.filter(({ method, path }) => method === 'POST' && !NOT_FORMS.test(path)).map(({ path }) => path)
  expect([...new Set(sent)].toSorted()).toEqual(Object.keys(FORMS).toSorted())
})

describe.each(Object.entries(FORMS))('the form %s', (_, path) => {
  test('rejects the form from every page except this site’s own', async () => {
    for (const from of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.cards.example', 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      {},
    ]) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...from }
      const response = await app.send(path, { method: 'POST', headers, body: 'votes=1&name=a&email=a@b.co&message=c' })
      const { code } = await response.json<{ code: string }>()
      expect({ from, status: response.status, code }).toEqual({ from, status: 403, code: 'FORBIDDEN' })
    }
  })

  test('returns page headers without caching for the form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN }
    const response = await app.send(path, { method: 'POST', headers, body: 'votes=99&name=a' })
    await response.arrayBuffer()
    // There is no league with this code.
    expect(response.status).toBe(path.startsWith('/league/') ? 404 : 400)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toMatch(/^private, no-(cache|store)$/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(getPolicy(response.headers)).toEqual(expect.arrayContaining(["form-action 'self'", "base-uri 'none'"]))
  })
})
