import fc from 'fast-check'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { inTime, pageInTime } from '../../support/hostile-requests.ts'
import { hostileText } from '../../support/hostile-text.ts'
import { readPage } from '../../support/page.ts'
import { picturedCard } from '../../worker/edge/pictured-cards.ts'

/** Names of every kind in all that is written with them, replayable from the seed. */
const { seed, share } = inject('hostile')
const PICTURES = 60
vi.setConfig({ testTimeout: 180_000 })

beforeEach(async () => {
  await freshDatabase()
  await picturedCard({ playerName: 'Ann', votes: 1 })
})

/** Past the product, which would refuse most of them; a name that was stored by an older version may be like this. */
const rename = (name: string) =>
  testEnv().DB.prepare(`update fantasy_football_cards set player_name = ? where id = 'c1'`).bind(name).run()

const PATHS = ['/card/c1', '/hall-of-fame', '/'] as const
/** Without the mark of a name that takes much room. */
async function pageOf(path: string, scripts: boolean) {
  const page = await readPage(await pageInTime(path, () => createTestApp().send(path)), { scripts })
  return { ...page, structure: page.structure.map((tag) => tag.replace(/^b dir data-long$/, 'b dir')) }
}

test('a name adds no element and no attribute to a page, with scripts or without, and stands in the title of its page as it is', async () => {
  const harmless = new Map<string, string[]>()
  for (const path of PATHS)
    for (const scripts of [true, false]) harmless.set(`${path} ${scripts}`, (await pageOf(path, scripts)).structure)
  const cases = fc.tuple(hostileText, fc.constantFrom(...PATHS), fc.boolean())
  await fc.assert(
    fc.asyncProperty(cases, async ([name, path, scripts]) => {
      await rename(name)
      const page = await pageOf(path, scripts)
      expect(page.structure).toEqual(harmless.get(`${path} ${scripts}`))
      if (path === '/card/c1') expect(page.title).toMatch(`${name} #`)
    }),
    { numRuns: Math.round(1000 * share), seed },
  )
})

test('a name is text in the preview that other sites ask for, and in the sitemap', async () => {
  const oembed = `/oembed?url=${encodeURIComponent(`${ORIGIN}/card/c1`)}`
  await fc.assert(
    fc.asyncProperty(hostileText, async (name) => {
      await rename(name)
      const app = createTestApp()
      const preview = JSON.parse(await pageInTime(oembed, () => app.send(oembed))) as {
        html?: string
        title?: string
      }
      expect(preview.title).toEqual(expect.any(String))
      expect(
        (await readPage(preview.html ?? '')).structure.every((tag) => /^(iframe|a|img|blockquote)\b/.test(tag)),
      ).toBe(true)
      const sitemap = await pageInTime('the sitemap', () => app.send('/sitemap-cards-1.xml'))
      expect(sitemap.replaceAll(/<\/?[a-z:]+( xmlns(:image)?="[^"]*")*>|<\?xml [^?]*\?>/g, '')).not.toMatch(/[<>]/)
    }),
    { numRuns: Math.round(500 * share), seed },
  )
})

test('the picture for links is a picture, whatever the name', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (name) => {
      await rename(name)
      const app = createTestApp()
      const { meta } = await readPage(await (await app.send('/card/c1')).text())
      const answer = await inTime('the picture', () => app.send(new URL(meta['og:image']!).pathname))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      await answer.arrayBuffer()
    }),
    { numRuns: Math.round(PICTURES * share), seed },
  )
})
