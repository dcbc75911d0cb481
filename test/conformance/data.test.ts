import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import { freshDatabase } from '../support/env.ts'
import { takeConsole } from '../support/quiet.ts'
import { PUBLIC_KEY, SERVICE_KEY, TRANSPORTS } from './support.ts'

const CSV = new Blob(['Name;Yards\n"Núñez; R";12\n'], { type: 'text/csv' })
const PAGE = new Blob(['<h1>Game</h1><script>x</script><p>Won</p>'], { type: 'text/html' })
const LONG = new Blob(['One sentence after another. '.repeat(9)], { type: 'text/plain' })

type Call = (data: Client['data']) => Promise<unknown>

/** Over HTTP the same is a journey of its own, with the parsers as they are deployed and a web to read. */
const IN_PROCESS = TRANSPORTS.slice(0, 1)

describe.each(IN_PROCESS)('the web %s', (_, connect) => {
  let data: Client['data']
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

  test.each<[string, Call, object]>([
    ['an inner address', (d) => d.scrape('http://127.0.0.1/'), { code: 'ADDRESS_REFUSED', kind: 'validation' }],
    [
      'an inner document',
      (d) => d.extractFromUrl('http://10.0.0.1/a.pdf'),
      { code: 'ADDRESS_REFUSED', kind: 'validation' },
    ],
    [
      'an inner request',
      (d) => d.fetch({ url: 'https://localhost/' }),
      { code: 'ADDRESS_REFUSED', kind: 'validation' },
    ],
    [
      'a file of no kind',
      (d) => d.extractFromBlob(new Blob([Uint8Array.of(0, 1, 2)])),
      { status: 415, kind: 'network' },
    ],
    ['a search without a service', (d) => d.search('x'), { status: 503, code: 'NOT_CONFIGURED' }],
    ['a picture without a browser', (d) => d.screenshot('https://a.example/'), { status: 503, code: 'NOT_CONFIGURED' }],
  ])('fails as promised for %s', async (__, call, failure) => {
    await expect(call(data)).rejects.toMatchObject(failure)
    // What is not configured is logged where it is missing.
    takeConsole()
  })

  test('is nothing for who is nobody', async () => {
    const { client } = await connect(PUBLIC_KEY)
    await expect(client.data.scrape('https://a.example/')).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})
