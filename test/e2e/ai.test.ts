import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ERRORS } from '#shared/client/errors.ts'
import { type Client, createClient } from '#shared/client/index.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { type Answering, MP3, OBJECT, ordinary, pieces, TEXT } from '../support/ai-stand-ins.ts'
import { cutShort, spentAt, startAiServices } from './support/ai-services.ts'
import { localSecret, type Server, startServer } from './support/server.ts'
import { createVisitor, portrait, PORTRAIT } from './support/visitor.ts'

const html = (status: number) => () =>
  new Response('<html><h1>Bad gateway</h1></html>', { status, headers: { 'content-type': 'text/html' } })
/** What the service does, and how many units that costs all the same. */
const MISHAPS: readonly (readonly [string, Answering, units: number])[] = [
  ['fails', () => Response.json({ error: { message: 'oops', type: 'server_error' } }, { status: 500 }), 0],
  ['fails with a page', html(502), 0],
  ['answers with a page', html(200), 1],
  ['answers 30 MB', () => pieces(new Uint8Array(30_000_000).fill(97), 1_000_000), 1],
]
const FAILED = { name: 'AppError', code: 'AI_FAILED', status: 502 }

const schema = { type: 'object', properties: { team: { type: 'string' }, score: { type: 'number' } } }

describe('with AI services on this machine, as `npm start` serves it @long', () => {
  let server: Server
  let ai: Awaited<ReturnType<typeof startAiServices>>
  let client: Client

  before(async () => {
    ai = await startAiServices()
    server = await startServer({ env: ai.settingsFor('openai') })
    client = createClient({
      projectId: 'fantasy-cards',
      coreUrl: server.url,
      publicUrl: server.url,
      key: localSecret('SERVICE_KEY'),
    })
  })
  beforeEach(() => {
    ai.services.asked.length = 0
    ai.services.answering = ordinary
  })
  after(async () => {
    ai.close()
    await server.close()
  })

  test('every call of the client is answered', async () => {
    const text = await client.ai.generateText({ prompt: 'Who won?' })
    assert.deepEqual([text.text, text.usage?.totalTokens], [TEXT, 8])

    const chunks: string[] = []
    const streamed = await client.ai.streamText({ prompt: 'Who won?' }, (chunk) => chunks.push(chunk))
    assert.deepEqual([streamed.text, chunks.join(''), chunks.length > 1], [TEXT, TEXT, true])

    assert.deepEqual((await client.ai.generateObject({ prompt: 'Who won?', schema })).object, OBJECT)
    const partials: unknown[] = []
    const grown = await client.ai.streamObject({ prompt: 'Who won?', schema }, (partial) => partials.push(partial))
    assert.deepEqual([grown.object, partials.at(-1)], [OBJECT, OBJECT])

    const speech = await client.ai.generateSpeech({ text: 'Go!', response_format: 'mp3' })
    const spoken = new Uint8Array(await (await fetch(speech.url)).arrayBuffer())
    assert.deepEqual(spoken, MP3)
    assert.equal((await client.ai.transcribeAudio({ audio: spoken })).text, 'go long')
    assert.equal((await client.ai.transcribeAudio({ audio: speech.url })).text, 'go long')

    const [made] = (await client.ai.generateImage({ prompt: 'A player' })).data
    assert.equal((await fetch(made!.url)).headers.get('content-type'), 'image/png')
    const { publicUrl } = await client.storage.upload(portrait(), 'player-photos/me.jpg')
    assert.equal((await client.ai.modifyImage({ prompt: 'A player', images: [publicUrl] })).data.length, 1)
    assert.deepEqual([...new Set(ai.services.asked.map(({ path }) => path))].sort(), [
      '/v1/audio/speech',
      '/v1/audio/transcriptions',
      '/v1/images/edits',
      '/v1/images/generations',
      '/v1/responses',
    ])
  })

  test('aborting a stream aborts the call of the service', { timeout: 20_000 }, async () => {
    const at = { item_id: 'm', output_index: 0, content_index: 0 }
    const beginning = [
      { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm' } },
      { type: 'response.output_text.delta', ...at, delta: 'some' },
    ]
    const event = beginning.map((said) => `data: ${JSON.stringify(said)}\n\n`).join('')
    const stopped = new Promise<void>((resolve) => {
      ai.services.answering = () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode(event)),
            cancel: () => resolve(),
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        )
    })
    const leaving = new AbortController()
    const listening = client.ai.streamText({ prompt: 'x', signal: leaving.signal }, () => leaving.abort())
    await assert.rejects(listening, { name: 'AbortError' })
    await stopped
  })

  for (const [what, answering, units] of MISHAPS)
    test(`a service that ${what} is said to have failed, is asked once and paid for what it did`, async () => {
      const visitor = createClient({
        projectId: 'fantasy-cards',
        coreUrl: server.url,
        publicUrl: server.url,
        key: 'public-fantasy-cards',
      })
      const { publicUrl } = await visitor.storage.upload(portrait(), `player-photos/${randomUUID()}.jpg`)
      const drawing = { prompt: 'x', images: [publicUrl] }
      const before = await spentAt(server.dataDir)
      ai.services.answering = answering
      await assert.rejects(client.ai.generateText({ prompt: 'x' }), { ...FAILED, message: CLIENT_FAILURE.aiFailed })
      await assert.rejects(visitor.ai.modifyImage(drawing), { ...FAILED, message: ERRORS.AI_FAILED.message })
      assert.equal(ai.services.asked.length, 2)
      const { calls, pictures } = await spentAt(server.dataDir)
      // A visitor's picture is on several accounts, and given back to all of them or none.
      assert.deepEqual([calls - before.calls, Math.sign(pictures - before.pictures)], [units, units])

      ai.services.answering = ordinary
      assert.equal((await client.ai.generateText({ prompt: 'x' })).text, TEXT)
    })

  for (const [how, message] of [
    ['ends', CLIENT_FAILURE.streamCut],
    ['breaks', CLIENT_FAILURE.aiFailed],
  ] as const)
    test(`a stream that ${how} within a character says so, and breaks no character`, async () => {
      ai.services.answering = cutShort(how)
      const chunks: string[] = []
      const listening = client.ai.streamText({ prompt: 'x' }, (chunk) => chunks.push(chunk))
      await assert.rejects(listening, { ...FAILED, kind: 'ai', message })
      const told = chunks.join('')
      assert.ok(told !== '' && TEXT.startsWith(told), told)

      const raw = await fetch(`${server.url}/api/ai/fantasy-cards/text`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${localSecret('SERVICE_KEY')}` },
        body: JSON.stringify({ prompt: 'x', stream: true }),
      })
      const lines = (await raw.text()).split('\n').flatMap((line) => /^[0-9a-f]:/.exec(line)?.[0] ?? [])
      assert.deepEqual([raw.status, lines.join('').replaceAll(/(?:0:)+/g, '0:')], [200, 'f:0:3:'])
    })

  test('a card is drawn around what the engine made', async () => {
    // A portrait is what an engine would send back.
    const b64_json = readFileSync(PORTRAIT).toString('base64')
    ai.services.answering = () => Response.json({ created: 1, data: [{ b64_json }] })
    const visitor = createVisitor(server.url)
    await visitor.arrive()
    const { id } = (await (await visitor.generate()).json()) as Generation
    const { state, card } = await visitor.watch(id)
    assert.deepEqual([state, ai.services.asked.length], ['ready', 1])
    assert.equal(
      (await fetch(card!.imageUrl, { headers: { authorization: `Bearer ${localSecret('SERVICE_KEY')}` } })).status,
      200,
    )
    const { prompt, image } = ai.services.asked[0]!.body
    assert.match(String(prompt), /Green Bay Packers/)
    assert.ok((image as Uint8Array).length > 10_000)
  })

  test('an engine that refuses is asked once, and our own artist is offered, not sent', async () => {
    ai.services.answering = () =>
      Response.json({ error: { message: 'no', code: 'moderation_blocked' } }, { status: 400 })
    const visitor = createVisitor(server.url)
    await visitor.arrive()
    const { id } = (await (await visitor.generate()).json()) as Generation
    const refused = await visitor.watch(id)
    assert.deepEqual(
      [refused.state, refused.error?.code, refused.attempt, refused.offer, ai.services.asked.length],
      ['failed', 'AI_MODERATED', 1, 'embedded', 1],
    )
    const again = (await (await visitor.generate({ engine: 'embedded' })).json()) as Generation
    assert.equal((await visitor.watch(again.id)).state, 'ready')
    assert.equal(ai.services.asked.length, 1)
  })
})
