import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { createTestApp, ORIGIN, type TestApp } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { runs } from '../../support/hostile-requests.ts'
import { hostileText } from '../../support/hostile-text.ts'
import { readPage } from '../../support/page.ts'
import { storeCardWithFront } from '../../worker/edge/pictured-cards.ts'

vi.setConfig({ testTimeout: 180_000 })

beforeEach(async () => {
  await freshDatabase()
  await storeCardWithFront({ playerName: 'Ann', votes: 1 })
})

/**
 * Renames the card directly in the database, because the product refuses most of these names. An older version may have
 * stored one.
 */
const rename = (name: string) =>
  testEnv().DB.prepare(`update fantasy_football_cards set player_name = ? where id = 'c1'`).bind(name).run()

const PATHS = ['/card/c1', '/hall-of-fame', '/'] as const
async function getText(app: TestApp, path: string): Promise<string> {
  const response = await app.send(path)
  expect(response.status, path).toBeLessThan(500)
  return response.text()
}

/** Reads a page, without the class for long names. */
async function getPage(path: string, scripts: boolean) {
  const page = await readPage(await getText(createTestApp(), path), { scripts })
  return { ...page, structure: page.structure.map((tag) => tag.replace(/^b dir data-long$/, 'b dir')) }
}

it('shows any name as text, without adding an element or attribute to a page', async () => {
  const harmless = new Map<string, string[]>()
  for (const path of PATHS)
    for (const scripts of [true, false]) harmless.set(`${path} ${scripts}`, (await getPage(path, scripts)).structure)
  const cases = fc.tuple(hostileText, fc.constantFrom(...PATHS), fc.boolean())
  await fc.assert(
    fc.asyncProperty(cases, async ([name, path, scripts]) => {
      await rename(name)
      const page = await getPage(path, scripts)
      expect(page.structure).toEqual(harmless.get(`${path} ${scripts}`))
      if (path === '/card/c1') expect(page.title).toMatch(`${name} #`)
    }),
    runs(30),
  )
})

it('shows any name as text in oEmbed and the sitemap', async () => {
  const oembed = `/oembed?url=${encodeURIComponent(`${ORIGIN}/card/c1`)}`
  await fc.assert(
    fc.asyncProperty(hostileText, async (name) => {
      await rename(name)
      const app = createTestApp()
      const preview = JSON.parse(await getText(app, oembed)) as {
        html?: string
        title?: string
      }
      expect(preview.title).toEqual(expect.any(String))
      expect(
        (await readPage(preview.html ?? '')).structure.every((tag) => /^(iframe|a|img|blockquote)\b/.test(tag)),
      ).toBe(true)
      const sitemap = await getText(app, '/sitemap-cards-1.xml')
      expect(sitemap.replaceAll(/<\/?[a-z:]+( xmlns(:image)?="[^"]*")*>|<\?xml [^?]*\?>/g, '')).not.toMatch(/[<>]/)
    }),
    runs(15),
  )
})

it('draws the share image for any name', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (name) => {
      await rename(name)
      const app = createTestApp()
      const { meta } = await readPage(await (await app.send('/card/c1')).text())
      const response = await app.send(new URL(meta['og:image']!).pathname)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      await response.arrayBuffer()
    }),
    runs(2),
  )
})
