import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { askedOf, everyMemberOf, PUBLIC_KEY, SERVICE_KEY, TRANSPORTS } from './support.ts'

const CSV = new Blob(['Name;Yards\n"Núñez; R";12\n'], { type: 'text/csv' })
const PAGE = new Blob(['<h1>Game</h1><script>x</script><p>Won</p>'], { type: 'text/html' })
const LONG = new Blob(['One sentence after another. '.repeat(9)], { type: 'text/plain' })

type Data = Client['data']
type Call = (data: Data) => Promise<unknown>
type Asked = { path: string; headers: Record<string, string>; body: string }

const refused = { status: 400, code: 'ADDRESS_REFUSED', kind: 'validation' }
const missing = (message: string) => ({ status: 503, code: 'NOT_CONFIGURED', kind: 'network', message })

describe.each(TRANSPORTS)('the web %s', (_, connect) => {
  const { webUrl } = inject('others')
  let data: Data
  beforeAll(async () => {
    await freshDatabase()
    data = (await connect(SERVICE_KEY)).client.data
  })

  test('is read from files that are at hand', async () => {
    expect(await data.extractFromBlob(CSV)).toBe('Name\tYards\nNúñez; R\t12')
    expect(await data.extractFromBlob(PAGE)).toBe('Game\n\nWon')
    const pieces = await data.extractFromBlob(LONG, { chunking: true, chunkSize: 60, chunkOverlap: 0 })
    expect(pieces.length).toBeGreaterThan(4)
    expect(pieces.join(' ')).toBe((await LONG.text()).trim())
  })

  test('is read where it lies, as documents', async () => {
    const url = `${webUrl}/documents/season.xlsx`
    const whole = await data.extractFromUrl(url)
    expect(whole.startsWith('Players\nPlayer\tYards')).toBe(true)
    const pieces = await data.extractFromUrl(url, { chunking: true, chunkSize: 50, chunkOverlap: 5 })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces[0]!.startsWith('Players')).toBe(true)
  })

  test('is read as a page, in each of its forms and in those alone that are wanted', async () => {
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

  test('is asked with a secret that is in no answer', async () => {
    await askedOf('web')
    const answer = await data.fetch({
      url: `${webUrl}/echo`,
      method: 'POST',
      headers: { 'x-key': '{{key}}' },
      query: { days: 3 },
      body: { deep: true },
    })
    expect(answer).toMatchObject({ status: 200, body: { path: '/echo?days=3', body: '{"deep":true}' } })
    expect(answer.durationMs).toBeGreaterThanOrEqual(0)
    const [sent] = await askedOf<Asked>('web')
    expect(sent).toMatchObject({ path: '/echo?days=3', body: '{"deep":true}' })
    expect(sent!.headers['x-key']!.length).toBeGreaterThan(8)
    expect(JSON.stringify(answer)).not.toContain(sent!.headers['x-key'])
    // A failure of the other host is an answer too.
    expect(await data.fetch({ url: `${webUrl}/missing` })).toMatchObject({ status: 500, body: '<h1>Sorry</h1>' })
  })

  test('is asked in the background', async () => {
    await askedOf('web')
    const url = `${webUrl}/echo?later=${crypto.randomUUID()}`
    expect(await data.fetchAsync({ url })).toEqual({ status: 'triggered', message: expect.any(String) })
    await expect
      .poll(async () => (await askedOf<Asked>('web')).map(({ path }) => webUrl + path), { timeout: 5000 })
      .toEqual([url])
  })

  test('is searched', async () => {
    await askedOf('web')
    expect(await data.search('season opener', { language: 'fr', limit: 5 })).toMatchObject({
      organic_results: [{ position: 1, title: 'season opener', link: 'https://a.example/', snippet: 'c' }],
      news_results: [],
    })
    expect((await askedOf<Asked>('web'))[0]!.path).toMatch(/^\/search\?.*language=fr/)
  })

  test.each<[string, Call, object]>([
    ['an inner address', (d) => d.scrape('http://10.0.0.1/'), refused],
    ['an inner document', (d) => d.extractFromUrl('http://10.0.0.1/a.pdf'), refused],
    ['an inner request', (d) => d.fetch({ url: 'http://169.254.169.254/' }), refused],
    ['an inner request in the background', (d) => d.fetchAsync({ url: 'http://169.254.169.254/' }), refused],
    ['a name that leads inside', (d) => d.scrape('https://inner.example/'), refused],
    ['a page that leads inside', (d) => d.scrape(`${webUrl}/away`), refused],
    ['a page that is none', (d) => d.scrape(`${webUrl}/missing`), { status: 502, code: 'UPSTREAM_FAILED' }],
    [
      'a file of no kind',
      (d) => d.extractFromBlob(new Blob([Uint8Array.of(0, 1, 2)])),
      { status: 415, kind: 'network' },
    ],
    [
      'an unknown secret',
      (d) => d.fetch({ url: `${webUrl}/echo`, query: { a: '{{other}}' } }),
      { status: 400, kind: 'validation' },
    ],
  ])('fails as promised for %s', async (__, call, failure) => {
    await askedOf('web')
    await expect(call(data)).rejects.toMatchObject(failure)
    expect((await askedOf<Asked>('web')).filter(({ path }) => path.startsWith('/echo'))).toEqual([])
    // Failures of others are logged.
    takeConsole()
  })

  test.each<[string, Call, string]>([
    ['a search', (d) => d.search('x'), 'This needs the setting SEARCH_PROVIDER.'],
    [
      'a picture',
      (d) => d.screenshot('https://a.example/', { fullPage: true, width: 400, height: 300 }),
      'This needs the setting BROWSER (a binding) or BROWSER_CDP_URL.',
    ],
  ])('that needs what is not configured says for %s what that is', async (__, call, message) => {
    const { client } = await connect(SERVICE_KEY, { bare: true })
    await expect(call(client.data)).rejects.toMatchObject(missing(message))
    takeConsole()
  })

  test('is refused without a session', async () => {
    const { client } = await connect(PUBLIC_KEY)
    await expect(client.data.scrape('https://a.example/')).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

// Pictures need a browser: test/e2e/stand-ins/data.spec.ts has one.
everyMemberOf('data', ['data.screenshot'])
