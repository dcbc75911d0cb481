import { describe, expect, test } from 'vitest'
import { ImageRequest, ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import { events } from '../../support/ai-stand-ins.ts'
import { createService, readStreamText, stopTimeouts } from './service.ts'

describe('response limits', () => {
  test.each([
    ['1024x1024', true],
    ['1792x1024', true],
    ['2048x2048', true],
    ['4096x1024', true],
    ['4096x4096', false],
    ['9999x9999', false],
    ['2049x2048', false],
  ])('accepts an image of %s: %s', (size, taken) => {
    expect(ImageRequest.safeParse({ prompt: 'x', size }).success).toBe(taken)
  })

  test('limits the tokens of a response even when the request sets no limit', async () => {
    const { ai, asker, requests } = createService()
    await ai.text(TextRequest.parse({ prompt: 'x' }), asker)
    await ai.object(ObjectRequest.parse({ prompt: 'x' }), asker)
    expect(requests.map(({ body }) => body['max_tokens'])).toEqual([4096, 4096])
  })
})

/** A list streamed number by number. */
const list = (length: number) => () => {
  const chunk = (content: string, finish_reason: string | null = null) => ({
    id: 'c',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content }, finish_reason }],
  })
  const numbers = Array.from({ length }, (_, i) => chunk(`${i},`))
  return events([chunk('{"all":['), ...numbers, chunk('-1]}'), chunk('', 'stop')], { done: true, pieceBytes: 500 })
}

test.each([
  ['does not advance', 0, 2],
  ['advances by 10 ms per read', 10, 40],
])(
  'sends few partial versions of an object in 300 chunks while time %s, and the complete one last',
  async (_, step, most) => {
    let now = 0
    const { ai, asker } = createService({ respond: list(300), clock: () => (now += step) })
    const body = await readStreamText(await ai.streamObject(ObjectRequest.parse({ prompt: 'x', stream: true }), asker))
    const partials = body.split('\n').filter((line) => line.startsWith('2:'))
    expect(partials.length).toBeGreaterThan(1)
    expect(partials.length).toBeLessThanOrEqual(most)
    const [last] = JSON.parse(partials.at(-1)!.slice(2)) as [{ all: number[] }]
    expect([last.all.length, last.all.at(-1)]).toEqual([301, -1])
  },
)

test('parses an object of 8,000 chunks incrementally', async () => {
  let now = 0
  const { ai, asker } = createService({ respond: list(8000), clock: () => (now += 10), maxBytes: 10_000_000 })
  const body = await readStreamText(await ai.streamObject(ObjectRequest.parse({ prompt: 'x', stream: true }), asker))
  const partials = body.split('\n').filter((line) => line.startsWith('2:'))
  expect(partials.length).toBeGreaterThan(50)
  expect(partials.length).toBeLessThan(1000)
  const [last] = JSON.parse(partials.at(-1)!.slice(2)) as [{ all: number[] }]
  expect([last.all.length, body.length < 12_000_000]).toEqual([8001, true])
})

test('keeps a slow object’s stream alive between partial versions', async () => {
  const { pass } = stopTimeouts()
  const slowly = () => {
    const reader = list(30)().body!.getReader() as ReadableStreamDefaultReader<Uint8Array>
    return new Response(
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 300))
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        },
      }),
    )
  }
  const { ai, asker } = createService({ respond: slowly, clock: () => 0, timeoutMs: 400 })
  const reading = ai.streamObject(ObjectRequest.parse({ prompt: 'x', stream: true }), asker).then(readStreamText)
  await pass(60_000)
  const body = await reading
  expect(body).toMatch(/^d:/m)
  expect(body.split('\n').filter((line) => line.startsWith('2:'))).toHaveLength(2)
})
