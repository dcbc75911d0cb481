import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, ORIGIN, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { getImageSize } from '../../support/image-size.ts'
import { readPage } from '../../support/page.ts'
import { frontBytes } from './pictured-cards.ts'

/** The crawlers that fetch shared links, with their exact User-Agent. */
const CRAWLERS = {
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  Facebot: 'Facebot',
  WhatsApp: 'WhatsApp/2.23.20.0',
  X: 'Twitterbot/1.0',
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  Discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  Telegram: 'TelegramBot (like TwitterBot)',
  iMessage:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  Bluesky: 'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
  Mastodon: 'Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.example/)',
  Reddit: 'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  Pinterest: 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)',
  Google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
} as const

const EARLY_BYTES = 20 * 1024
const IMAGE_MAX_BYTES = 300_000

let app: TestApp
beforeAll(async () => {
  await freshDatabase()
  app = createTestApp()
  const front = await frontBytes()
  for (const id of ['liked', 'other']) {
    await seedCard({ id, playerName: 'Captain Quack', votes: id === 'liked' ? 3 : 0, source: 'trained' })
    await testEnv().FILES.put(`cards/${id}/1.jpg`, front, { httpMetadata: { contentType: 'image/jpeg' } })
  }
})

/** Requests a page like a crawler: without cookies, scripts or retries, and with the oldest crawlers' encodings. */
const visit = (path: string, userAgent: string) =>
  app.send(path, {
    redirect: 'manual',
    headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, deflate' },
  })

describe('link preview crawlers', () => {
  test('puts all link preview tags within the first 20 KB', async () => {
    for (const [name, userAgent] of Object.entries(CRAWLERS)) {
      const response = await visit('/card/liked', userAgent)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const page = await readPage(new TextDecoder().decode(bytes.subarray(0, EARLY_BYTES)))

      expect(response.status, name).toBe(200)
      expect(response.headers.get('content-type'), name).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-encoding') ?? 'identity', name).not.toContain('br')
      expect(page.title, name).toBe('Captain Quack #12 - fantasy football card')
      expect(page.meta, name).toMatchObject({
        description: expect.stringContaining('AI-generated'),
        'og:title': page.title,
        'og:description': page.meta['description'],
        'og:url': `${ORIGIN}/card/liked`,
        'og:type': 'article',
        'og:site_name': 'Fantasy Football Cards',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:type': 'image/jpeg',
        'og:image:alt': expect.stringContaining('Trading card: Captain Quack'),
        'twitter:card': 'summary_large_image',
        'twitter:image': page.meta['og:image'],
        'twitter:image:alt': page.meta['og:image:alt'],
        'theme-color': '#203731',
      })
      expect(page.links, name).toContainEqual({ rel: 'canonical', href: `${ORIGIN}/card/liked`, type: null })
    }
  })

  test('serves the link preview image at once: a JPEG below 300 KB, with the stated size', async () => {
    const page = await readPage(await (await visit('/card/liked', CRAWLERS.Facebook)).text())
    const refused = []
    for (const [name, userAgent] of Object.entries(CRAWLERS)) {
      const response = await visit(page.meta['og:image']!.slice(ORIGIN.length), userAgent)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const { width, height } = getImageSize(bytes)
      const isGood = response.status === 200 && response.headers.get('content-type') === 'image/jpeg'
      if (!isGood || bytes.length >= IMAGE_MAX_BYTES || width !== 1200 || height !== 630) refused.push(name)
    }
    expect(refused).toEqual([])
  })
})

describe('the site’s own pages', () => {
  test('gives the site’s own pages a link preview image and a description', async () => {
    for (const path of ['/', '/hall-of-fame', '/contact', '/privacy-policy', '/rules']) {
      const page = await readPage(await (await visit(path, CRAWLERS.WhatsApp)).text())
      expect(page.meta).toMatchObject({
        'og:title': page.title,
        'og:url': ORIGIN + path,
        'og:image': `${ORIGIN}/share.jpg`,
        'og:image:width': '1200',
        robots: 'max-image-preview:large',
      })
      expect(page.meta['description']!.length).toBeGreaterThan(40)
    }
  })
})

describe('oEmbed', () => {
  const embed = (query: string) => visit(`/oembed?${query}`, CRAWLERS.Slack)
  const url = `url=${encodeURIComponent(`${ORIGIN}/card/liked`)}`

  const SIZES: readonly (readonly [limits: string, size: readonly [number, number]])[] = [
    ['maxwidth=1200&maxheight=630', [1200, 630]],
    ['maxwidth=600', [512, 717]],
    ['maxwidth=600&maxheight=600', [256, 358]],
    ['maxwidth=1000&maxheight=800', [512, 717]],
    ['maxwidth=128', [128, 179]],
  ]
  const REFUSALS: readonly (readonly [query: string, status: number])[] = [
    ['url=https://elsewhere.example/card/liked', 404],
    [`url=${ORIGIN}/card/nobody`, 404],
    [`url=${ORIGIN}/card/mine`, 404],
    [`url=${ORIGIN}/card/%256dine`, 404],
    [`url=${ORIGIN}/hall-of-fame`, 404],
    [`${url}&format=xml`, 501],
    [`${url}&maxwidth=-1`, 400],
    ['', 400],
  ]

  test('links oEmbed from the card’s page, and returns the card’s image', async () => {
    const page = await readPage(await (await visit('/card/liked', CRAWLERS.Slack)).text())
    const link = page.links.find(({ type }) => type === 'application/json+oembed')!
    const response = await visit(link.href.slice(ORIGIN.length), CRAWLERS.Slack)
    expect(response.status).toBe(200)
    const result = await response.json<Record<string, unknown>>()
    expect(result).toMatchObject({
      type: 'photo',
      version: '1.0',
      title: 'Captain Quack #12',
      url: page.meta['og:image'],
      width: 1200,
      height: 630,
    })
    const thumbnail = String(result['thumbnail_url'])
    expect((await visit(thumbnail.slice(ORIGIN.length), CRAWLERS.Slack)).status).toBe(200)
  })

  test('keeps an oEmbed response within the requested size', async () => {
    const answered: Record<string, unknown> = {}
    for (const [limits] of SIZES) {
      const { width, height } = await (await embed(`${url}&${limits}`)).json<Record<string, number>>()
      answered[limits] = [width, height]
    }
    expect(answered).toEqual(Object.fromEntries(SIZES))
  })

  test('rejects oEmbed for other URLs, formats and sizes', async () => {
    const statuses: Record<string, number> = {}
    for (const [query] of REFUSALS) statuses[query] = (await embed(query)).status
    expect(statuses).toEqual(Object.fromEntries(REFUSALS))
  })
})

describe('search engines', () => {
  test('lists voted cards and the site’s pages in the sitemap, in parts, with their images', async () => {
    const index = await (await visit('/sitemap.xml', CRAWLERS.Google)).text()
    const parts = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]!.slice(ORIGIN.length))
    expect(parts).toEqual(['/sitemap-pages.xml', '/sitemap-cards-1.xml'])
    const [pages, cards] = await Promise.all(
      parts.map(async (path) => {
        const response = await visit(path, CRAWLERS.Google)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
        expect(response.headers.get('set-cookie')).toBeNull()
        return response.text()
      }),
    )
    expect(pages).toContain(`<loc>${ORIGIN}/hall-of-fame</loc>`)
    expect(cards!.match(/<url>/g)).toHaveLength(1)
    expect(cards).toContain(`<loc>${ORIGIN}/card/liked</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>`)
    const page = await readPage(await (await visit('/card/liked', CRAWLERS.Google)).text())
    expect(cards).toContain(`<image:loc>${page.meta['og:image']}</image:loc>`)
  })

  test('dates a card in the sitemap by its last drawing, if that is after it was published', async () => {
    const drawnAt = (iso: string) =>
      testEnv().DB.prepare(`update generations set created_at = ? where card_id = 'liked'`).bind(Date.parse(iso)).run()
    const lastmod = async () =>
      /<lastmod>(.*?)<\/lastmod>/.exec(await (await visit('/sitemap-cards-1.xml', CRAWLERS.Google)).text())?.[1]
    await drawnAt('2025-12-31T10:00:00.000Z')
    expect(await lastmod()).toBe('2026-01-01T00:00:00.000Z')
    await drawnAt('2026-03-04T05:06:07.089Z')
    expect(await lastmod()).toBe('2026-03-04T05:06:07.089Z')
    await testEnv().DB.exec('delete from generations')
    expect(await lastmod()).toBe('2026-01-01T00:00:00.000Z')
  })

  test('returns 404 for a sitemap part without cards', async () => {
    const statuses = []
    for (const part of ['2', '0', 'x'])
      statuses.push((await visit(`/sitemap-cards-${part}.xml`, CRAWLERS.Google)).status)
    expect(statuses).toEqual([404, 404, 404])
  })

  test('marks a card without votes noindex', async () => {
    const page = await readPage(await (await visit('/card/other', CRAWLERS.Google)).text())
    expect(page.meta['robots']).toBe('noindex')
  })
})

describe('robots.txt', () => {
  /** Returns the rules for a crawler of this name: its own group, or the one for all. */
  async function rulesFor(name: string): Promise<string[]> {
    const text = await (await visit('/robots.txt', name)).text()
    const groups = text.split('\n\n').filter((group) => group.startsWith('User-agent'))
    const own = groups.find((group) => group.includes(`User-agent: ${name}\n`))
    return (own ?? groups.find((group) => group.startsWith('User-agent: *'))!).split('\n')
  }

  test('allows search engines and link previews to fetch cards and their images, but not the API', async () => {
    const rules = await rulesFor('Googlebot')
    expect(rules).toEqual(expect.arrayContaining(['Allow: /og/', 'Disallow: /api/', 'Disallow: /auth']))
    expect(rules).not.toContain('Disallow: /card/')
  })

  test('disallows AI crawlers from cards and all their images', async () => {
    const closed = ['/card/', '/og/', '/picture/', '/storage/', '/api/'].map((path) => `Disallow: ${path}`)
    for (const name of ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended', 'Bytespider'])
      expect(await rulesFor(name), name).toEqual(expect.arrayContaining(closed))
  })

  test('points to the sitemap in robots.txt', async () => {
    expect(await (await visit('/robots.txt', CRAWLERS.Google)).text()).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
  })
})
