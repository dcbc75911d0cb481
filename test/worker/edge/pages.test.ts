import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, idOf, ORIGIN } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'

beforeEach(freshDatabase)

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? null

describe('a card’s page', () => {
  test('tells crawlers its title, its picture and its size in the HTML', async () => {
    await seedCard({ id: 'c1', playerName: 'Captain Quack' })
    const response = await createTestApp().send('/card/c1')
    const html = await response.text()

    expect(response.status).toBe(200)
    expect(html).toContain('<title>Captain Quack #12 | Fantasy Football Cards</title>')
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(metaOf(html, 'og:title')).toBe('Captain Quack #12 | Fantasy Football Cards')
    expect(metaOf(html, 'og:image')).toMatch(/^https:\/\/cards\.example\/og\/c1\.[0-9a-f]{10}\.jpg$/)
    expect([metaOf(html, 'og:image:width'), metaOf(html, 'og:image:height')]).toEqual(['1200', '630'])
    expect(metaOf(html, 'og:url')).toBe(`${ORIGIN}/card/c1`)
    expect(metaOf(html, 'robots')).toBeNull()
    expect(html.indexOf('og:image')).toBeLessThan(20_000)
    expect(html).toContain('id="root"')
  })

  test('keeps a hostile nickname text, in every tag', async () => {
    await seedCard({ id: 'c1', playerName: `"><script>alert(1)</script><b x='` })
    const html = await (await createTestApp().send('/card/c1')).text()
    expect(html).not.toContain('<script>alert')
    expect(metaOf(html, 'og:title')).toContain('&lt;script&gt;')
  })

  test('of an unlisted card asks not to be indexed', async () => {
    await seedCard({ id: 'c1', visibility: 'unlisted' })
    expect(metaOf(await (await createTestApp().send('/card/c1')).text(), 'robots')).toBe('noindex, noimageindex')
  })

  test('of a draft is there for its maker and missing for everybody else', async () => {
    const app = createTestApp()
    const maker = app.visitor()
    await seedCard({ id: 'c1', visibility: 'draft', owner: idOf(await maker.arrive()) })
    expect((await maker.send('/card/c1')).status).toBe(200)
    expect((await app.send('/card/c1')).status).toBe(404)
  })

  test('of an unknown card is a 404 that still shows the product', async () => {
    const response = await createTestApp().send('/card/nobody')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('id="root"')
  })
})

describe('every page', () => {
  test.each(['/', '/hall-of-fame', '/contact', '/privacy-policy'])(
    '%s has its own title and a strict policy',
    async (path) => {
      const response = await createTestApp().send(path)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html.match(/<title>/g)).toHaveLength(1)
      expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}" />`)
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'self'")
      expect(policy).not.toContain("script-src 'unsafe-inline'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-visitor=.*HttpOnly; Secure; SameSite=Lax$/)
    },
  )

  test('that is a missing script is a 404 and never a page', async () => {
    const response = await createTestApp().send('/assets/gone-123.js', { headers: { accept: '*/*' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/json')
  })

  test('that nobody knows is a 404 page in a browser and a clear failure for a program', async () => {
    const app = createTestApp()
    const page = await app.send('/nowhere', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const answer = await app.send('/api/nowhere', { method: 'POST' })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the settings a browser may know', () => {
  test('hold no secret, and today’s quota', async () => {
    const text = await (await createTestApp().send('/api/config')).text()
    expect(text).not.toMatch(/secret|service-key/)
    expect(JSON.parse(text)).toMatchObject({
      projectId: 'fantasy-cards',
      publicKey: 'public-fantasy-cards',
      contactCooldownMs: 20_000,
      generations: { left: 20, perDay: 20 },
    })
  })
})

describe('the drawn gear', () => {
  test.each(['/art/preview/green-bay-packers/duck.svg', '/art/gear/green-bay-packers/none.svg'])(
    '%s is a picture',
    async (path) => {
      const response = await createTestApp().send(path)
      expect(response.headers.get('content-type')).toContain('image/svg+xml')
      expect(await response.text()).toMatch(/^<svg[\s\S]*<\/svg>$/)
    },
  )

  test.each([
    '/art/preview/london-foxes/duck.svg',
    '/art/gear/green-bay-packers/tank.svg',
    '/art/gear/green-bay-packers/duck.png',
  ])('%s is not there', async (path) => expect((await createTestApp().send(path)).status).toBe(404))
})
