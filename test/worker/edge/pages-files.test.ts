import { beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '#worker/env.ts'
import { createTestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'

beforeEach(freshDatabase)

const INDEX =
  '<!doctype html><html><head><link rel="stylesheet" href="/assets/index.css"><template id="scripts"><script type="module" src="/assets/index.js"></script></template></head><body><div id="root"></div></body></html>'

const MANIFEST = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'], css: ['assets/index.css'] },
  '_react.js': { file: 'assets/react.js' },
  '_card.js': { file: 'assets/card.js', imports: ['_react.js'], css: ['assets/card.css'] },
  'src/screens/card/card-screen.tsx': {
    file: 'assets/card-screen.js',
    imports: ['_card.js', 'index.html', 'src/screens/card/card-screen.tsx'],
    css: ['assets/card-screen.css', 'assets/index.css'],
  },
}

/** The Worker with another build. */
function appWith(manifest: () => Response) {
  const fetch = async (request: Request) =>
    new URL(request.url).pathname === '/index.html' ? new Response(INDEX) : manifest()
  return createTestApp({}, { ...testEnv(), ASSETS: { fetch } as unknown as Env['ASSETS'] })
}

const linksAt = async (app: ReturnType<typeof appWith>, path: string) =>
  (await readPage(await (await app.send(path)).text())).links
    .filter(({ rel }) => rel === 'stylesheet' || rel === 'modulepreload')
    .map(({ rel, href }) => `${rel} ${href}`)

describe('a page', () => {
  test('preloads a screen’s files after the entry’s, each once, in the order of their styles', async () => {
    await seedCard({ id: 'c1' })
    expect(
      await linksAt(
        appWith(() => Response.json(MANIFEST)),
        '/card/c1',
      ),
    ).toEqual([
      'stylesheet /assets/index.css',
      'stylesheet /assets/card.css',
      'stylesheet /assets/card-screen.css',
      'modulepreload /assets/card.js',
      'modulepreload /assets/card-screen.js',
    ])
  })

  test('serves a page when the build manifest is missing or malformed', async () => {
    for (const manifest of [
      () => new Response('', { status: 404 }),
      () => Response.json({ 'index.html': 7 }),
      () => Response.json({}),
    ])
      expect(await linksAt(appWith(manifest), '/')).toEqual(['stylesheet /assets/index.css'])
  })

  test('reads the build manifest again after a failure', async () => {
    await seedCard({ id: 'c1' })
    let response = new Response('', { status: 503 })
    const app = appWith(() => response)
    await app.send('/card/c1')
    response = Response.json(MANIFEST)
    expect(await linksAt(app, '/card/c1')).toContain('modulepreload /assets/card-screen.js')
  })

  test('preloads files for every screen of the build', async () => {
    await seedCard({ id: 'c1' })
    const app = createTestApp()
    for (const path of ['/', '/hall-of-fame', '/card/c1', '/my-cards', '/contact', '/privacy-policy']) {
      const { links } = await readPage(await (await app.send(path)).text())
      const screens = links.filter(({ rel, href }) => rel === 'modulepreload' && /-screen-[\w-]+\.js$/.test(href))
      expect(screens, path).toHaveLength(1)
      expect((await app.send(screens[0]!.href)).status, path).toBe(200)
    }
  })

  test('paints the page before it loads the app’s scripts', async () => {
    await seedCard({ id: 'c1' })
    const app = createTestApp()
    for (const path of ['/', '/hall-of-fame', '/card/c1', '/contact', '/privacy-policy']) {
      const html = await (await app.send(path)).text()
      const [later, ...others] = html.match(/<template id="scripts">.*?<\/template>/gs) ?? []
      expect(others, path).toEqual([])
      expect(later, path).toMatch(/<script type="module"[^>]* src="\/assets\/index-/)
      const { structure, links } = await readPage(html.replace(later!, ''))
      expect(
        links.filter(({ rel }) => rel === 'modulepreload'),
        path,
      ).toEqual([])
      expect(
        structure.filter((element) => /^script .*src/.test(element)),
        path,
      ).toEqual(['script src'])
    }
  })

  test('loads the base styles first', async () => {
    const built = createTestApp()
    for (const path of ['/', '/hall-of-fame', '/contact', '/my-cards']) {
      const first = (await linksAt(built, path)).find((link) => link.startsWith('stylesheet '))
      const styles = await (await built.send(first!.slice('stylesheet '.length))).text()
      expect(styles, path).toMatch(/^@layer reset\b/)
    }
  })
})
