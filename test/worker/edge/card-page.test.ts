import { beforeEach, describe, expect, test } from 'vitest'
import { VISIBILITY_LABELS } from '#shared/domain/card-words.ts'
import { createTestApp, getVisitorId, ORIGIN, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'

beforeEach(freshDatabase)

const pageAt = async (app: TestApp, path: string) => readPage(await (await app.send(path)).text())

describe('a card’s page', () => {
  test('describes the card in the head of its page, with each tag once', async () => {
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

  test('describes a card’s page to search engines by its image, and names no person', async () => {
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

  test('shows the card and its text without JavaScript, with its image first', async () => {
    const imageUrl = await seedCard({ id: 'c1', playerName: 'Captain Quack', votes: 4, source: 'computed' })
    const { images, text } = await pageAt(createTestApp(), '/card/c1')
    expect(images[0]).toMatchObject({ src: imageUrl, fetchpriority: 'high', width: '1000', height: '1400' })
    expect(images[0]!['srcset']).toMatch(
      /^\/picture\/c1\.[0-9a-f]{10}\.thumb-384\.webp 384w, \S+\.thumb-512\.webp 512w, \S+\.thumb-720\.webp 720w$/,
    )
    expect(images[0]!['alt']).toBe(
      'Trading card: Captain Quack, number 12, dark green and gold, overall 77. Drawn by Fantasy Football Cards.',
    )
    expect(text).toMatch(/Created [A-Z][a-z]+ \d{1,2}, \d{4}/)
    for (const words of ['Captain Quack', 'No. 12', 'Green Bay Packers', 'Strength', 'Accuracy', 'Rookie', 'votes'])
      expect(text).toContain(words)
  })

  test('states how the player was drawn in all four places on a card’s page', async () => {
    const makings = [
      ['trained', null, 'AI-generated.', 'compositeWithTrainedAlgorithmicMedia', /AI image model generated/],
      ['computed', 'ink', 'Drawn by Fantasy Football Cards.', 'composite', /our software drew the rest/],
      ['computed', 'photo', 'Drawn by Fantasy Football Cards.', 'composite', /the face is the original photo/],
      ['plain', 'faceless', 'Drawn by Fantasy Football Cards.', 'algorithmicMedia', /Drawn without a photo/],
      [null, null, 'A fantasy football card.', null, /^Created January 1, 2026\.$/],
    ] as const
    for (const [n, [source, finish, short, type, long]] of makings.entries()) {
      const provenance = `${source} ${finish}`
      await seedCard({ id: `made-${n}`, source, finish })
      const html = await (await createTestApp().send(`/card/made-${n}`)).text()
      const { meta, linkedData, images } = await readPage(html)
      expect(meta['description']!.endsWith(short), provenance).toBe(true)
      if (source !== null) expect(images[0]!['alt']!.endsWith(short), provenance).toBe(true)
      const picture = (linkedData as { '@graph': Record<string, string>[] })['@graph'][1]!
      expect(picture['digitalSourceType']?.split('/').at(-1) ?? null, provenance).toBe(type)
      const words = /(Created <time.*?)<\/p>/su.exec(html)![1]!
      const sentence = words
        .replaceAll(/<[^>]*>/gu, '')
        .replaceAll(/\s+/gu, ' ')
        .trim()
      expect(sentence, provenance).toMatch(long)
      expect(/AI-generated|made with AI/iu.test(html), provenance).toBe(source === 'trained')
    }
  })

  test('embeds the data that the card screen would fetch', async () => {
    await seedCard({ id: 'c1' })
    const app = createTestApp()
    const { queries } = await pageAt(app, '/card/c1')
    expect(Object.keys(queries)).toEqual(['config', 'card c1'])
    expect(queries['card c1']).toEqual(await (await app.send('/api/cards/c1')).json())
  })

  test('marks an unlisted card noindex, and keeps its image for link previews', async () => {
    await seedCard({ id: 'c1', visibility: 'unlisted', votes: 2 })
    const { meta, text } = await pageAt(createTestApp(), '/card/c1')
    expect(meta['robots']).toBe('noindex, noimageindex')
    expect(meta['og:image']).toContain('/og/c1.')
    expect(text).toContain(VISIBILITY_LABELS.unlisted)
  })

  test('shows a draft’s page to its maker, without a link preview image, and 404 to everyone else', async () => {
    const app = createTestApp()
    const maker = app.visitor()
    await seedCard({ id: 'c1', visibility: 'draft', owner: getVisitorId(await maker.arrive()) })
    const own = await maker.send('/card/c1')
    expect(own.status).toBe(200)
    const { meta, links, linkedData, text } = await readPage(await own.text())
    expect(text).toContain(VISIBILITY_LABELS.draft)
    expect(meta['robots']).toBe('noindex, noimageindex')
    expect([meta['og:image'], linkedData]).toEqual([undefined, null])
    expect(links.some(({ type }) => type === 'application/json+oembed')).toBe(false)
    expect((await app.send('/card/c1')).status).toBe(404)
  })

  test('returns 404 for an unknown card, on a page that names no card', async () => {
    for (const path of ['/card/nobody', '/card/mine']) {
      const response = await createTestApp().send(path)
      const { meta, text, structure } = await readPage(await response.text())
      expect(response.status, path).toBe(404)
      expect(meta, path).toMatchObject({ robots: 'noindex', 'og:title': 'Card Not Found | Fantasy Football Cards' })
      expect(meta['og:image'], path).toBeUndefined()
      expect(text, path).toContain('Card Not Found')
      expect(structure, path).toContain('div id data-served')
    }
  })

  test('returns 410 for a removed card, on a page that does not name its player', async () => {
    const app = createTestApp()
    const maker = app.visitor()
    await seedCard({ id: 'c1', playerName: 'Captain Quack', owner: getVisitorId(await maker.arrive()) })
    expect((await maker.send('/api/cards/c1', { method: 'DELETE' })).status).toBe(204)
    const response = await app.send('/card/c1')
    expect(response.status).toBe(410)
    expect(await response.text()).not.toContain('Quack')
    expect((await app.send('/download/c1/card')).status).toBe(410)
    expect((await app.send(`/oembed?url=${ORIGIN}/card/c1`)).status).toBe(410)
  })
})
