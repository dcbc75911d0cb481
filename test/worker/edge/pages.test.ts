import { beforeEach, describe, expect, test } from 'vitest'
import { NO_CARD } from '#shared/domain/card-words.ts'
import { SIGNED_IN } from '#shared/domain/messages.ts'
import type { Env } from '#worker/env.ts'
import { createTestApp, getVisitorId, ORIGIN, type TestApp } from '../../support/app.ts'
import { createAuthApp } from '../../support/auth.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'
import { takeConsole } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const pageAt = async (app: TestApp, path: string) => readPage(await (await app.send(path)).text())

/** Returns the navigation item that a page marks as current. */
const getTab = (html: string): string | null =>
  /aria-current="page"[^>]*>([^<]*)</.exec(/<nav class="nav-nav".*?<\/nav>/s.exec(html)![0])?.[1] ?? null

describe('the generator', () => {
  const send = async (path: string) => (await createTestApp().send(path)).text()

  test('starts the generator with an example and a photo button, in neutral colors', async () => {
    const html = await send('/')
    expect(html).toContain('/examples/big-dad-energy-400.avif 400w')
    expect(html).toContain('Add your photo')
    expect(getTab(html)).toBe('Generator')
  })

  test('shows the pack when the URL names a generation in progress', async () => {
    const html = await send('/?job=c1')
    expect(html).toContain('Looking for your card')
    expect(html).toContain('class="pack-pack ')
    expect(html).not.toContain('/examples/')
    expect(getTab(html)).toBe('Generator')
  })

  test('shows another card’s team and gear, and its maker, when the URL requests its setup', async () => {
    await seedCard({ id: 'c1', playerName: 'Ann & Bob', team: 'Chicago Bears' })
    await testEnv().DB.prepare(`update fantasy_football_cards set armor = 'duck' where id = 'c1'`).run()
    const html = await send('/?remix=c1')
    expect((await readPage(html)).text).toContain('Same team and gear as Ann & Bob')
    expect(html).toContain('/art/preview/chicago-bears/duck.svg')
    expect(html).toMatch(/<div class="stage-stage[^"]*"[^>]* data-team="chicago-bears"/)
    expect(html).not.toContain('/examples/')
    expect(getTab(html)).toBe('Generator')
    expect((await pageAt(createTestApp(), '/?remix=c1')).queries).toHaveProperty(['card c1'])
  })

  test('starts the generator without another card’s text when the URL names no card', async () => {
    for (const path of ['/?remix=gone', '/?remix=%22%3E%3Cb%3E', '/?team=Chicago+Bears', '/?team=x']) {
      const html = await send(path)
      expect(html, path).not.toMatch(/Same team and gear|gap-card|<b>"/)
      expect(html.includes('/art/preview/chicago-bears/none.svg'), path).toBe(path.includes('Bears'))
    }
  })
})

describe('the first image of a page', () => {
  const findLink = (html: string) => /<link rel="preload" as="image" [^>]*>/.exec(html)?.[0]
  const attribute = (tag: string | undefined, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag ?? '')?.[1]

  test('preloads the first image in the size that fits the window', async () => {
    for (const id of ['c1', 'c2', 'c3']) await seedCard({ id, votes: 2 })
    for (const path of ['/', '/card/c1', '/hall-of-fame']) {
      const html = await (await createTestApp().send(path)).text()
      const [link, picture] = [findLink(html), /<img\b[^>]*fetchpriority="high"[^>]*>/i.exec(html)?.[0]]
      expect(attribute(link, 'imagesrcset'), path).toContain('/')
      for (const [preload, own] of [
        ['imagesrcset', 'srcset'],
        ['imagesizes', 'sizes'],
      ] as const)
        expect(attribute(link, preload), path).toBe(attribute(picture, own))
      // Before the viewport size is known, a browser would fetch the desktop copy.
      expect(html.indexOf('name="viewport"'), path).toBeLessThan(html.indexOf(link!))
      expect(html.indexOf(link!), path).toBeLessThan(html.indexOf('</head>'))
    }
    for (const path of ['/contact', '/privacy-policy'])
      expect(findLink(await (await createTestApp().send(path)).text()), path).toBeUndefined()
  })
})

describe('the lists', () => {
  test('embeds the lists in the page, as links in HTML and as data for the screen', async () => {
    await seedCard({ id: 'c1', playerName: 'Ann', votes: 2 })
    await seedCard({ id: 'c2', playerName: 'Bob', votes: 5, team: 'Chicago Bears' })
    const app = createTestApp()

    const home = await pageAt(app, '/')
    expect(Object.keys(home.queries)).toEqual(['config', 'cards recent'])
    expect(home.anchors).toEqual(expect.arrayContaining(['/card/c1', '/card/c2', '/hall-of-fame', '/contact']))

    const hall = await pageAt(app, '/hall-of-fame')
    expect(Object.keys(hall.queries)).toEqual(['config', 'teams', 'cards strip', 'cards top'])
    const { cards } = (await (await app.send('/api/cards?list=top')).json()) as { cards: unknown }
    expect(hall.queries['cards top']).toEqual(cards)
    expect(hall.linkedData).toMatchObject({
      '@type': 'CollectionPage',
      mainEntity: {
        numberOfItems: 2,
        itemListElement: [
          { position: 1, name: 'Bob #12', url: `${ORIGIN}/card/c2` },
          { position: 2, name: 'Ann #12' },
        ],
      },
    })
  })

  test('embeds one team’s list when the URL requests it, under one canonical URL', async () => {
    await seedCard({ id: 'c1' })
    await seedCard({ id: 'c2', team: 'Chicago Bears' })
    const { queries, links } = await pageAt(createTestApp(), '/hall-of-fame?team=Chicago+Bears&utm_source=x')
    const list = queries['cards top Chicago Bears'] as { id: string }[]
    expect(list.map(({ id }) => id)).toEqual(['c2'])
    expect(links).toContainEqual({ rel: 'canonical', href: `${ORIGIN}/hall-of-fame`, type: null })
  })

  test('embeds a list in another order under the Hall’s canonical URL', async () => {
    await seedCard({ id: 'c1' })
    for (const [sort, list] of [
      ['week', 'week'],
      ['trending', 'trending'],
      ['new', 'new'],
      ['all', 'top'],
      ['"><b>', 'top'],
    ] as const) {
      const page = await pageAt(createTestApp(), `/hall-of-fame?sort=${encodeURIComponent(sort)}`)
      expect(Object.keys(page.queries), sort).toContain(`cards ${list}`)
      expect(page.meta['robots'], sort).toBe('noindex')
    }
  })

  test('serves the page without data when a list cannot be read', async () => {
    const env: Env = { ...testEnv(), DB: { prepare: fail, batch: fail } as unknown as D1Database }
    const response = await createTestApp({}, env).send('/hall-of-fame')
    expect(response.status).toBe(200)
    // A new visitor's quota needs no database.
    expect(Object.keys((await readPage(await response.text())).queries)).toEqual(['config'])
    expect(takeConsole().length).toBeGreaterThan(0)
  })
})

function fail(): never {
  throw new Error('no database')
}

test('forbids framing the account page, even on this site', async () => {
  const policyAt = async (path: string) =>
    (await createTestApp().send(path)).headers.get('content-security-policy')?.split('; ').at(-1)
  expect(await policyAt('/account')).toBe("frame-ancestors 'none'")
  expect(await policyAt('/my-cards')).toMatch(/^frame-ancestors 'self'/)
})

describe('every page', () => {
  test('gives every page its own title and canonical URL, and sets a visitor cookie', async () => {
    const titles = new Set<string>()
    for (const path of ['/', '/hall-of-fame', '/my-cards', '/contact', '/privacy-policy']) {
      const response = await createTestApp().send(path)
      const html = await response.text()
      expect(response.status, path).toBe(200)
      expect(html.match(/<title>/g), path).toHaveLength(1)
      titles.add(/<title>([^<]+)/.exec(html)![1]!)
      expect(html, path).toContain(`<link rel="canonical" href="${ORIGIN}${path}" />`)
      expect(response.headers.getSetCookie()[0], path).toMatch(/^__Host-visitor=.*HttpOnly; Secure; SameSite=Lax$/)
    }
    expect(titles.size).toBe(5)
  })

  test('marks the current section in the navigation', async () => {
    await seedCard({ id: 'c1' })
    for (const [path, tab] of [
      ['/nowhere', null],
      ['/card/nobody', null],
      ['/contact', null],
      ['/', 'Generator'],
      ['/hall-of-fame?team=Chicago+Bears', 'Gallery'],
      ['/card/c1', 'Gallery'],
    ] as const) {
      const response = await createTestApp().send(path, { headers: { accept: 'text/html' } })
      expect(getTab(await response.text()), path).toBe(tab)
    }
  })

  test('marks no navigation item for a removed or unreadable card, and explains the error', async () => {
    const app = createTestApp()
    const maker = app.visitor()
    await seedCard({ id: 'c1', owner: getVisitorId(await maker.arrive()) })
    await maker.send('/api/cards/c1', { method: 'DELETE' })
    const env: Env = { ...testEnv(), DB: { prepare: fail, batch: fail } as unknown as D1Database }
    for (const [place, status, words] of [
      [app, 410, NO_CARD.removed],
      [createTestApp({}, env), 500, NO_CARD.failed],
    ] as const) {
      const response = await place.send('/card/c1')
      const html = await response.text()
      expect([response.status, getTab(html)]).toEqual([status, null])
      const { text, queries } = await readPage(html, { scripts: true })
      expect(text).toContain(words)
      expect(queries['card c1']).toMatchObject({ status })
    }
    expect(takeConsole().length).toBeGreaterThan(0)
  })

  test('renders the page of an unknown URL on the server', async () => {
    const response = await createTestApp().send('/nowhere', { headers: { accept: 'text/html' } })
    const { text } = await readPage(await response.text(), { scripts: true })
    expect(text).toContain('Page not found')
  })

  test('returns 404 as JSON for a missing script', async () => {
    const response = await createTestApp().send('/assets/gone-123.js', { headers: { accept: '*/*' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/json')
  })

  test('returns a 404 page to a browser and a JSON error to an API client for an unknown URL', async () => {
    const app = createTestApp()
    const page = await app.send('/nowhere', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const response = await app.send('/api/nowhere', { method: 'POST' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('returning from the sign-in page', () => {
  test('names the signed-in account without JavaScript, and nobody for an invalid token', async () => {
    const app = createAuthApp()
    const { access_token: token } = await app.signUp('ann@example.com')
    const textAt = async (path: string) => (await readPage(await (await app.send(path)).text())).text
    expect(await textAt(`/?access_token=${token}`)).toContain(SIGNED_IN('ann@example.com'))
    expect(await textAt(`/my-cards?access_token=${token}`)).toContain(SIGNED_IN('ann@example.com'))
    for (const path of ['/', '/?access_token=', '/?access_token=x', `/?access_token=${token}x`])
      expect(await textAt(path), path).not.toContain('You are signed in')
  })

  test('omits the signed-in name from the HTML when JavaScript runs', async () => {
    const app = createAuthApp()
    const { access_token: token } = await app.signUp()
    const html = await (await app.send(`/?access_token=${token}`)).text()
    expect(html.replaceAll(/<noscript>.*?<\/noscript>/gs, '')).not.toContain('You are signed in')
  })
})
