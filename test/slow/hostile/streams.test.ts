import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readStream } from '#shared/client/ai/stream.ts'
import { isErrorCode } from '#shared/client/errors.ts'
import { runs } from '../../support/hostile-requests.ts'
import { hostileText } from '../../support/hostile-text.ts'

/** Lines that a reader must ignore, however similar to valid ones. */
const noise = fc.oneof(
  hostileText.map((text) => text.replaceAll(/[\r\n]/g, ' ')).map((text) => `~${text}`),
  hostileText.map((text) => `: ${text.replaceAll(/[\r\n]/g, ' ')}`),
  fc.constantFrom(
    '',
    '0',
    '0:',
    ':0',
    '0:"',
    '0:"cut',
    '0:[1]',
    '0:{"a":1}',
    '0:null',
    '3',
    'e:',
    'd:',
    'd',
    'data:',
    'data: {',
    'data: [',
    'event: error',
    'id: 1',
    'retry: 0',
    '99:"x"',
    '__proto__:"x"',
    '0 :"x"',
    ' 0:"x"',
    '2:[]',
    '2:{}',
    'h:1',
    'f:',
  ),
)
const written = hostileText.map((text) => ({ text, line: `0:${JSON.stringify(text)}` }))
const lines = fc.array(
  fc.oneof(
    noise.map((line) => ({ text: null, line })),
    written,
  ),
  { maxLength: 12 },
)
const cuts = fc.array(fc.nat(4000), { maxLength: 30 })

function getBody(bytes: Uint8Array, places: readonly number[]): ReadableStream<Uint8Array> {
  const from = [0, ...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b)
  const pieces = from.map((start, i) => bytes.slice(start, from[i + 1]))
  return new ReadableStream({
    pull: (controller) => {
      const piece = pieces.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    },
  })
}

async function heard(body: ReadableStream<Uint8Array>) {
  const texts: string[] = []
  const reading = readStream(body, (event) => void (event.type === 'text' && texts.push(event.text)))
  const end = await reading.catch((thrown: { code?: string }) => thrown.code ?? thrown)
  return { texts, end }
}

it('ignores meaningless lines of a stream, wherever its chunks end', async () => {
  await fc.assert(
    fc.asyncProperty(lines, cuts, async (all, places) => {
      const text = [...all.map(({ line }) => line), 'd:{"finishReason":"stop"}', ''].join('\n')
      const { texts, end } = await heard(getBody(new TextEncoder().encode(text), places))
      expect(texts).toEqual(all.flatMap((one) => one.text ?? []))
      expect(end).toMatchObject({ type: 'finish', finishReason: 'stop' })
    }),
    runs(200),
  )
})

it('ends any bytes with a coded error or with the finish event', async () => {
  const chaos = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      fc
        .constantFrom(
          '0:"',
          'd:{"finishReason":"stop"}\n',
          'data: {"type":"error","errorText":"x"}\n\n',
          '3:"y"\n',
          '\n',
        )
        .map((text) => new TextEncoder().encode(text)),
    ),
    { maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(chaos, async (pieces) => {
      const bytes = new Uint8Array(pieces.flatMap((piece) => [...piece]))
      const { end } = await heard(getBody(bytes, []))
      expect(typeof end === 'string' ? isErrorCode(end) : (end as { type: string }).type === 'finish').toBe(true)
    }),
    runs(150),
  )
})
