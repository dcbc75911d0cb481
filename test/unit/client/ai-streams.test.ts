import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLine } from '#shared/client/ai/lines.ts'
import { offendersOf } from '../../support/offenders.ts'
import { createRecorder, refusalOf } from './recorder.ts'

/** A body that arrives in pieces of so many bytes, whatever they cut. */
function inPieces(text: string, pieceBytes = 3): ReadableStream<Uint8Array> {
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
  createRecorder(() => new Response(inPieces(text, pieceBytes), { headers: { 'content-type': 'text/plain' } }))

const hear = async (text: string, pieceBytes?: number) => {
  const chunks: string[] = []
  const answer = await streaming(text, pieceBytes).client.ai.streamText({ prompt: 'x' }, (chunk) => chunks.push(chunk))
  return { answer, chunks }
}

const END = 'd:{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":2}}\n'

describe('a streamed text', () => {
  test.each([1, 2, 3, 1000])(
    'comes whole in pieces of %d bytes, which cut characters and lines',
    async (pieceBytes) => {
      const { answer, chunks } = await hear(`f:{"messageId":"m1"}\n0:"Zoë "\n0:"🏈🏈"\r\n\n${END}`, pieceBytes)
      expect(chunks).toEqual(['Zoë ', '🏈🏈'])
      expect(answer).toEqual({
        text: 'Zoë 🏈🏈',
        finishReason: 'stop',
        usage: { promptTokens: 1, completionTokens: 2 },
      })
    },
  )

  test('is asked for as a stream, and tells its sources', async () => {
    const { client, requests } = streaming(
      `0:"a"\nh:{"sourceType":"url","id":"s1","url":"https://x.example/","title":"X"}\n${END}`,
    )
    const answer = await client.ai.streamText({ prompt: 'x', search: true }, () => undefined)
    expect(requests[0]!.body).toEqual({ prompt: 'x', search: true, stream: true })
    expect(answer.sources).toEqual([{ url: 'https://x.example/', id: 's1', title: 'X' }])
  })

  test('that is said in two ways is heard once', async () => {
    const both = `f:{"messageId":"m"}\n0:"Hel"\ndata: {"type":"text-delta","id":"1","delta":"Hel"}\n\n0:"lo"\ndata: {"type":"text-delta","id":"1","delta":"lo"}\n\n${END}data: {"type":"finish","finishReason":"stop"}\n\ndata: [DONE]\n\n`
    expect((await hear(both)).chunks).toEqual(['Hel', 'lo'])
    const events = both
      .split('\n')
      .filter((line) => line === '' || line.startsWith('data:'))
      .join('\n')
    expect((await hear(events)).chunks).toEqual(['Hel', 'lo'])
  })

  test('ends with its last step when nothing else says so', async () => {
    const { answer } = await hear(
      '0:"a"\ne:{"finishReason":"tool-calls"}\n0:"b"\ne:{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":2},"isContinued":false}\n',
    )
    expect(answer).toEqual({ text: 'ab', finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 2 } })
  })

  test('passes over steps, tools, annotations and what it cannot read', async () => {
    const others =
      'e:{"finishReason":"tool-calls"}\n8:[1]\n9:{"toolCallId":"1"}\na:{}\nb:{}\nc:{}\ng:"thinking"\n0:{"no":1}\n0:broken\nzz\n:\n'
    expect((await hear(`${others}0:"a"\n${others}0:"b"\n${END}`)).answer.text).toBe('ab')
  })

  test('fails with the code and the words it was sent', async () => {
    const offenders = await offendersOf(
      [
        ['3:"Too busy."\n', 'AI_FAILED', 'Too busy.'],
        [
          '0:"some"\n3:"Too busy."\ndata: {"type":"error","errorText":"Too busy.","code":"AI_BUSY"}\n\n',
          'AI_BUSY',
          'Too busy.',
        ],
        ['0:"some"\n3:"Too busy."\nd:{"finishReason":"error"}\n', 'AI_FAILED', 'Too busy.'],
        ['0:"some"\n', 'NETWORK_ERROR', 'The answer ended too early. Please try again.'],
        ['0:"some"\nd:{"finishRea', 'NETWORK_ERROR', 'The answer ended too early. Please try again.'],
        ['', 'NETWORK_ERROR', 'The answer ended too early. Please try again.'],
        [
          '0:"some"\ne:{"finishReason":"tool-calls"}\n0:"more"\n',
          'NETWORK_ERROR',
          'The answer ended too early. Please try again.',
        ],
        [
          '0:"some"\ne:{"finishReason":"length","isContinued":true}\n',
          'NETWORK_ERROR',
          'The answer ended too early. Please try again.',
        ],
        [`0:"some"\ne:{"error":"Out of words."}\n${END}`, 'AI_FAILED', 'Out of words.'],
        ['0:"some"\ne:{"error":{"message":"Too busy.","code":"AI_BUSY"}}\n', 'AI_BUSY', 'Too busy.'],
        [`e:"Out of words."\n${END}`, 'AI_FAILED', 'Out of words.'],
        [END, 'AI_EMPTY', 'AI returned no text.'],
      ],
      JSON.stringify,
      async ([text, code, message]) => {
        expect(await refusalOf(hear(text))).toMatchObject({ kind: 'ai', code, message })
      },
    )
    expect(offenders).toEqual([])
  })

  test('whose connection breaks is a failure of the network', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    const { client } = createRecorder(() => new Response(broken))
    expect(await refusalOf(client.ai.streamText({ prompt: 'x' }, () => undefined))).toMatchObject({
      code: 'NETWORK_ERROR',
    })
  })

  test('whose listener throws ends with what it threw, and is let go of', async () => {
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
    expect(await refusalOf(listening)).toBe(own)
    expect(isLetGo).toBe(true)
  })
})

describe('a streamed object', () => {
  const watch = async (text: string, order: object = {}) => {
    const partials: unknown[] = []
    const { client } = streaming(text)
    const answer = await client.ai.streamObject({ prompt: 'x', ...order }, (partial) => partials.push(partial))
    return { answer, partials }
  }

  test('grows, and is in the end what it was last', async () => {
    const { answer, partials } = await watch(
      `f:{"messageId":"m"}\n2:[{"a":1}]\n2:["working"]\n2:[{"a":1,"b":[2]}]\n${END}`,
    )
    expect(partials).toEqual([{ a: 1 }, { a: 1, b: [2] }])
    expect(answer).toMatchObject({ object: { a: 1, b: [2] }, finishReason: 'stop' })
  })

  test('may be a list or a label', async () => {
    expect((await watch(`2:[[1]]\n2:[[1,2]]\n${END}`, { output: 'array' })).answer.object).toEqual([1, 2])
    expect((await watch(`2:["sunny"]\n${END}`, { output: 'enum', enum: ['sunny'] })).answer.object).toBe('sunny')
  })

  test('that never comes is no success', async () => {
    expect(await refusalOf(watch(END))).toMatchObject({
      kind: 'ai',
      code: 'AI_EMPTY',
      message: 'AI returned no object.',
    })
  })
})

test('hostile lines are read or passed over, and say nothing but texts', () => {
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
      if (read?.said.type === 'text') expect(typeof read.said.text).toBe('string')
      if (read?.said.type === 'error') expect(typeof read.said.message).toBe('string')
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    }),
    { numRuns: 2500, seed: 20_261_121 },
  )
})
