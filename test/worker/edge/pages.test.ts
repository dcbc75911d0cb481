import { beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '#worker/env.ts'
import { createTestApp, idOf, ORIGIN, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'
import { takeConsole } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const pageAt = async (app: TestApp, path: string) => readPage(await (await app.send(path)).text())

describe('a card’s page', () => {
  test('says in its head what it is, once', async () => {
    await seedCard({ id: 'c1', playerName: 'Captain Quack', votes: 1 })
    const response = await createTestApp().send('/card/c1')
    const html = await response.text()
    const { meta, title, links, structure } = await readPage(html)

    expect(response.status).toBe(200)
    expect(structure.filter((element) => element === 'title')).toHaveLength(1)
    expect(title).toBe('Captain Quack #12 - fantasy football card')
    expect(meta).toMatchObject({
      description:
        'Captain Quack, number 12, in dark green and gold (Green Bay Packers). Rookie, overall 77: Strength 77, ' +
        'Agility 77, TD Power 77, Leadership 77, Accuracy 77. A fantasy football card.',
      'og:title': title,
      'og:url': `${ORIGIN}/card/c1`,
      'og:image': expect.stringMatching(/^https:\/\/cards\.example\/og\/c1\.[0-9a-f]{10}\.jpg$/),
      'theme-color': '#203731',
      robots: 'max-image-preview:large',
    })
    expect(links.filter(({ rel }) => rel === 'canonical')).toHaveLength(1)
    expect(html.indexOf('og:image')).toBeLessThan(html.indexOf('<script'))
  })

  test('tells search engines of a picture with a page, and of no person', async () => {
    const imageUrl = await seedCard({ id: 'c1', votes: 4 })
    const { linkedData } = await pageAt(createTestApp(), '/card/c1')
    expect(linkedData).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', url: `${ORIGIN}/card/c1`, interactionStatistic: { userInteractionCount: 4 } },
        { '@type': 'ImageObject', contentUrl: imageUrl, width: 1000, height: 1400 },
        { '@type': 'BreadcrumbList' },
      ],
    })
    expect(JSON.stringify(linkedData)).not.toMatch(/"Person"|"Product"/)
  })

  test('shows the card and its text without scripts, its picture first of all', async () => {
    const imageUrl = await seedCard({ id: 'c1', playerName: 'Captain Quack', votes: 4, source: 'computed' })
    const { images, text } = await pageAt(createTestApp(), '/card/c1')
    expect(images[0]).toMatchObject({ src: imageUrl, fetchpriority: 'high', width: '1000', height: '1400' })
    expect(images[0]!['srcset']).toMatch(/^\/picture\/c1\.[0-9a-f]{10}\.thumb-512\.jpg 512w, \S+\.thumb-720\.jpg 720w$/)
    expect(images[0]!['alt']).toBe(
      'Trading card: Captain Quack, number 12, dark green and gold, overall 77. Drawn by our artist.',
    )
    for (const words of ['Captain Quack', 'No. 12', 'Green Bay Packers', 'Strength', 'Accuracy', 'Rookie', 'votes'])
      expect(text).toContain(words)
  })

  describe.each([
    [
      'a trained model',
      'trained',
      null,
      'AI-generated.',
      'compositeWithTrainedAlgorithmicMedia',
      /AI image model generated/,
    ],
    [
      'our artist in ink',
      'computed',
      'ink',
      'Drawn by our artist.',
      'composite',
      /networks .* our artist inked it; nothing/,
    ],
    ['our artist as a photo', 'computed', 'photo', 'Drawn by our artist.', 'composite', /the photo itself is shown/],
    ['our artist without a photo', 'plain', 'faceless', 'Drawn by our artist.', 'algorithmicMedia', /without a photo/],
    [
      'nobody knows whom',
      null,
      null,
      'A fantasy football card.',
      null,
      /^Created 2026-01-01\. +Voting needs JavaScript\.$/,
    ],
  ] as const)('of a player drawn by %s', (_whom, source, finish, short, type, long) => {
    test('says so in its description, the name of its picture, its linked data and its words, and nothing else', async () => {
      await seedCard({ id: 'c1', source, finish })
      const html = await (await createTestApp().send('/card/c1')).text()
      const { meta, linkedData, images } = await readPage(html)
      expect(meta['description']!.endsWith(short)).toBe(true)
      if (source !== null) expect(images[0]!['alt']!.endsWith(short)).toBe(true)
      const picture = (linkedData as { '@graph': Record<string, string>[] })['@graph'][1]!
      expect(picture['digitalSourceType']?.split('/').at(-1) ?? null).toBe(type)
      const words = /(Created <time.*?)<\/p>/su.exec(html)![1]!
      expect(
        words
          .replaceAll(/<[^>]*>/gu, '')
          .replaceAll(/\s+/gu, ' ')
          .trim(),
      ).toMatch(long)
      expect(/AI-generated|made with AI/iu.test(html)).toBe(source === 'trained')
    })
  })

  test('brings what its screen would ask for', async () => {
    await seedCard({ id: 'c1' })
    const app = createTestApp()
    const { firstAnswers } = await pageAt(app, '/card/c1')
    expect(Object.keys(firstAnswers)).toEqual(['/api/config', '/api/cards/c1'])
    expect(firstAnswers['/api/cards/c1']).toEqual(await (await app.send('/api/cards/c1')).json())
  })

  test('of an unlisted card asks not to be indexed, and still has a picture for its link', async () => {
    await seedCard({ id: 'c1', visibility: 'unlisted', votes: 2 })
    const { meta } = await pageAt(createTestApp(), '/card/c1')
    expect(meta['robots']).toBe('noindex, noimageindex')
    expect(meta['og:image']).toContain('/og/c1.')
  })

  test('of a draft is there for its maker, with no picture for a link, and missing for everybody else', async () => {
    const app = createTestApp()
    const maker = app.visitor()
    await seedCard({ id: 'c1', visibility: 'draft', owner: idOf(await maker.arrive()) })
    const own = await maker.send('/card/c1')
    expect(own.status).toBe(200)
    const { meta, links, linkedData } = await readPage(await own.text())
    expect(meta['robots']).toBe('noindex, noimageindex')
    expect([meta['og:image'], linkedData]).toEqual([undefined, null])
    expect(links.some(({ type }) => type === 'application/json+oembed')).toBe(false)
    expect((await app.send('/card/c1')).status).toBe(404)
  })

  test.each(['/card/nobody', '/card/mine'])('of an unknown card, %s, is a 404 that says nothing', async (path) => {
    const response = await createTestApp().send(path)
    const { meta, text, structure } = await readPage(await response.text())
    expect(response.status).toBe(404)
    expect(meta).toMatchObject({ robots: 'noindex', 'og:title': 'Card Not Found | Fantasy Football Cards' })
    expect(meta['og:image']).toBeUndefined()
    expect(text).toContain('Card Not Found')
    expect(structure).toContain('div id')
  })

  test('of a removed card is a 410, and says nothing of who was on it', async () => {
    const app = createTestApp()
    const maker = app.visitor()
    await seedCard({ id: 'c1', playerName: 'Captain Quack', owner: idOf(await maker.arrive()) })
    expect((await maker.send('/api/cards/c1', { method: 'DELETE' })).status).toBe(204)
    const response = await app.send('/card/c1')
    expect(response.status).toBe(410)
    expect(await response.text()).not.toContain('Quack')
    expect((await app.send('/download/c1/card')).status).toBe(410)
    expect((await app.send(`/oembed?url=${ORIGIN}/card/c1`)).status).toBe(410)
  })
})

describe('the generator', () => {
  const tabOf = (html: string) => /aria-current="page"[^>]*>([^<]*)</.exec(html)?.[1]
  const send = async (path: string) => (await createTestApp().send(path)).text()

  test('begins with an example and a way to add a photo, in neutral colors', async () => {
    const html = await send('/')
    expect(html).toContain('/examples/big-dad-energy-480.webp 480w')
    expect(html).toContain('Add your photo')
    expect(tabOf(html)).toBe('Generator')
  })

  test('that is asked for a drawing under way shows its pack', async () => {
    const html = await send('/?job=c1')
    expect(html).toContain('Looking for your card')
    expect(html).toContain('class="pack"')
    expect(html).not.toContain('/examples/')
    expect(tabOf(html)).toBe('Generator')
  })

  test("that is asked for another's setup wears its colors and gear, and says whose it is", async () => {
    await seedCard({ id: 'c1', playerName: 'Ann & Bob', team: 'Chicago Bears' })
    await testEnv().DB.prepare(`update fantasy_football_cards set armor = 'duck' where id = 'c1'`).run()
    const html = await send('/?remix=c1')
    expect(html).toContain('Remixing Ann &amp; Bob')
    expect(html).toContain('/art/preview/chicago-bears/duck.svg')
    expect(html).toContain('<form class="gen" style="--c1:#0B162A;')
    expect(html).not.toContain('/examples/')
    expect(tabOf(html)).toBe('Generator')
    expect((await pageAt(createTestApp(), '/?remix=c1')).firstAnswers).toHaveProperty(['/api/cards/c1'])
  })

  test.each(['/?remix=gone', '/?remix=%22%3E%3Cb%3E', '/?team=Chicago+Bears', '/?team=x'])(
    'that is asked for %s begins without words of another card',
    async (path) => {
      const html = await send(path)
      expect(html).not.toMatch(/Remixing|gap-card|<b>"/)
      expect(html.includes('/art/preview/chicago-bears/none.svg')).toBe(path.includes('Bears'))
    },
  )
})

describe('the lists', () => {
  test('come with the page, in HTML as links and as data for the screen', async () => {
    await seedCard({ id: 'c1', playerName: 'Ann', votes: 2 })
    await seedCard({ id: 'c2', playerName: 'Bob', votes: 5, team: 'Chicago Bears' })
    const app = createTestApp()

    const home = await pageAt(app, '/')
    expect(Object.keys(home.firstAnswers)).toEqual(['/api/config', '/api/cards?list=recent'])
    expect(home.anchors).toEqual(expect.arrayContaining(['/card/c1', '/card/c2', '/hall-of-fame', '/contact']))

    const hall = await pageAt(app, '/hall-of-fame')
    expect(Object.keys(hall.firstAnswers)).toEqual(['/api/config', '/api/cards?list=strip', '/api/cards?list=top'])
    expect(hall.firstAnswers['/api/cards?list=top']).toEqual(await (await app.send('/api/cards?list=top')).json())
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

  test('of one team come when the address asks for it, under one canonical address', async () => {
    await seedCard({ id: 'c1' })
    await seedCard({ id: 'c2', team: 'Chicago Bears' })
    const { firstAnswers, links } = await pageAt(createTestApp(), '/hall-of-fame?team=Chicago+Bears&utm_source=x')
    const list = firstAnswers['/api/cards?list=top&team=Chicago%20Bears'] as { cards: { id: string }[] }
    expect(list.cards.map(({ id }) => id)).toEqual(['c2'])
    expect(links).toContainEqual({ rel: 'canonical', href: `${ORIGIN}/hall-of-fame`, type: null })
  })

  test.each([
    ['week', 'week'],
    ['trending', 'trending'],
    ['new', 'new'],
    ['all', 'top'],
    ['"><b>', 'top'],
  ])('in the order %s come with their page, which is not another one to search for', async (sort, list) => {
    await seedCard({ id: 'c1' })
    const page = await pageAt(createTestApp(), `/hall-of-fame?sort=${encodeURIComponent(sort)}`)
    expect(Object.keys(page.firstAnswers)).toContain(`/api/cards?list=${list}`)
    expect(page.meta['robots']).toBe('noindex')
  })

  test('that cannot be read cost the data, never the page', async () => {
    const env: Env = { ...testEnv(), DB: { prepare: fail, batch: fail } as unknown as D1Database }
    const response = await createTestApp({}, env).send('/hall-of-fame')
    expect(response.status).toBe(200)
    expect((await readPage(await response.text())).firstAnswers).toEqual({})
    expect(takeConsole().length).toBeGreaterThan(0)
  })
})

function fail(): never {
  throw new Error('no database')
}

test('the account page is shown in no frame, not even by this site', async () => {
  const policyAt = async (path: string) =>
    (await createTestApp().send(path)).headers.get('content-security-policy')?.split('; ').at(-1)
  expect(await policyAt('/account')).toBe("frame-ancestors 'none'")
  expect(await policyAt('/my-cards')).toMatch(/^frame-ancestors 'self'/)
})

describe('every page', () => {
  test.each(['/', '/hall-of-fame', '/my-cards', '/contact', '/privacy-policy'])(
    '%s has its own title and a strict policy',
    async (path) => {
      const response = await createTestApp().send(path)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html.match(/<title>/g)).toHaveLength(1)
      expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}" />`)
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
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
  test.each([
    '/art/preview/green-bay-packers/duck.svg',
    '/art/front/green-bay-packers/duck.svg',
    '/art/gear/green-bay-packers/none.svg',
  ])('%s is a picture', async (path) => {
    const response = await createTestApp().send(path)
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg[\s\S]*<\/svg>$/)
  })

  test.each([
    '/art/preview/london-foxes/duck.svg',
    '/art/gear/green-bay-packers/tank.svg',
    '/art/gear/green-bay-packers/duck.png',
  ])('%s is not there', async (path) => expect((await createTestApp().send(path)).status).toBe(404))
})
