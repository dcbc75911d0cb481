import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { expectEveryMember, PUBLIC_KEY, SERVICE_KEY, takeRequests, TRANSPORTS } from './support.ts'

const CSV = new Blob(['Name;Yards\n"Núñez; R";12\n'], { type: 'text/csv' })
const PAGE = new Blob(['<h1>Game</h1><script>x</script><p>Won</p>'], { type: 'text/html' })
const LONG = new Blob(['One sentence after another. '.repeat(9)], { type: 'text/plain' })

type Data = Client['data']
type Call = (data: Data) => Promise<unknown>
type RecordedRequest = { path: string; headers: Record<string, string>; body: string }

const refused = { status: 400, code: 'ADDRESS_REFUSED', kind: 'validation' }
const missing = (message: string) => ({ status: 503, code: 'NOT_CONFIGURED', kind: 'network', message })

describe.each(TRANSPORTS)('the web %s', (_, connect) => {
  const { webUrl } = inject('others')
  let data: Data
  beforeAll(async () => {
    await freshDatabase()
    data = (await connect(SERVICE_KEY)).client.data
  })

  test('extracts text from files', async () => {
    expect(await data.extractFromBlob(CSV)).toBe('Name\tYards\nNúñez; R\t12')
    expect(await data.extractFromBlob(PAGE)).toBe('Game\n\nWon')
    const pieces = await data.extractFromBlob(LONG, { chunking: true, chunkSize: 60, chunkOverlap: 0 })
    expect(pieces.length).toBeGreaterThan(4)
    expect(pieces.join(' ')).toBe((await LONG.text()).trim())
  })

  test('extracts text from remote documents', async () => {
    const url = `${webUrl}/documents/season.xlsx`
    const whole = await data.extractFromUrl(url)
    expect(whole.startsWith('Players\nPlayer\tYards')).toBe(true)
    const pieces = await data.extractFromUrl(url, { chunking: true, chunkSize: 50, chunkOverlap: 5 })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces[0]!.startsWith('Players')).toBe(true)
  })

  test('scrapes a page in only the requested formats', async () => {
    const page = await data.scrape(`${webUrl}/page`)
    expect(page).toMatchObject({
      links: [{ text: 'more', url: `${webUrl}/more`, type: 'internal' }],
      metadata: { title: 'Opener', description: 'A page', url: `${webUrl}/page`, domain: '127.0.0.1' },
      extract: { title: 'Opener', headings: ['Opener'] },
    })
    expect(page.markdown).toContain(`# Opener\n\nRead [more](${webUrl}/more). \\<script>`)
    expect(page.html).toContain('<h1>Opener</h1>')
    expect(page.html).not.toContain('<script')
    const some = await data.scrape(`${webUrl}/page`, { formats: ['links'] })
    expect(some).toMatchObject({ links: page.links, markdown: '', html: '' })
  })

  test('sends a secret in a request, and redacts it in the response', async () => {
    await takeRequests('web')
    const result = await data.fetch({
      url: `${webUrl}/echo`,
      method: 'POST',
      headers: { 'x-key': '{{key}}' },
      query: { days: 3 },
      body: { deep: true },
    })
    expect(result).toMatchObject({ status: 200, body: { path: '/echo?days=3', body: '{"deep":true}' } })
    expect(result.durationMs).toBeGreaterThanOrEqual(0)
    const [sent] = await takeRequests<RecordedRequest>('web')
    expect(sent).toMatchObject({ path: '/echo?days=3', body: '{"deep":true}' })
    expect(sent!.headers['x-key']!.length).toBeGreaterThan(8)
    expect(JSON.stringify(result)).not.toContain(sent!.headers['x-key'])
    // An error response of the other host is returned too.
    expect(await data.fetch({ url: `${webUrl}/missing` })).toMatchObject({ status: 500, body: '<h1>Sorry</h1>' })
  })

  test('sends a request in the background', async () => {
    await takeRequests('web')
    const url = `${webUrl}/echo?later=${crypto.randomUUID()}`
    expect(await data.fetchAsync({ url })).toEqual({ status: 'triggered', message: expect.any(String) })
    await expect
      .poll(async () => (await takeRequests<RecordedRequest>('web')).map(({ path }) => webUrl + path), {
        timeout: 5000,
      })
      .toEqual([url])
  })

  test('searches the web', async () => {
    await takeRequests('web')
    expect(await data.search('season opener', { language: 'fr', limit: 5 })).toMatchObject({
      organic_results: [{ position: 1, title: 'season opener', link: 'https://a.example/', snippet: 'c' }],
      news_results: [],
    })
    expect((await takeRequests<RecordedRequest>('web'))[0]!.path).toMatch(/^\/search\?.*language=fr/)
  })

  test.each<[string, Call, object]>([
    ['a private URL', (d) => d.scrape('http://10.0.0.1/'), refused],
    ['a private document', (d) => d.extractFromUrl('http://10.0.0.1/a.pdf'), refused],
    ['a private request', (d) => d.fetch({ url: 'http://169.254.169.254/' }), refused],
    ['a private background request', (d) => d.fetchAsync({ url: 'http://169.254.169.254/' }), refused],
    ['a host that resolves to a private IP address', (d) => d.scrape('https://inner.example/'), refused],
    ['a page that redirects to a private URL', (d) => d.scrape(`${webUrl}/away`), refused],
    ['a missing page', (d) => d.scrape(`${webUrl}/missing`), { status: 502, code: 'UPSTREAM_FAILED' }],
    [
      'a file of unknown type',
      (d) => d.extractFromBlob(new Blob([Uint8Array.of(0, 1, 2)])),
      { status: 415, kind: 'network' },
    ],
    [
      'an unknown secret',
      (d) => d.fetch({ url: `${webUrl}/echo`, query: { a: '{{other}}' } }),
      { status: 400, kind: 'validation' },
    ],
  ])('fails with the documented error for %s', async (__, call, failure) => {
    await takeRequests('web')
    await expect(call(data)).rejects.toMatchObject(failure)
    expect((await takeRequests<RecordedRequest>('web')).filter(({ path }) => path.startsWith('/echo'))).toEqual([])
    // Upstream failures are logged.
    takeConsole()
  })

  test.each<[string, Call, string]>([
    ['a search', (d) => d.search('x'), 'This requires the setting SEARCH_PROVIDER.'],
    [
      'a screenshot',
      (d) => d.screenshot('https://a.example/', { fullPage: true, width: 400, height: 300 }),
      'This requires the setting BROWSER (a binding) or BROWSER_CDP_URL.',
    ],
  ])('names the missing setting for %s', async (__, call, message) => {
    const { client } = await connect(SERVICE_KEY, { bare: true })
    await expect(call(client.data)).rejects.toMatchObject(missing(message))
    takeConsole()
  })

  test('rejects web data without a session', async () => {
    const { client } = await connect(PUBLIC_KEY)
    await expect(client.data.scrape('https://a.example/')).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

// Screenshots need a browser: test/e2e/stand-ins/data.spec.ts has one.
expectEveryMember('data', ['data.screenshot'])
