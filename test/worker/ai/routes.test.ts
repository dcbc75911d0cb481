import { beforeEach, describe, expect, test } from 'vitest'
import { ORIGIN, PASSWORD, PROJECT, quickKey, type TokenResponse } from '../../support/auth.ts'
import { as, putFile, sendJson, listStoredKeys } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { type Responder, events, respondNormally, PNG, TEXT } from '../../support/ai-stand-ins.ts'
import { createAiApp, getCode } from './asking.ts'

beforeEach(freshDatabase)

const WRONG: readonly (readonly [what: string, body: object, path: string])[] = [
  ['text', {}, 'prompt'],
  ['text', { prompt: 'x', temperature: 3 }, 'temperature'],
  ['text', { prompt: 'x', maxSteps: 11 }, 'maxSteps'],
  [
    'text',
    { messages: [{ role: 'user', content: [{ type: 'image', image: 'http://x.example/a.png' }] }] },
    'messages.0.content',
  ],
  ['object', { prompt: 'x', output: 'enum' }, 'enum'],
  ['object', { prompt: 'x', output: 'array' }, 'schema'],
  ['speech', { text: ' ' }, 'text'],
  ['transcribe', { audio: [] }, 'audio'],
  ['transcribe', { audio: 'go long!' }, 'audio'],
  ['transcribe', { audio: [1], response_format: 'srt' }, 'response_format'],
  ['image', { prompt: 'x', images: ['https://elsewhere.example/a.png'] }, 'images.0'],
]

const chunk = (content: string) => ({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta: { content } }] })
const rows = async (sql: string) => (await testEnv().DB.prepare(sql).all()).results
const hanging: Responder = () => new Promise(() => undefined)

describe('AI routes', () => {
  test('returns text in one response, or streams it line by line without buffering', async () => {
    const { ask } = createAiApp()
    const whole = await ask('text', { prompt: 'Who won?' })
    expect(await whole.json()).toMatchObject({ text: TEXT, usage: { totalTokens: 8 } })
    const streamed = await ask('text', { prompt: '', messages: [{ role: 'user', content: 'Who won?' }], stream: true })
    expect(streamed.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(streamed.headers.get('x-vercel-ai-data-stream')).toBe('v1')
    expect(streamed.headers.get('cache-control')).toContain('no-transform')
    expect(await streamed.text()).toMatch(/^f:\{"messageId":"[0-9a-f]{32}"\}\n[\s\S]*\nd:\{[^\n]*\}\n[\s\S]*\n$/)
  })

  test('stores generated speech and images, and returns their URLs', async () => {
    const { ask, app } = createAiApp({ provider: 'openai' })
    const spoken = await (await ask('speech', { text: 'Go!', response_format: 'mp3' })).json<{ url: string }>()
    expect(spoken).toMatchObject({ voice: 'alloy', format: 'mp3', mimeType: 'audio/mpeg' })
    expect((await app.send(new URL(spoken.url).pathname)).headers.get('content-type')).toBe('audio/mpeg')
    const { data } = await (await ask('image', { prompt: 'A player', n: 2 })).json<{ data: { url: string }[] }>()
    const served = await app.send(new URL(data[1]!.url).pathname)
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(PNG)
    expect(await listStoredKeys()).toHaveLength(3)
  })

  test('wraps an empty transcript, so that clients do not mistake it for a missing one', async () => {
    const { ask } = createAiApp({ provider: 'openai', respond: () => Response.json({ text: '' }) })
    expect(await (await ask('transcribe', { audio: [1, 2, 3] })).json()).toMatchObject({ result: { text: '' } })
  })

  test('names the field of a malformed AI request, and calls no provider', async () => {
    const { ask, requests } = createAiApp()
    for (const [what, body, path] of WRONG) {
      const response = await ask(what, body)
      expect(await response.json(), `${what} ${JSON.stringify(body)}`).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ path }],
      })
      expect(response.status).toBe(400)
    }
    expect(requests).toEqual([])
  })

  test('names the missing setting when a provider is not configured', async () => {
    const settings = { AI_TEXT_PROVIDER: '', AI_SPEECH_MODEL: '', AI_COMPATIBLE_BASE_URL: '' }
    const { ask } = createAiApp({ settings })
    for (const [what, body, setting] of [
      ['text', { prompt: 'x' }, 'AI_TEXT_PROVIDER'],
      ['speech', { text: 'x' }, 'AI_SPEECH_MODEL'],
      ['transcribe', { audio: [1] }, 'AI_COMPATIBLE_BASE_URL'],
    ] as const) {
      const response = await ask(what, body)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        code: 'AI_NOT_CONFIGURED',
        message: expect.stringContaining(setting) as unknown,
      })
    }
    expect(takeConsole()).toHaveLength(3)
  })

  test('draws with the built-in artist only when a call names it, never in place of a failing provider', async () => {
    let drawn = 0
    const artist = { draw: async () => ({ bytes: PNG, type: 'image/png', ...(++drawn && {}) }) }
    const failing: Responder = () => Response.json({ error: { message: 'oops' } }, { status: 500 })
    const { ask, requests } = createAiApp({ respond: failing, overrides: { artist } })
    expect(await getCode(await ask('image', { prompt: 'x' }))).toEqual([502, 'AI_FAILED'])
    expect([drawn, requests.length]).toEqual([0, 1])
    expect((await ask('image', { prompt: 'x', model: 'embedded' })).status).toBe(200)
    expect([drawn, requests.length]).toEqual([1, 1])
    expect(JSON.stringify(takeConsole())).toContain('AI_FAILED')
  })

  test('cancels the provider’s call when the client aborts, and accepts a retry immediately', async () => {
    const endless: Responder = () =>
      new Response(
        new ReadableStream({
          start: (c) => c.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk('some'))}\n\n`)),
        }),
      )
    const { ask, requests } = createAiApp({ respond: endless })
    const reader = (await ask('text', { prompt: 'x', stream: true })).body!.getReader()
    await reader.read()
    await reader.cancel()
    expect(requests[0]!.signal!.aborted).toBe(true)
    await expect.poll(() => rows('select * from ai_leases')).toEqual([])
  })
})

describe('authorization', () => {
  test('requires a signed-in user for text, objects, speech and transcription', async () => {
    const { ask, requests } = createAiApp()
    for (const what of ['text', 'object', 'speech', 'transcribe'])
      for (const headers of [as.keyless(), as.public()])
        expect((await ask(what, { prompt: 'x', text: 'x' }, headers)).status, what).toBe(401)
    expect(requests).toEqual([])
  })

  test('describes the image of a removed card to its owner only, even before the sweep', async () => {
    const { app, ask, requests } = createAiApp({ overrides: { deriveKey: quickKey } })
    const account = { projectId: PROJECT, email: 'ann@example.com', password: PASSWORD }
    const { access_token } = await (await sendJson(app, '/api/auth/signup', account)).json<TokenResponse>()
    const path = await putFile(app, 'cards/c1/card.png', PNG)
    const body = { messages: [{ role: 'user', content: [{ type: 'image', image: ORIGIN + path }] }] }
    const ann = { authorization: `Bearer ${access_token}` }
    expect((await ask('text', body, ann)).status).toBe(200)
    await rows("insert into removed_cards (id, removed_at) values ('c1', 1)")
    expect((await app.send(path)).status).toBe(410)
    expect(await getCode(await ask('text', body, ann))).toEqual([410, 'GONE'])
    expect(requests).toHaveLength(1)
    expect((await ask('text', body)).status).toBe(200)
  })

  test('lets only the service key choose any model', async () => {
    const { ask, requests } = createAiApp()
    expect((await ask('image', { prompt: 'x', model: 'dearest' }, as.keyless())).status).toBe(400)
    expect((await ask('image', { prompt: 'x', model: 'dearest' })).status).toBe(200)
    expect(requests.map(({ body }) => body['model'])).toEqual(['dearest'])
  })
})

describe('AI limits', () => {
  test('runs one paid call at a time for each visitor', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const { ask, requests } = createAiApp({ respond: (request) => held.then(() => respondNormally(request)) })
    const edge = await as.edge()
    const asking = Array.from({ length: 5 }, () => ask('image', { prompt: 'x' }, edge))
    await expect.poll(() => requests.length).toBe(1)
    await expect
      .poll(
        async () => (await rows(`select used from window_counters where key = 'ai:pictures:${'a'.repeat(32)}'`)).length,
      )
      .toBe(1)
    release()
    const responses = await Promise.all(asking)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
    const refused = responses.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await getCode(refused)).toEqual([429, 'AI_IN_FLIGHT'])
    expect(requests).toHaveLength(1)
    expect((await ask('image', { prompt: 'x' }, edge)).status).toBe(200)
  })

  test('stops a visitor’s calls, and then all calls, at the daily limits until the next UTC day', async () => {
    let now = Date.UTC(2026, 10, 21, 12)
    const settings = { AI_CALLS_PER_VISITOR_PER_DAY: '3', DAILY_GENERATION_CEILING: '4' }
    const { ask, requests } = createAiApp({ settings, overrides: { clock: () => now } })
    const edge = await as.edge()
    expect((await ask('image', { prompt: 'x', n: 2 }, edge)).status).toBe(200)
    expect(await getCode(await ask('image', { prompt: 'x', n: 2 }, edge))).toEqual([429, 'AI_QUOTA_EXCEEDED'])
    expect((await ask('image', { prompt: 'x' }, edge)).status).toBe(200)
    expect((await ask('image', { prompt: 'x' })).status).toBe(200)
    const over = await ask('image', { prompt: 'x' })
    expect(over.headers.get('retry-after')).toBe(String(12 * 3600))
    expect(await getCode(over)).toEqual([429, 'AI_CEILING_REACHED'])
    expect((await ask('text', { prompt: 'x' })).status).toBe(200)
    now += 12 * 3_600_000
    expect((await ask('image', { prompt: 'x' }, edge)).status).toBe(200)
    expect(requests.filter(({ path }) => path.includes('image'))).toHaveLength(4)
    expect(takeConsole()).toEqual([[JSON.stringify({ event: 'ceiling reached', kind: 'pictures', perDay: 4 })]])
  })

  test('charges nothing when the database fails or the ceiling is 0', async () => {
    const closed = createAiApp({ settings: { DAILY_GENERATION_CEILING: '0' } })
    expect(await getCode(await closed.ask('image', { prompt: 'x' }))).toEqual([429, 'AI_CEILING_REACHED'])
    await testEnv().DB.exec('drop table window_counters')
    const broken = createAiApp()
    expect((await broken.ask('image', { prompt: 'x' })).status).toBe(500)
    expect([...closed.requests, ...broken.requests]).toEqual([])
    expect(takeConsole()).toHaveLength(1)
  })

  test('releases the lease of a call whose host died', async () => {
    let now = Date.UTC(2026, 10, 21, 12)
    const { ask } = createAiApp({ overrides: { clock: () => now } })
    await testEnv()
      .DB.prepare('insert into ai_leases values (?1, ?2, ?3)')
      .bind('a'.repeat(32), 'dead.1', now + 60_000)
      .run()
    const edge = await as.edge()
    expect((await ask('image', { prompt: 'x' }, edge)).status).toBe(429)
    // The same idempotency name is the same call, but only from the edge.
    const named = { 'idempotency-key': 'dead' }
    expect((await ask('image', { prompt: 'x' }, { ...edge, 'idempotency-key': 'other' })).status).toBe(429)
    expect((await ask('image', { prompt: 'x' }, { ...edge, ...named })).status).toBe(200)
    await testEnv()
      .DB.prepare('insert into ai_leases select ?1, ?2, ?3')
      .bind('a'.repeat(32), 'dead.2', now + 60_000)
      .run()
    expect((await ask('image', { prompt: 'x' }, edge)).status).toBe(429)
    now += 60_000
    expect((await ask('image', { prompt: 'x' }, edge)).status).toBe(200)
  })

  test('releases the lease when a provider hangs', async () => {
    const { ask } = createAiApp({ respond: hanging, settings: { AI_TIMEOUT_SECONDS: '0.1' } })
    expect(await getCode(await ask('text', { prompt: 'x' }))).toEqual([504, 'AI_TIMEOUT'])
    expect(await rows('select * from ai_leases')).toEqual([])
    expect(takeConsole()).toHaveLength(1)
  })
})

test('reports a broken stream in its last line', async () => {
  const { ask } = createAiApp({ respond: () => events([chunk('some')]) })
  const body = await (await ask('text', { prompt: 'x', stream: true })).text()
  expect(body).toContain('0:"some"\n')
  expect(body).toMatch(/\n3:"[^\n]+"\n/)
})
