import { MP3, OBJECT, TEXT } from '../../support/ai-stand-ins.ts'
import { expect, test } from '../support/stand-ins.ts'
import { portrait } from '../support/visitor.ts'

const prompt = 'Who won?'
const schema = { type: 'object', properties: { team: { type: 'string' }, score: { type: 'number' } } }

test('a provider responds to every AI call of the client over HTTP', async ({ ai, client }) => {
  const text = await client.ai.generateText({ prompt })
  expect(text).toMatchObject({ text: TEXT, usage: { totalTokens: 8 } })
  const chunks: string[] = []
  const streamed = await client.ai.streamText({ prompt }, (chunk) => chunks.push(chunk))
  expect([streamed.text, chunks.join('')]).toEqual([TEXT, TEXT])
  expect(chunks.length).toBeGreaterThan(1)

  expect((await client.ai.generateObject({ prompt, schema })).object).toEqual(OBJECT)
  const partials: unknown[] = []
  const grown = await client.ai.streamObject({ prompt, schema }, (partial) => partials.push(partial))
  expect([grown.object, partials.at(-1)]).toEqual([OBJECT, OBJECT])

  const speech = await client.ai.generateSpeech({ text: 'Go!', response_format: 'mp3' })
  const spoken = new Uint8Array(await (await fetch(speech.url)).arrayBuffer())
  expect(spoken).toEqual(MP3)
  expect((await client.ai.transcribeAudio({ audio: spoken })).text).toBe('go long')
  expect((await client.ai.transcribeAudio({ audio: speech.url })).text).toBe('go long')

  const [made] = (await client.ai.generateImage({ prompt: 'A player' })).data
  expect((await fetch(made!.url)).headers.get('content-type')).toBe('image/png')
  const { publicUrl } = await client.storage.upload(portrait(), 'player-photos/me.jpg', { upsert: true })
  expect((await client.ai.modifyImage({ prompt: 'A player', images: [publicUrl] })).data).toHaveLength(1)
  expect([...new Set(ai.requests.map(({ path }) => path))].toSorted()).toEqual([
    '/v1/audio/speech',
    '/v1/audio/transcriptions',
    '/v1/images/edits',
    '/v1/images/generations',
    '/v1/responses',
  ])
})

test("aborting a stream aborts the provider's request", async ({ ai, client }) => {
  const at = { item_id: 'm', output_index: 0, content_index: 0 }
  const beginning = [
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm' } },
    { type: 'response.output_text.delta', ...at, delta: 'some' },
  ]
  const events = beginning.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const aborted = new Promise<void>((resolve) => {
    ai.respond = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(events)),
          cancel: () => resolve(),
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      )
  })
  const leaving = new AbortController()
  const streaming = client.ai.streamText({ prompt, signal: leaving.signal }, () => leaving.abort())
  await expect(streaming).rejects.toMatchObject({ name: 'AbortError' })
  await aborted
})
