import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { noticeLines } from '#shared/domain/notices.ts'
import { render } from '#worker/graphics/engine.ts'
import { withWebpMetadata } from '#worker/graphics/metadata/webp-metadata.ts'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { as, PROJECT, sendJson, listStoredKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createAiApp } from './asking.ts'

beforeEach(freshDatabase)

const ART = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)
const PHOTO = `${ORIGIN}/storage/${PROJECT}/player-photos/1-abc.jpg`

/** A fake artist that records its requests. */
function scriptedArtist(bytes = ART) {
  const requests: { prompt: string; photos: Uint8Array[] }[] = []
  const draw = async (input: { prompt: string; photos: Uint8Array[] }) => {
    requests.push(input)
    return { bytes, type: 'image/png' as const, finish: 'ink' as const, notices: [] }
  }
  return { requests, artist: { draw } }
}

const image = (app: ReturnType<typeof createTestApp>, body: unknown, headers: Record<string, string> = as.service()) =>
  sendJson(app, `/api/ai/${PROJECT}/image`, body, { headers })

const MALFORMED = [
  ['no prompt', { images: [PHOTO] }, 'prompt'],
  ['an empty prompt', { prompt: ' ' }, 'prompt'],
  ['no image in the list', { prompt: 'x', images: [] }, 'images'],
  ['51 images', { prompt: 'x', images: Array.from({ length: 51 }, () => PHOTO) }, 'images'],
  ['five pictures', { prompt: 'x', n: 5 }, 'n'],
  ['no picture', { prompt: 'x', n: 0 }, 'n'],
  ["another site's picture", { prompt: 'x', images: [PHOTO, 'https://example.org/a.jpg'] }, 'images.1'],
  ['a URL that only starts like ours', { prompt: 'x', images: [`${ORIGIN}.evil/storage/a.jpg`] }, 'images.0'],
  ['a path traversal', { prompt: 'x', images: [`${ORIGIN}/storage/${PROJECT}/a%2F..%2Fb`] }, 'images.0'],
  ['another project', { prompt: 'x', images: [`${ORIGIN}/storage/other/a.jpg`] }, 'images.0'],
] as const

describe('POST /image', () => {
  it('draws from the prompt and a stored photo, and returns the URL of the image', async () => {
    await testEnv().FILES.put('player-photos/1-abc.jpg', Uint8Array.of(1, 2, 3))
    const { artist, requests } = scriptedArtist()
    const app = createTestApp({ artist })
    const response = await image(app, { prompt: 'a player', images: [PHOTO] }, as.keyless())

    expect(response.status).toBe(200)
    const { data } = await response.json<{ data: { url: string }[] }>()
    expect(data).toHaveLength(1)
    expect(data[0]!.url).toMatch(/^https:\/\/cards\.example\/storage\/fantasy-cards\/ai\/[0-9a-f]{32}\.png$/)
    expect(requests).toEqual([{ prompt: 'a player', photos: [Uint8Array.of(1, 2, 3)] }])
    const served = await app.send(data[0]!.url.slice(ORIGIN.length))
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(ART)
  })

  it('returns the finish and notices from the image’s metadata', async () => {
    const size = { width: 8, height: 8 }
    const picture = await render({ type: 'container', style: size }, { ...size, format: 'webp' })
    const about = { title: 'Art', source: 'computed', finish: 'photo', notices: ['dark', 'turned'] } as const
    const marked = withWebpMetadata(picture, about)
    const response = await image(createTestApp({ artist: scriptedArtist(marked).artist }), { prompt: 'a player', n: 2 })
    const { data } = await response.json<{ data: object[] }>()
    const details = { finish: 'photo', notices: noticeLines(['dark', 'turned']) }
    expect(data).toEqual([
      { url: expect.any(String), ...details },
      { url: expect.any(String), ...details },
    ])
  })

  it('returns only the URL for an image without metadata', async () => {
    const response = await image(createTestApp({ artist: scriptedArtist().artist }), { prompt: 'a player' })
    expect(Object.keys((await response.json<{ data: object[] }>()).data[0]!)).toEqual(['url'])
  })

  it('draws once for several images, each with its own URL', async () => {
    const { artist, requests } = scriptedArtist()
    const response = await image(createTestApp({ artist }), { prompt: 'a player', n: 4 })
    const { data } = await response.json<{ data: { url: string }[] }>()
    expect(new Set(data.map(({ url }) => url)).size).toBe(4)
    expect(await listStoredKeys()).toHaveLength(4)
    expect(requests).toEqual([{ prompt: 'a player', photos: [] }])
  })

  it('returns an empty list when the artist draws nothing', async () => {
    const { artist } = scriptedArtist(new Uint8Array())
    const response = await image(createTestApp({ artist }), { prompt: 'a player' })
    expect([response.status, await response.json()]).toEqual([200, { data: [] }])
    expect(await listStoredKeys()).toEqual([])
  })

  it('names the field of a malformed request, and draws nothing', async () => {
    const { artist, requests } = scriptedArtist()
    const app = createTestApp({ artist })
    const responses = []
    for (const [what, body] of MALFORMED) {
      const response = await image(app, body)
      const { code, details } = await response.json<{ code: string; details: { path: string }[] }>()
      expect([what, response.status, code]).toEqual([what, 400, 'VALIDATION_ERROR'])
      responses.push([what, body, details.map(({ path }) => path).join(' ')])
    }
    expect(responses).toEqual(MALFORMED)
    expect([requests, await listStoredKeys()]).toEqual([[], []])
  })

  it('returns 404 for a missing photo', async () => {
    const response = await image(createTestApp(scriptedArtist()), { prompt: 'x', images: [PHOTO] })
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([404, 'FILE_NOT_FOUND'])
  })

  it('returns 502 without the cause when the artist fails', async () => {
    const artist = { draw: () => Promise.reject(new AppError('AI_FAILED', undefined, { cause: 'the secret reason' })) }
    const response = await image(createTestApp({ artist }), { prompt: 'x' })
    const text = await response.text()
    expect(response.status).toBe(502)
    expect(text).toContain('AI_FAILED')
    expect(text).not.toContain('secret')
    expect(JSON.stringify(takeConsole())).toContain('the secret reason')
  })

  it('rejects malformed JSON', async () => {
    const response = await createTestApp(scriptedArtist()).send(`/api/ai/${PROJECT}/image`, {
      method: 'POST',
      headers: as.service(),
      body: '{"prompt":',
    })
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([400, 'INVALID_JSON'])
  })
})

describe('callers without a key', () => {
  it('rejects generated art and cards as photos without a key', async () => {
    await testEnv().FILES.put('cards/1.jpg', 'x')
    const { artist, requests } = scriptedArtist()
    const images = [`${ORIGIN}/storage/${PROJECT}/cards/1.jpg`]
    const response = await image(createTestApp({ artist }), { prompt: 'x', images }, as.public())
    expect(response.status).toBe(400)
    expect(requests).toEqual([])
  })

  it('limits a network to twenty images an hour', async () => {
    let now = Date.UTC(2026, 10, 21, 12)
    const { artist, requests } = scriptedArtist()
    const app = createTestApp({ artist, clock: () => now })
    const statuses = await Promise.all(
      Array.from({ length: 22 }, async () => (await image(app, { prompt: 'x' }, as.keyless())).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect(requests).toHaveLength(20)
    // Refused before reading a photo: 50 of them are large.
    expect((await image(app, { prompt: 'x', images: [PHOTO] }, as.keyless())).status).toBe(429)

    now += 3_600_000
    expect((await image(app, { prompt: 'x' }, as.keyless())).status).toBe(200)
  })

  it('charges the limit for each image of one drawing', async () => {
    const app = createTestApp({ ...scriptedArtist(), clock: () => Date.UTC(2026, 10, 21, 12) })
    const askWithCount = async (n: number) => (await image(app, { prompt: 'x', n }, as.keyless())).status
    const statuses = []
    for (const n of [4, 4, 4, 4, 3, 4, 1, 1]) statuses.push(await askWithCount(n))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 429])
  })

  it('limits paid images by network, whatever User-Agent the browser sends', async () => {
    let now = Date.UTC(2026, 10, 21, 6)
    await testEnv().FILES.put('player-photos/1-abc.jpg', Uint8Array.of(0xff, 0xd8, 0xff))
    const settings = { GENERATIONS_PER_VISITOR_PER_DAY: '2' }
    const { ask } = createAiApp({ provider: 'openai', settings, overrides: { clock: () => now } })
    const bought: Record<string, number> = {}
    for (let hour = 0; hour < 2; hour++, now += 3_600_000)
      for (const agent of ['Firefox', 'Edg', 'mine']) {
        const response = await ask('image', { prompt: 'x', images: [PHOTO], n: 2 }, { 'user-agent': agent })
        const { data = [] } = await response.json<{ data?: unknown[] }>()
        bought[agent] = (bought[agent] ?? 0) + data.length
      }
    expect(bought).toEqual({ Firefox: 2, Edg: 2, mine: 2 })
  })

  it('buys no image without a photo', async () => {
    const { artist, requests: drawn } = scriptedArtist()
    const { ask, requests } = createAiApp({ provider: 'openai', overrides: { artist } })
    for (const headers of [as.keyless(), as.public()]) {
      const refused = await ask('image', { prompt: 'x' }, headers)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'images' }] })
      expect((await ask('image', { prompt: 'x', model: 'embedded' }, headers)).status).toBe(200)
    }
    expect([requests.length, drawn.length]).toEqual([0, 2])
  })

  it('does not count requests from the edge, which has its own limit', async () => {
    const app = createTestApp(scriptedArtist())
    await image(app, { prompt: 'x' }, await as.edge())
    expect((await testEnv().DB.prepare('select * from window_counters').all()).results).toEqual([])
  })
})

describe('generated images', () => {
  const person = async (app: ReturnType<typeof createTestApp>, email: string) => {
    const body = { email, password: 'correct horse battery', projectId: PROJECT }
    const response = await sendJson(app, '/api/auth/signup', body)
    return { authorization: `Bearer ${(await response.json<{ access_token: string }>()).access_token}` }
  }
  const generateImage = async (app: ReturnType<typeof createTestApp>, headers: Record<string, string>) =>
    (await (await image(app, { prompt: 'a player' }, headers)).json<{ data: { url: string }[] }>()).data[0]!.url

  it('lets only the visitor who generated an image edit it', async () => {
    const { artist, requests } = scriptedArtist()
    const app = createTestApp({ artist })
    const [ann, ben] = [await person(app, 'ann@example.com'), await person(app, 'ben@example.com')]
    const url = await generateImage(app, ann)
    expect((await image(app, { prompt: 'again', images: [url] }, ann)).status).toBe(200)
    expect(requests.at(-1)).toEqual({ prompt: 'again', photos: [ART] })
    for (const headers of [ben, as.keyless(), as.public()]) {
      const refused = await image(app, { prompt: 'mine now', images: [url] }, headers)
      expect(await refused.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'images.0' }] })
    }
    // The browser identifies a visitor who is not signed in.
    const browser = app.visitor()
    await browser.arrive()
    const ask = async (images?: string[]) => browser.post(`/api/ai/${PROJECT}/image`, { prompt: 'a player', images })
    const own = (await (await ask()).json<{ data: { url: string }[] }>()).data[0]!.url
    expect([(await ask([own])).status, (await ask([url])).status]).toEqual([200, 400])
  })

  it('accepts a user’s own file as a photo', async () => {
    const { artist, requests } = scriptedArtist()
    const app = createTestApp({ artist })
    const [ann, ben] = [await person(app, 'ann@example.com'), await person(app, 'ben@example.com')]
    const { user } = await (await app.send('/api/auth/me', { headers: ann })).json<{ user: { id: string } }>()
    const stored = await upload(app, { file: new Blob([ART]), path: `users/${user.id}/me.png`, headers: ann })
    const { publicUrl } = await stored.json<{ publicUrl: string }>()
    expect((await image(app, { prompt: 'of me', images: [publicUrl] }, ann)).status).toBe(200)
    expect(requests.at(-1)).toEqual({ prompt: 'of me', photos: [ART] })
    expect((await image(app, { prompt: 'of her', images: [publicUrl] }, ben)).status).toBe(400)
  })
})
