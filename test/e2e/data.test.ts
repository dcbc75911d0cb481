import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { type Client, createClient } from '#shared/client/index.ts'
import { launchBrowser } from './support/browser.ts'
import { freePort, localSecret, type Server, startServer } from './support/server.ts'
import { startWeb } from './support/web-stand-in.ts'

describe('with a web on this machine, as `npm start` serves it @long', () => {
  let web: Awaited<ReturnType<typeof startWeb>>
  let browser: Browser
  let server: Server
  let data: Client['data']

  before(async () => {
    const port = await freePort()
    ;[web, browser] = await Promise.all([startWeb(), launchBrowser([], [`--remote-debugging-port=${port}`])])
    server = await startServer({
      env: {
        DATA_ALLOW_LOOPBACK: 'true',
        DATA_RESOLVER_URL: `${web.url}/dns`,
        DATA_SECRETS: JSON.stringify({ key: { value: 'very-secret', hosts: [new URL(web.url).host] } }),
        SEARCH_PROVIDER: 'searxng',
        SEARCH_URL: web.url,
        BROWSER_CDP_URL: `http://127.0.0.1:${port}`,
      },
    })
    const key = localSecret('SERVICE_KEY')
    data = createClient({ projectId: 'fantasy-cards', coreUrl: server.url, key }).data
  })
  after(async () => {
    web.close()
    await Promise.all([browser.close(), server.close()])
  })

  test('documents of every kind are read, found or sent', async () => {
    const beginnings = {
      'report.docx': 'Report of the opening game',
      'report.pdf': 'Report of the opening game',
      'season.xlsx': 'Players\nPlayer\tYards',
      'playbook.pptx': 'Playbook\nShort passes first',
    }
    for (const [name, beginning] of Object.entries(beginnings)) {
      const found = await data.extractFromUrl(`${web.url}/documents/${name}`)
      assert.equal(found.slice(0, beginning.length), beginning)
      const file = new Blob([readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url))])
      assert.equal(await data.extractFromBlob(file), found)
      assert.ok((await data.extractFromBlob(file, { chunking: true, chunkSize: 50 })).length > 1)
    }
  })

  test('a page, a search and a request bring real answers', async () => {
    const page = await data.scrape(`${web.url}/page`)
    assert.ok(page.markdown.startsWith(`# Opener\n\nRead [more](${web.url}/more). \\<script>`))
    assert.deepEqual(page.links, [{ text: 'more', url: `${web.url}/more`, type: 'internal' }])
    assert.deepEqual([page.metadata.title, page.extract.headings], ['Opener', ['Opener']])
    assert.equal((await data.search('season')).organic_results[0]!['title'], 'season')

    const echoed = await data.fetch({
      url: `${web.url}/echo`,
      method: 'POST',
      headers: { 'x-key': '{{key}}' },
      body: {},
    })
    assert.equal(web.asked.at(-1)!.headers['x-key'], 'very-secret')
    assert.deepEqual([echoed.status, JSON.stringify(echoed).includes('very-secret')], [200, false])
    assert.equal((await data.fetchAsync({ url: `${web.url}/echo` })).status, 'triggered')
  })

  test('a page is pictured with what its scripts made of it', async () => {
    const url = await data.screenshot(`${web.url}/page`, { width: 400, height: 300 })
    const picture = Buffer.from(await (await fetch(url)).arrayBuffer())
    const { data: pixels, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.width, info.height], [400, 300])
    assert.deepEqual([...pixels.subarray(-3)], [0, 255, 0])
    const whole = await data.screenshot(`${web.url}/page`, { width: 400, height: 300, fullPage: true })
    const { height } = await sharp(Buffer.from(await (await fetch(whole)).arrayBuffer())).metadata()
    assert.ok(height >= 3000)
  })

  test('a pictured page reaches the web by us alone, whatever it would have fetched ahead', async () => {
    web.asked.length = 0
    const url = await data.screenshot(`${web.url}/eager`, { width: 100, height: 100 })
    const { channels } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).stats()
    assert.deepEqual(
      channels.slice(0, 3).map(({ mean }) => mean),
      [0, 255, 0],
    )
    const paths = web.asked.map(({ path }) => path)
    assert.deepEqual(paths.slice(0, 2), ['/eager', '/eager/here'])
    assert.ok(paths.includes('/late') && !paths.some((path) => path.endsWith('ahead')))
    // A browser says this with whatever it asks by itself.
    for (const { path, headers } of web.asked) assert.equal(headers['sec-fetch-dest'], undefined, path)
  })

  test('what goes wrong out there is told apart, and nothing inner is reached', async () => {
    const ends = {
      '/missing': 'UPSTREAM_FAILED',
      '/loop': 'UPSTREAM_FAILED',
      '/bomb': 'ANSWER_TOO_LARGE',
      '/large': 'ANSWER_TOO_LARGE',
      '/away': 'ADDRESS_REFUSED',
    }
    for (const [path, code] of Object.entries(ends))
      await assert.rejects(data.scrape(web.url + path), (thrown: { code?: string }) => thrown.code === code, path)
    for (const url of [`${web.url}/away`, 'http://10.0.0.1/', 'https://inner.example/'])
      await assert.rejects(data.screenshot(url), { code: 'ADDRESS_REFUSED' })
  })
})
