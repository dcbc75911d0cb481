import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TextRequest } from '#worker/backend/ai/schema.ts'
import { type Answering, askingForTools, events, ordinary } from '../../support/ai-stand-ins.ts'
import { bodyOf, createService, stopTimeouts } from './service.ts'

const web = { require: () => undefined, find: async () => [{ title: 'A', link: 'https://found.example/1' }] }
const failing: Answering = () => Response.json({ error: { message: 'oops' } }, { status: 500 })
const hanging: Answering = () => new Promise(() => undefined)

/** Looks things up so many times, and then does something else. */
function lookingFor(times: number, after: Answering = ordinary): Answering {
  let asked = 0
  return (request) => {
    if (asked++ >= times) return after(request)
    const call = { id: `t${asked}`, type: 'function', function: { name: 'web_search', arguments: '{"query":"x"}' } }
    const choice = { index: 0, finish_reason: 'tool_calls' }
    const about = { id: 'c', created: 1, model: 'm' }
    return request.body['stream'] === true
      ? events([{ ...about, choices: [{ ...choice, delta: { tool_calls: [{ index: 0, ...call }] } }] }], { done: true })
      : Response.json({ ...about, choices: [{ ...choice, message: { role: 'assistant', tool_calls: [call] } }] })
  }
}

describe.each([false, true])('a model that looks things up, streamed: %s,', (stream) => {
  // Streams that break off are noted.
  const logged = vi.spyOn(console, 'log')
  beforeEach(() => void logged.mockImplementation(() => undefined))
  afterEach(() => void logged.mockReset())

  const ask = (answering: Answering, more: object = { maxSteps: 4 }) => {
    const service = createService({ answering, web })
    const request = TextRequest.parse({ prompt: 'Who won?', search: true, stream, ...more })
    const { ai, asker } = service
    const asking: Promise<unknown> = stream ? ai.streamText(request, asker).then(bodyOf) : ai.text(request, asker)
    return { service, asking: asking.catch(() => undefined) }
  }

  test.each([
    ['not at all', () => ordinary, 1, 3],
    ['once', () => lookingFor(1), 2, 2],
    ['as long as it may', () => lookingFor(9), 4, 0],
    ['and then is down', () => lookingFor(2, failing), 3, 2],
    ['and then says nothing', () => lookingFor(1, hanging), 2, 3],
  ] as const)(
    '%s, has each step paid for beforehand and gives the others back',
    async (what, answering, asked, refund) => {
      const isSilent = what === 'and then says nothing'
      const { pass } = isSilent ? stopTimeouts() : { pass: null }
      const { service, asking } = ask(answering())
      await expect.poll(() => service.asked.length).toBe(asked)
      await pass?.(5000)
      await asking
      expect(service.charges).toMatchObject([{ units: 4 }])
      expect([service.asked.length, service.refunded(), service.open()]).toEqual([asked, refund, 0])
    },
  )

  test('has bought the step that is under way when the caller aborts', async () => {
    const { service, asking } = ask(lookingFor(1, hanging))
    await expect.poll(() => service.asked.length).toBe(2)
    service.leave()
    await asking
    expect([service.refunded(), service.open()]).toEqual([2, 0])
  })

  test('is taken to need five steps by default', async () => {
    const { service, asking } = ask(lookingFor(9), {})
    await asking
    expect([service.charges[0]!.units, service.asked.length]).toEqual([5, 5])
  })

  test('that would go on and on is asked no further than was paid for', async () => {
    const content = { role: 'model', parts: [{ text: 'and so ' }] }
    const answer = { candidates: [{ content, finishReason: 'CONTINUATION', continuationToken: 'more' }] }
    const answering: Answering = ({ path }) => (path.includes('stream') ? events([answer]) : Response.json(answer))
    const service = createService({ provider: 'google', answering })
    const { ai, asker } = service
    const request = TextRequest.parse({ prompt: 'Who won?', stream })
    const body = stream ? await ai.streamText(request, asker).then(bodyOf) : await ai.text(request, asker).catch(String)
    expect([service.asked.length, service.refunded(), service.open()]).toEqual([1, 0, 0])
    expect(body).toMatch(stream ? /"code":"AI_FAILED"/ : /AppError/)
  })

  test('is asked once, whatever steps are allowed, when it has nothing to look things up with', async () => {
    const { service, asking } = ask(lookingFor(9), { search: false, maxSteps: 10 })
    await asking
    expect([service.charges[0]!.units, service.asked.length, service.refunded()]).toEqual([1, 1, 0])
  })
})

test('a model that wants many things at once gets ten of them, for every caller', async () => {
  const found: [string, unknown][] = []
  const counting = { ...web, find: async (query: string, payer: unknown) => (found.push([query, payer]), []) }
  const call = (i: number) => ({
    id: `t${i}`,
    type: 'function',
    function: { name: 'web_search', arguments: JSON.stringify({ query: `thing ${i}` }) },
  })
  const greedy: Answering = (request) =>
    JSON.stringify(request.body).includes('"role":"tool"')
      ? ordinary(request)
      : askingForTools(Array.from({ length: 30 }, (_, i) => call(i)))
  const { ai, asker, asked } = createService({ answering: greedy, web: counting })
  await ai.text(TextRequest.parse({ prompt: 'Who won?', search: true }), asker)
  expect(found).toHaveLength(10)
  expect(found[9]).toEqual(['thing 9', { person: 'visitor-1', network: 'network-1' }])
  expect(JSON.stringify(asked[1]!.body)).toContain('no more searches')
})
