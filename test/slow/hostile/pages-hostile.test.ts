import { beforeEach, describe, expect, test } from 'vitest'
import { FIRST_PAINT_PATH, FIRST_PAINTS, type Template } from '#shared/contracts/first-paint.ts'
import type { Env } from '#worker/env.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'

beforeEach(freshDatabase)

const textOf = async (app: TestApp, path: string) => (await app.send(path)).text()
const pageAt = async (app: TestApp, path: string) => readPage(await textOf(app, path))
const pageWithScriptsAt = async (app: TestApp, path: string) => readPage(await textOf(app, path), { scripts: true })

/** A small Hall with the slots of the real one. */
const item: Template = [
  '<li><a href="/card/',
  { value: 'id' },
  '"><img src="',
  { value: 'imageUrl' },
  '?',
  { value: 'version' },
  '" alt="',
  { value: 'line' },
  '">',
  { value: 'playerName' },
  '</a> ',
  { value: 'votes' },
  '</li>',
]
const places = (['first', 'second', 'third'] as const).map((section) => ({ section, parts: item }))
const PAINTED: Template = [
  '<header>',
  { value: 'left' },
  '</header><main id="main"><div class="pod"><ol>',
  { section: 'podium', parts: places },
  '</ol></div>',
  { value: 'words' },
  '</main>',
]
const REST: Template = ['<main>', { value: 'screen' }, '</main>']
const PAINTS = { ...Object.fromEntries(FIRST_PAINTS.map((name) => [name, REST])), '/hall-of-fame': PAINTED }

/** The Worker with a build whose Hall is that. */
function appPainted() {
  const { ASSETS, ...env } = testEnv()
  const fetch = (request: Request) =>
    new URL(request.url).pathname === FIRST_PAINT_PATH ? Promise.resolve(Response.json(PAINTS)) : ASSETS.fetch(request)
  return createTestApp({}, { ...env, ASSETS: { fetch } as unknown as Env['ASSETS'] })
}

describe('three names on the podium', () => {
  const NAMES = ['$& $1 $` id', '\u{E000}value playerName\u{E001} {"value":"left"}', '</script></ol></li><li>imageUrl']

  test('stand there as they are, each on its own card, whatever they mean to the template', async () => {
    const at = '2026-11-20T12:00:00.000Z'
    for (const [i, playerName] of ['Ann', 'Bea', 'Cy'].entries())
      await seedCard({ id: `c${i}`, playerName, votes: 9 - i, createdAt: at })
    const podium = async (app: TestApp) => {
      const { structure, images, anchors, text } = await pageWithScriptsAt(app, '/hall-of-fame')
      return { structure, alts: images.map(({ alt }) => alt), anchors, text }
    }
    const harmless = await podium(appPainted())
    const rename = testEnv().DB.prepare('update fantasy_football_cards set player_name = ? where id = ?')
    await testEnv().DB.batch(NAMES.map((name, i) => rename.bind(name, `c${i}`)))

    const hostile = await podium(appPainted())
    expect(hostile.structure).toEqual(harmless.structure)
    expect(hostile.anchors).toEqual(['/card/c0', '/card/c1', '/card/c2'])
    for (const [i, name] of NAMES.entries()) {
      expect(hostile.alts[i]).toContain(name)
      expect(hostile.text).toContain(`${name} ${9 - i}`)
    }
  })
})

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

  test('is text in every tag, in the linked data, in the lists and in the HTML', async () => {
    await seedCard({ id: 'c1', votes: 1 })
    for (const playerName of HOSTILE) {
      // As long: a long name is set smaller.
      await rename('A'.repeat(playerName.length), '12')
      // Written past the product: an isolate that has read the lists before would know the old name for seconds.
      let app = createTestApp()
      const structures = async () =>
        (await Promise.all(PATHS.flatMap((path) => [pageAt(app, path), pageWithScriptsAt(app, path)]))).map(
          ({ structure }) => structure,
        )
      const harmless = await structures()
      await rename(playerName, `"'<b>&`)
      app = createTestApp()
      const hostile = await Promise.all(PATHS.map((path) => pageAt(app, path)))

      // Not one element or attribute more.
      expect(await structures()).toEqual(harmless)
      const [card, home, hall] = hostile
      const name = `${playerName} #"'<b>&`
      expect(card!.title).toBe(`${name} - fantasy football card`)
      expect(card!.meta['og:title']).toBe(card!.title)
      expect(card!.meta['og:image:alt']).toContain(playerName)
      expect(card!.images[0]!['alt']).toContain(playerName)
      expect(card!.linkedData).toMatchObject({ '@graph': [{}, { name }, {}] })
      expect(card!.firstAnswers['/api/cards/c1']).toMatchObject({ playerName })
      expect(home!.firstAnswers['/api/cards?list=recent']).toMatchObject({ cards: [{ playerName }] })
      expect(hall!.linkedData).toMatchObject({ mainEntity: { itemListElement: [{ name }] } })
      for (const { text } of hostile) expect(text).toContain(playerName)
      const sitemap = await (await app.send('/sitemap-cards-1.xml')).text()
      expect(sitemap.replaceAll(/<\/?[a-z:]+( xmlns(:image)?="[^"]*")*>|<\?xml [^?]*\?>/g, '')).not.toMatch(/[<>]/)
    }
  })
})
