import { describe, expect, test } from 'vitest'
import { type Responder, streamInPieces, PNG } from '../../support/ai-stand-ins.ts'
import { findOffenders } from '../../support/offenders.ts'
import { getRejection } from '../client/recorder.ts'
import { createService, stopTimeouts } from './service.ts'

const IMAGE = { prompt: 'A player', images: [], n: 1 }
const PROVIDERS = ['fal', 'replicate', 'openai-compatible'] as const

/** A response of each provider with files at these URLs. */
const respondWithFiles = (provider: string, urls: readonly string[]): Response =>
  Response.json(
    provider === 'fal'
      ? { images: urls.map((url) => ({ url, width: 8, height: 8, content_type: 'image/png' })) }
      : provider === 'replicate'
        ? { id: 'p1', status: 'succeeded', output: urls, urls: { get: 'https://replicate.stand-in/v1/p1' } }
        : { created: 1, data: urls.map((url) => ({ url })) },
  )

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'pictures.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'inner.example': ['10.0.0.5'],
  'both.example': ['93.184.216.34', '::1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
}

function createElsewhere(provider: string, urls: readonly string[], elsewhere: Responder = () => new Response(PNG)) {
  const respond: Responder = (request) =>
    request.method === 'POST' ? respondWithFiles(provider, urls) : elsewhere(request)
  const resolve = async (name: string) => NAMES[name] ?? []
  return createService({ provider, respond, resolve })
}

describe.each(PROVIDERS)('the output of %s', (provider) => {
  test('downloads the provider’s image from its URL, without a key', async () => {
    const { ai, asker, requests, files } = createElsewhere(provider, ['https://pictures.example/a.png?x=1'])
    expect(await ai.draw(IMAGE, [], asker)).toHaveLength(1)
    expect([...files.values()]).toEqual([PNG])
    const [, picture] = requests
    expect([requests.length, picture!.base, picture!.path]).toEqual([2, 'https://pictures.example', '/a.png'])
    expect(JSON.stringify(picture!.headers)).not.toContain('-key')
    expect(Object.keys(picture!.headers)).toEqual(['user-agent'])
  })

  test('rejects an image at a disallowed URL, without giving the reason', async () => {
    const offenders = await findOffenders(
      [
        'https://inner.example/a.png',
        'https://both.example/a.png',
        'https://metadata.example/latest/meta-data/',
        'https://mapped.example/a.png',
        'https://nowhere.example/a.png',
        'http://127.0.0.1:8787/a.png',
        'http://[::1]/a.png',
        'http://2130706433/a.png',
        'http://localhost/a.png',
        'https://user:word@pictures.example/a.png',
        'https://pictures.example:25/a.png',
        'ftp://pictures.example/a.png',
        'file:///etc/passwd',
        '/a.png',
      ],
      JSON.stringify,
      async (url) => {
        const { ai, asker, requests, files, refunded, open } = createElsewhere(provider, [url])
        const refusal = (await getRejection(ai.draw(IMAGE, [], asker))) as Error
        expect(refusal).toMatchObject({ code: 'AI_FAILED', status: 502 })
        expect(refusal.message).not.toContain(url)
        expect([requests.length, files.size, refunded(), open()]).toEqual([1, 0, 0, 0])
      },
    )
    expect(offenders).toEqual([])
  })

  test('follows no redirect to a disallowed URL (SSRF)', async () => {
    const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })
    const far = createElsewhere(provider, ['https://pictures.example/a.png'], ({ path }) =>
      path === '/a.png' ? redirect('https://pictures.example/b.png') : new Response(PNG),
    )
    expect(await far.ai.draw(IMAGE, [], far.asker)).toHaveLength(1)
    const inner = createElsewhere(provider, ['https://pictures.example/a.png'], () =>
      redirect('https://inner.example/'),
    )
    expect(await getRejection(inner.ai.draw(IMAGE, [], inner.asker))).toMatchObject({ code: 'AI_FAILED' })
    expect(inner.requests.map(({ base }) => base)).not.toContain('https://inner.example')
  })

  test('limits the total bytes of downloaded images, and stores only the requested number', async () => {
    const createUrls = (count: number) => Array.from({ length: count }, (_, i) => `https://pictures.example/${i}.png`)
    const fits = createElsewhere(provider, createUrls(2), () => streamInPieces(PNG, 4))
    expect([await fits.ai.draw(IMAGE, [], fits.asker), fits.files.size]).toMatchObject([{ length: 1 }, 1])
    const large = createElsewhere(provider, createUrls(3), () => streamInPieces(new Uint8Array(400_000), 50_000))
    expect(await getRejection(large.ai.draw(IMAGE, [], large.asker))).toMatchObject({ code: 'AI_FAILED' })
    const many = createElsewhere(provider, createUrls(500))
    expect(await getRejection(many.ai.draw(IMAGE, [], many.asker))).toMatchObject({ code: 'AI_FAILED' })
    expect([large.files.size, many.files.size, many.requests.length < 20]).toEqual([0, 0, true])
  })

  test('times out an image download', async () => {
    const { pass } = stopTimeouts()
    const { ai, asker, requests, open } = createElsewhere(
      provider,
      ['https://pictures.example/a.png'],
      () => new Promise(() => undefined),
    )
    const drawing = getRejection(ai.draw(IMAGE, [], asker))
    await expect.poll(() => requests.length).toBe(2)
    await pass(5000)
    expect(await drawing).toMatchObject({ code: 'AI_TIMEOUT' })
    expect([requests[1]!.signal!.aborted, open()]).toEqual([true, 0])
  })
})

test('sends no key to another host when polling a provider', async () => {
  const waiting = (get: string) => Response.json({ id: 'p1', status: 'processing', output: null, urls: { get } })
  const done = () => respondWithFiles('replicate', ['https://pictures.example/a.png'])
  const resolve = async (name: string) => NAMES[name] ?? []
  const respond: Responder = ({ method, path }) =>
    method === 'POST' ? waiting('https://pictures.example/p1') : path === '/p1' ? done() : new Response(PNG)
  const { ai, asker, requests } = createService({ provider: 'replicate', respond, resolve })
  expect(await ai.draw(IMAGE, [], asker)).toHaveLength(1)
  expect(requests.map(({ headers }) => JSON.stringify(headers).includes('replicate-key'))).toEqual([true, false, false])
})
