import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LINE_MAX_CHARACTERS } from '#shared/client/ai/lines.ts'
import { readStream } from '#shared/client/ai/stream.ts'

type Way = 'codes' | 'events' | 'both'

/** A body split at each of these bytes. One that stays open never ends. */
function getBody(text: string, cuts: readonly number[] = [], { staysOpen = false } = {}) {
  const bytes = new TextEncoder().encode(text)
  const places = [0, ...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
  const pieces = places.map((from, i) => bytes.slice(from, places[i + 1]))
  const seen = { isLetGo: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      if (piece !== undefined) return controller.enqueue(piece)
      return staysOpen ? new Promise<void>(() => undefined) : controller.close()
    },
    cancel: () => void (seen.isLetGo = true),
  })
  return { body, seen }
}

async function readTexts(body: ReadableStream<Uint8Array>) {
  const texts: string[] = []
  const listen = readStream(body, (event) => {
    if (event.type === 'text') texts.push(event.text)
  })
  const end = await listen.catch(({ code, message }: { code: string; message: string }) => ({ code, message }))
  return { texts, end }
}

const WRITERS = {
  codes: (text: string) => `0:${JSON.stringify(text)}\n`,
  events: (text: string) => `data: ${JSON.stringify({ type: 'text-delta', delta: text })}\r\n\r\n`,
}
const ENDED = {
  codes: 'd:{"finishReason":"stop"}\n',
  events: 'data: {"type":"finish","finishReason":"stop"}\n\ndata: [DONE]\n\n',
}
const write = (tell: { codes: string; events: string }, way: Way) =>
  way === 'both' ? tell.codes + tell.events : tell[way]

const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 6 })
const way = fc.constantFrom<Way>('codes', 'events', 'both')
const cuts = fc.array(fc.nat(1000), { maxLength: 40 })

test('reads a streamed text completely and once, in any format, wherever it is split', async () => {
  await fc.assert(
    fc.asyncProperty(texts, way, cuts, async (all, how, places) => {
      const written = all
        .map((text) => write({ codes: WRITERS.codes(text), events: WRITERS.events(text) }, how))
        .join('')
      const whole = await readTexts(getBody(written + write(ENDED, how), places).body)
      expect(whole).toEqual({ texts: all, end: { type: 'finish', finishReason: 'stop', usage: undefined } })
      const broken = await readTexts(getBody(written, places).body)
      expect(broken).toEqual({ texts: all, end: expect.objectContaining({ code: 'NETWORK_ERROR' }) })
    }),
    { numRuns: 300, seed: 20_261_121 },
  )
})

test('reports a streamed error with its code, wherever the stream is split', async () => {
  const wrong = '0:"some"\n3:"Zoë is busy."\n'
  const coded = 'data: {"type":"error","errorText":"Zoë is busy.","code":"AI_BUSY"}\n\n'
  await fc.assert(
    fc.asyncProperty(cuts, fc.boolean(), async (places, isCoded) => {
      const { end } = await readTexts(getBody(wrong + (isCoded ? coded : ''), places).body)
      expect(end).toEqual({ code: isCoded ? 'AI_BUSY' : 'AI_FAILED', message: 'Zoë is busy.' })
    }),
    { numRuns: 50, seed: 20_261_121 },
  )
})

test('aborts on a line of more than eight megabytes', async () => {
  const { body, seen } = getBody(`0:"a"\n0:"${'x'.repeat(LINE_MAX_CHARACTERS)}`, [6], { staysOpen: true })
  expect(await readTexts(body)).toEqual({ texts: ['a'], end: expect.objectContaining({ code: 'AI_FAILED' }) })
  expect(seen.isLetGo).toBe(true)
})
