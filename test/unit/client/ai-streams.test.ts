import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLine } from '#shared/client/ai/lines.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRecorder, getRejection } from './recorder.ts'

/** A body in chunks of this many bytes, which may split characters. */
function toChunks(text: string, pieceBytes = 3): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + pieceBytes))
      at += pieceBytes
    },
  })
}

const streaming = (text: string, pieceBytes?: number) =>
  createRecorder(() => new Response(toChunks(text, pieceBytes), { headers: { 'content-type': 'text/plain' } }))

const streamText = async (text: string, pieceBytes?: number) => {
  const chunks: string[] = []
  const result = await streaming(text, pieceBytes).client.ai.streamText({ prompt: 'x' }, (chunk) => chunks.push(chunk))
  return { result, chunks }
}

const END = 'd:{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":2}}\n'

describe('a streamed text', () => {
  test.each([1, 2, 3, 1000])(
    'reads a streamed text in chunks of %d bytes, which split characters and lines',
    async (pieceBytes) => {
      const { result, chunks } = await streamText(`f:{"messageId":"m1"}\n0:"Zoë "\n0:"🏈🏈"\r\n\n${END}`, pieceBytes)
      expect(chunks).toEqual(['Zoë ', '🏈🏈'])
      expect(result).toEqual({
        text: 'Zoë 🏈🏈',
        finishReason: 'stop',
        usage: { promptTokens: 1, completionTokens: 2 },
      })
    },
  )

  test('requests a streamed text, and returns its sources', async () => {
    const { client, requests } = streaming(
      `0:"a"\nh:{"sourceType":"url","id":"s1","url":"https://x.example/","title":"X"}\n${END}`,
    )
    const result = await client.ai.streamText({ prompt: 'x', search: true }, () => undefined)
    expect(requests[0]!.body).toEqual({ prompt: 'x', search: true, stream: true })
    expect(result.sources).toEqual([{ url: 'https://x.example/', id: 's1', title: 'X' }])
  })

  test('reads a text once when it arrives in two formats', async () => {
    const both = `f:{"messageId":"m"}\n0:"Hel"\ndata: {"type":"text-delta","id":"1","delta":"Hel"}\n\n0:"lo"\ndata: {"type":"text-delta","id":"1","delta":"lo"}\n\n${END}data: {"type":"finish","finishReason":"stop"}\n\ndata: [DONE]\n\n`
    expect((await streamText(both)).chunks).toEqual(['Hel', 'lo'])
    const events = both
      .split('\n')
      .filter((line) => line === '' || line.startsWith('data:'))
      .join('\n')
    expect((await streamText(events)).chunks).toEqual(['Hel', 'lo'])
  })

  test('ends a streamed text with its last step when nothing else ends it', async () => {
    const { result } = await streamText(
      '0:"a"\ne:{"finishReason":"tool-calls"}\n0:"b"\ne:{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":2},"isContinued":false}\n',
    )
    expect(result).toEqual({ text: 'ab', finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 2 } })
  })

  test('skips steps, tools, annotations and unreadable lines of a stream', async () => {
    const others =
      'e:{"finishReason":"tool-calls"}\n8:[1]\n9:{"toolCallId":"1"}\na:{}\nb:{}\nc:{}\ng:"thinking"\n0:{"no":1}\n0:broken\nzz\n:\n'
    expect((await streamText(`${others}0:"a"\n${others}0:"b"\n${END}`)).result.text).toBe('ab')
  })

  test('fails with the code and message of the stream', async () => {
    const offenders = await findOffenders(
      [
        ['3:"Too busy."\n', 'AI_FAILED', 'Too busy.'],
        [
          '0:"some"\n3:"Too busy."\ndata: {"type":"error","errorText":"Too busy.","code":"AI_BUSY"}\n\n',
          'AI_BUSY',
          'Too busy.',
        ],
        ['0:"some"\n3:"Too busy."\nd:{"finishReason":"error"}\n', 'AI_FAILED', 'Too busy.'],
        ['0:"some"\n', 'NETWORK_ERROR', 'The response ended too early. Please try again.'],
        ['0:"some"\nd:{"finishRea', 'NETWORK_ERROR', 'The response ended too early. Please try again.'],
        ['', 'NETWORK_ERROR', 'The response ended too early. Please try again.'],
        [
          '0:"some"\ne:{"finishReason":"tool-calls"}\n0:"more"\n',
          'NETWORK_ERROR',
          'The response ended too early. Please try again.',
        ],
        [
          '0:"some"\ne:{"finishReason":"length","isContinued":true}\n',
          'NETWORK_ERROR',
          'The response ended too early. Please try again.',
        ],
        [`0:"some"\ne:{"error":"Out of words."}\n${END}`, 'AI_FAILED', 'Out of words.'],
        ['0:"some"\ne:{"error":{"message":"Too busy.","code":"AI_BUSY"}}\n', 'AI_BUSY', 'Too busy.'],
        [`e:"Out of words."\n${END}`, 'AI_FAILED', 'Out of words.'],
        [END, 'AI_EMPTY', 'AI returned no text.'],
      ],
      JSON.stringify,
      async ([text, code, message]) => {
        expect(await getRejection(streamText(text))).toMatchObject({ kind: 'ai', code, message })
      },
    )
    expect(offenders).toEqual([])
  })

  test('reports a broken connection of a stream as a network error', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    const { client } = createRecorder(() => new Response(broken))
    expect(await getRejection(client.ai.streamText({ prompt: 'x' }, () => undefined))).toMatchObject({
      code: 'NETWORK_ERROR',
    })
  })

  test('rethrows what a stream’s listener throws, and cancels the stream', async () => {
    let isLetGo = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('0:"a"\n')),
      cancel: () => void (isLetGo = true),
    })
    const { client } = createRecorder(() => new Response(endless))
    const own = new RangeError('mine')
    const listening = client.ai.streamText({ prompt: 'x' }, () => {
      throw own
    })
    expect(await getRejection(listening)).toBe(own)
    expect(isLetGo).toBe(true)
  })
})

describe('a streamed object', () => {
  const watch = async (text: string, order: object = {}) => {
    const partials: unknown[] = []
    const { client } = streaming(text)
    const result = await client.ai.streamObject({ prompt: 'x', ...order }, (partial) => partials.push(partial))
    return { result, partials }
  }

  test('updates a streamed object, and returns its last version', async () => {
    const { result, partials } = await watch(
      `f:{"messageId":"m"}\n2:[{"a":1}]\n2:["working"]\n2:[{"a":1,"b":[2]}]\n${END}`,
    )
    expect(partials).toEqual([{ a: 1 }, { a: 1, b: [2] }])
    expect(result).toMatchObject({ object: { a: 1, b: [2] }, finishReason: 'stop' })
  })

  test('streams an object that is a list or a label', async () => {
    expect((await watch(`2:[[1]]\n2:[[1,2]]\n${END}`, { output: 'array' })).result.object).toEqual([1, 2])
    expect((await watch(`2:["sunny"]\n${END}`, { output: 'enum', enum: ['sunny'] })).result.object).toBe('sunny')
  })

  test('fails for a streamed object that never arrives', async () => {
    expect(await getRejection(watch(END))).toMatchObject({
      kind: 'ai',
      code: 'AI_EMPTY',
      message: 'AI returned no object.',
    })
  })
})

test('handles hostile lines, and returns nothing but text', () => {
  const code = fc.oneof(
    fc.constantFrom('0', '2', '3', 'd', 'f', 'h', 'data', '__proto__', 'constructor', 'e'),
    fc.string(),
  )
  const value = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom(
      '{"type":"text-delta","delta":{"toString":1}}',
      '[',
      '{"__proto__":{"x":1}}',
      '"\\ud800"',
      '1e999',
      '[[[[',
      'null',
      ' ',
    ),
  )
  const lines = fc.tuple(code, fc.constantFrom(':', ': ', '', '::'), value).map((parts) => parts.join(''))
  fc.assert(
    fc.property(lines, (line) => {
      const read = readLine(line)
      if (read?.event.type === 'text') expect(typeof read.event.text).toBe('string')
      if (read?.event.type === 'error') expect(typeof read.event.message).toBe('string')
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    }),
    { numRuns: 2500, seed: 20_261_121 },
  )
})
