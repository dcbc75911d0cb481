import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TextRequest } from '#worker/backend/ai/schema.ts'
import { type Responder, createToolCallResponse, events, respondNormally } from '../../support/ai-stand-ins.ts'
import { createService, readStreamText, stopTimeouts } from './service.ts'

const web = { require: () => undefined, find: async () => [{ title: 'A', link: 'https://found.example/1' }] }
const failing: Responder = () => Response.json({ error: { message: 'oops' } }, { status: 500 })
const hanging: Responder = () => new Promise(() => undefined)

/** Requests a search this many times, then responds with `after`. */
function lookingFor(times: number, after: Responder = respondNormally): Responder {
  let rounds = 0
  return (request) => {
    if (rounds++ >= times) return after(request)
    const call = { id: `t${rounds}`, type: 'function', function: { name: 'web_search', arguments: '{"query":"x"}' } }
    const choice = { index: 0, finish_reason: 'tool_calls' }
    const about = { id: 'c', created: 1, model: 'm' }
    return request.body['stream'] === true
      ? events([{ ...about, choices: [{ ...choice, delta: { tool_calls: [{ index: 0, ...call }] } }] }], { done: true })
      : Response.json({ ...about, choices: [{ ...choice, message: { role: 'assistant', tool_calls: [call] } }] })
  }
}

describe.each([false, true])('a model with tools, streamed: %s', (stream) => {
  // Silences the log of broken streams.
  const logged = vi.spyOn(console, 'log')
  beforeEach(() => void logged.mockImplementation(() => undefined))
  afterEach(() => void logged.mockReset())

  const ask = (respond: Responder, more: object = { maxSteps: 4 }) => {
    const service = createService({ respond, web })
    const request = TextRequest.parse({ prompt: 'Who won?', search: true, stream, ...more })
    const { ai, asker } = service
    const asking: Promise<unknown> = stream
      ? ai.streamText(request, asker).then(readStreamText)
      : ai.text(request, asker)
    return { service, asking: asking.catch(() => undefined) }
  }

  test.each([
    ['never', () => respondNormally, 1, 3],
    ['once', () => lookingFor(1), 2, 2],
    ['up to the limit', () => lookingFor(9), 4, 0],
    ['twice, then fails', () => lookingFor(2, failing), 3, 2],
    ['once, then hangs', () => lookingFor(1, hanging), 2, 3],
  ] as const)(
    'charges all steps in advance and refunds the rest when the model searches: %s',
    async (what, respond, rounds, refund) => {
      const isSilent = what === 'once, then hangs'
      const { pass } = isSilent ? stopTimeouts() : { pass: null }
      const { service, asking } = ask(respond())
      await expect.poll(() => service.requests.length).toBe(rounds)
      await pass?.(5000)
      await asking
      expect(service.charges).toMatchObject([{ units: 4 }])
      expect([service.requests.length, service.refunded(), service.open()]).toEqual([rounds, refund, 0])
    },
  )

  test('charges the running step when the caller aborts', async () => {
    const { service, asking } = ask(lookingFor(1, hanging))
    await expect.poll(() => service.requests.length).toBe(2)
    service.leave()
    await asking
    expect([service.refunded(), service.open()]).toEqual([2, 0])
  })

  test('reserves five steps by default', async () => {
    const { service, asking } = ask(lookingFor(9), {})
    await asking
    expect([service.charges[0]!.units, service.requests.length]).toEqual([5, 5])
  })

  test('stops a model that would continue beyond the paid steps', async () => {
    const content = { role: 'model', parts: [{ text: 'and so ' }] }
    const result = { candidates: [{ content, finishReason: 'CONTINUATION', continuationToken: 'more' }] }
    const respond: Responder = ({ path }) => (path.includes('stream') ? events([result]) : Response.json(result))
    const service = createService({ provider: 'google', respond })
    const { ai, asker } = service
    const request = TextRequest.parse({ prompt: 'Who won?', stream })
    const body = stream
      ? await ai.streamText(request, asker).then(readStreamText)
      : await ai.text(request, asker).catch(String)
    expect([service.requests.length, service.refunded(), service.open()]).toEqual([1, 0, 0])
    expect(body).toMatch(stream ? /"code":"AI_FAILED"/ : /AppError/)
  })

  test('calls a model without tools once, whatever steps are allowed', async () => {
    const { service, asking } = ask(lookingFor(9), { search: false, maxSteps: 10 })
    await asking
    expect([service.charges[0]!.units, service.requests.length, service.refunded()]).toEqual([1, 1, 0])
  })
})

test('limits a model to ten parallel searches, for every caller', async () => {
  const found: [string, unknown][] = []
  const counting = { ...web, find: async (query: string, payer: unknown) => (found.push([query, payer]), []) }
  const call = (i: number) => ({
    id: `t${i}`,
    type: 'function',
    function: { name: 'web_search', arguments: JSON.stringify({ query: `thing ${i}` }) },
  })
  const greedy: Responder = (request) =>
    JSON.stringify(request.body).includes('"role":"tool"')
      ? respondNormally(request)
      : createToolCallResponse(Array.from({ length: 30 }, (_, i) => call(i)))
  const { ai, asker, requests } = createService({ respond: greedy, web: counting })
  await ai.text(TextRequest.parse({ prompt: 'Who won?', search: true }), asker)
  expect(found).toHaveLength(10)
  expect(found[9]).toEqual(['thing 9', { person: 'visitor-1', network: 'network-1' }])
  expect(JSON.stringify(requests[1]!.body)).toContain('No searches are left')
})
