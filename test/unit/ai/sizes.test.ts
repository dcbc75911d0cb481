import { describe, expect, test } from 'vitest'
import { ImageRequest, ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import { events } from '../../support/ai-stand-ins.ts'
import { bodyOf, createService, stopTimeouts } from './service.ts'

describe('what an answer may cost', () => {
  test.each([
    ['1024x1024', true],
    ['1792x1024', true],
    ['2048x2048', true],
    ['4096x1024', true],
    ['4096x4096', false],
    ['9999x9999', false],
    ['2049x2048', false],
  ])('a picture of %s: taken, %s', (size, taken) => {
    expect(ImageRequest.safeParse({ prompt: 'x', size }).success).toBe(taken)
  })

  test('has a limit also when the request sets none', async () => {
    const { ai, asker, asked } = createService()
    await ai.text(TextRequest.parse({ prompt: 'x' }), asker)
    await ai.object(ObjectRequest.parse({ prompt: 'x' }), asker)
    expect(asked.map(({ body }) => body['max_tokens'])).toEqual([4096, 4096])
  })
})

/** A list that comes number by number. */
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
  ['stands still', 0, 2],
  ['goes by 10 ms with every look', 10, 40],
])('an object that comes in 300 pieces while time %s is told seldom, and whole at last', async (_, step, most) => {
  let now = 0
  const { ai, asker } = createService({ answering: list(300), clock: () => (now += step) })
  const body = await bodyOf(await ai.streamObject(ObjectRequest.parse({ prompt: 'x', stream: true }), asker))
  const partials = body.split('\n').filter((line) => line.startsWith('2:'))
  expect(partials.length).toBeGreaterThan(1)
  expect(partials.length).toBeLessThanOrEqual(most)
  const [last] = JSON.parse(partials.at(-1)!.slice(2)) as [{ all: number[] }]
  expect([last.all.length, last.all.at(-1)]).toEqual([301, -1])
})

test('an object of 8,000 pieces is not looked at from its start with each of them', async () => {
  let now = 0
  const { ai, asker } = createService({ answering: list(8000), clock: () => (now += 10), maxBytes: 10_000_000 })
  const body = await bodyOf(await ai.streamObject(ObjectRequest.parse({ prompt: 'x', stream: true }), asker))
  const partials = body.split('\n').filter((line) => line.startsWith('2:'))
  expect(partials.length).toBeGreaterThan(50)
  expect(partials.length).toBeLessThan(1000)
  const [last] = JSON.parse(partials.at(-1)!.slice(2)) as [{ all: number[] }]
  expect([last.all.length, body.length < 12_000_000]).toEqual([8001, true])
})

test('an object that comes slowly is not taken for silence, though little of it is told', async () => {
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
  const { ai, asker } = createService({ answering: slowly, clock: () => 0, timeoutMs: 400 })
  const reading = ai.streamObject(ObjectRequest.parse({ prompt: 'x', stream: true }), asker).then(bodyOf)
  await pass(60_000)
  const body = await reading
  expect(body).toMatch(/^d:/m)
  expect(body.split('\n').filter((line) => line.startsWith('2:'))).toHaveLength(2)
})
