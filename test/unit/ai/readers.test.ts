import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import { type Responder, events, OBJECT, respondNormally, TEXT } from '../../support/ai-stand-ins.ts'
import { createRecorder } from '../client/recorder.ts'
import { createService } from './service.ts'

// Silences the log of broken streams, which these tests do not check.
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))

const createStream = (what: 'text' | 'object', respond: Responder = respondNormally) => {
  const { ai, asker } = createService({ provider: 'openai', respond })
  return what === 'text'
    ? ai.streamText(TextRequest.parse({ prompt: 'Who won?', stream: true, search: true }), asker)
    : ai.streamObject(ObjectRequest.parse({ prompt: 'Who won?', schema: { type: 'object' }, stream: true }), asker)
}

/** The source of an answer that searched. */
const SCORES = { url: 'https://scores.example/1', title: 'Scores' }

/** Reads one of our streams with the AI SDK's chat. */
async function readAsChat(
  body: ReadableStream<Uint8Array>,
): Promise<{ last: UIMessage | undefined; errors: unknown[] }> {
  const errors: unknown[] = []
  const transport = new DefaultChatTransport({ api: 'https://x.example', fetch: async () => new Response(body) })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'c',
    messageId: undefined,
    messages: [],
    abortSignal: undefined,
  })
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream, onError: (error) => errors.push(error) })) last = message
  return { last, errors }
}

/** A minimal reader of the documented protocol: a code, a colon, JSON. It ignores sources. */
const readAsLines = async (body: ReadableStream<Uint8Array>) =>
  (await new Response(body).text())
    .split('\n')
    .flatMap((line) => (/^[0-9a-f]:/.test(line) ? [[line[0], JSON.parse(line.slice(2))]] : []))

describe('one stream for three readers', () => {
  test('streams a text that the AI SDK, a line reader and our client all understand', async () => {
    const { last, errors } = await readAsChat(await createStream('text'))
    expect(errors).toEqual([])
    expect(last!.parts).toMatchObject([
      { type: 'text', text: TEXT },
      { type: 'source-url', sourceId: expect.any(String), ...SCORES },
    ])

    const lines = await readAsLines(await createStream('text'))
    expect(lines.map(([code]) => code).join('')).toMatch(/^f0+d$/)
    expect(lines.flatMap(([code, value]) => (code === '0' ? [value as string] : [])).join('')).toBe(TEXT)

    const body = await createStream('text')
    const { client } = createRecorder(() => new Response(body))
    const chunks: string[] = []
    const result = await client.ai.streamText({ prompt: 'x' }, (chunk) => chunks.push(chunk))
    expect(result).toEqual({
      text: TEXT,
      finishReason: 'stop',
      usage: { promptTokens: 3, completionTokens: 5, totalTokens: 8 },
      sources: [{ id: expect.any(String), ...SCORES }],
    })
    expect(chunks.length).toBeGreaterThan(1)
  })

  test('streams an object that all three readers understand', async () => {
    const { last, errors } = await readAsChat(await createStream('object'))
    expect(errors).toEqual([])
    expect(last!.parts).toMatchObject([{ type: 'data-object', data: OBJECT }])

    const lines = await readAsLines(await createStream('object'))
    expect(lines.map(([code]) => code).join('')).toMatch(/^f2+d$/)
    expect(lines.at(-2)![1]).toEqual([OBJECT])

    const body = await createStream('object')
    const { client } = createRecorder(() => new Response(body))
    expect((await client.ai.streamObject({ prompt: 'x' }, () => undefined)).object).toEqual(OBJECT)
  })

  test('reports a broken stream to all three readers', async () => {
    const breaksOff: Responder = () =>
      events(
        [
          { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
          { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm1' } },
          { type: 'response.output_text.delta', item_id: 'm1', output_index: 0, content_index: 0, delta: 'some' },
          { type: 'error', code: 'server_error', message: 'oops', param: null, sequence_number: 4 },
        ],
        { names: true },
      )
    const { last, errors } = await readAsChat(await createStream('text', breaksOff))
    expect(errors).toEqual([new Error(CLIENT_FAILURE.aiFailed)])
    expect(last!.parts).toMatchObject([{ type: 'text', text: 'some' }])
    const lines = await readAsLines(await createStream('text', breaksOff))
    expect(lines.map(([code]) => code).join('')).toBe('f03')
    expect(lines.at(-1)![1]).toBe(CLIENT_FAILURE.aiFailed)
    const body = await createStream('text', breaksOff)
    const { client } = createRecorder(() => new Response(body))
    await expect(client.ai.streamText({ prompt: 'x' }, () => undefined)).rejects.toMatchObject({
      kind: 'ai',
      code: 'AI_FAILED',
      message: CLIENT_FAILURE.aiFailed,
    })
  })
})
