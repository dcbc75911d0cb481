import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'

beforeEach(freshDatabase)

const getText = async (app: TestApp, path: string) => (await app.send(path)).text()
const pageAt = async (app: TestApp, path: string) => readPage(await getText(app, path))
const pageWithScriptsAt = async (app: TestApp, path: string) => readPage(await getText(app, path), { scripts: true })

describe('a hostile nickname', () => {
  const HOSTILE = [
    `"><script>alert(1)</script><b x='`,
    `</title><img src=x onerror=alert(1)>`,
    `</script><script>alert(1)</script>`,
    `<!--<script>`,
    `]]></noscript><iframe src=//evil>`,
    `' onload='alert(1)`,
    '${alert(1)} {{7*7}} \u2028 &lt;b&gt;',
  ]
  const PATHS = ['/card/c1', '/', '/hall-of-fame']

  const rename = (playerName: string, number: string) =>
    testEnv()
      .DB.prepare('update fantasy_football_cards set player_name = ?, jersey_number = ?')
      .bind(playerName, number)
      .run()

  test('escapes a hostile nickname in every tag, the JSON-LD, the lists and the HTML', async () => {
    await seedCard({ id: 'c1', votes: 1 })
    for (const playerName of HOSTILE) {
      // The same length, because a long name is set in smaller type.
      await rename('A'.repeat(playerName.length), '12')
      // Written directly, because an isolate would show its cached lists with the old name for seconds.
      let app = createTestApp()
      const structures = async () =>
        (await Promise.all(PATHS.flatMap((path) => [pageAt(app, path), pageWithScriptsAt(app, path)]))).map(
          ({ structure }) => structure,
        )
      const harmless = await structures()
      await rename(playerName, `"'<b>&`)
      app = createTestApp()
      const hostile = await Promise.all(PATHS.map((path) => pageAt(app, path)))

      // No additional element or attribute.
      expect(await structures()).toEqual(harmless)
      const [card, home, hall] = hostile
      const name = `${playerName} #"'<b>&`
      expect(card!.title).toBe(`${name} - fantasy football card`)
      expect(card!.meta['og:title']).toBe(card!.title)
      expect(card!.meta['og:image:alt']).toContain(playerName)
      expect(card!.images[0]!['alt']).toContain(playerName)
      expect(card!.linkedData).toMatchObject({ '@graph': [{}, { name }, {}] })
      expect(card!.queries['card c1']).toMatchObject({ playerName })
      expect(home!.queries['cards recent']).toMatchObject([{ playerName }])
      expect(hall!.linkedData).toMatchObject({ mainEntity: { itemListElement: [{ name }] } })
      for (const { text } of [card!, hall!]) expect(text).toContain(playerName)
      expect(home!.labels.some((label) => label.includes(playerName))).toBe(true)
      const sitemap = await (await app.send('/sitemap-cards-1.xml')).text()
      expect(sitemap.replaceAll(/<\/?[a-z:]+( xmlns(:image)?="[^"]*")*>|<\?xml [^?]*\?>/g, '')).not.toMatch(/[<>]/)
    }
  })
})
