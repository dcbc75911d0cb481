import { expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { CallOptions } from '#shared/client/transport.ts'
import { listMembers } from '../../slow/conformance/members.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRecorder, getRejection } from './recorder.ts'

const URL_ = 'https://a.example/b'
const ignore = () => undefined

/** Each valid call of AI, data and email. */
const CALLS: Readonly<Record<string, (client: Client, options?: CallOptions) => Promise<unknown>>> = {
  'ai.generateText': ({ ai }, options) => ai.generateText({ prompt: 'x', ...options }),
  'ai.streamText': ({ ai }, options) => ai.streamText({ prompt: 'x', ...options }, ignore),
  'ai.generateObject': ({ ai }, options) => ai.generateObject({ prompt: 'x', ...options }),
  'ai.streamObject': ({ ai }, options) => ai.streamObject({ prompt: 'x', ...options }, ignore),
  'ai.generateImage': ({ ai }, options) => ai.generateImage({ prompt: 'x', ...options }),
  'ai.modifyImage': ({ ai }, options) => ai.modifyImage({ prompt: 'x', images: ['https://x/a.png'], ...options }),
  'ai.generateSpeech': ({ ai }, options) => ai.generateSpeech({ text: 'x', ...options }),
  'ai.transcribeAudio': ({ ai }, options) => ai.transcribeAudio({ audio: [1], ...options }),
  'data.extractFromUrl': ({ data }, options) => data.extractFromUrl(URL_, options),
  'data.extractFromBlob': ({ data }, options) => data.extractFromBlob(new Blob(['x']), options),
  'data.scrape': ({ data }, options) => data.scrape(URL_, options),
  'data.screenshot': ({ data }, options) => data.screenshot(URL_, options),
  'data.fetch': ({ data }, options) => data.fetch({ url: URL_ }, options),
  'data.fetchAsync': ({ data }, options) => data.fetchAsync({ url: URL_ }, options),
  'data.search': ({ data }, options) => data.search('x', options),
  'notifications.email': ({ notifications }, options) =>
    notifications.email({ to: 'ann@example.com', subject: 'Hello', text: 'Hi' }, options),
}

const STATUSES = [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 501, 502, 503, 504]
const getKind = (status: number) => (status === 401 ? 'auth' : status === 400 ? 'validation' : 'network')

test('covers every call of AI, data and email', () => {
  const { ai, data, notifications } = createRecorder().client
  expect(Object.keys(CALLS).toSorted()).toEqual(listMembers({ ai, data, notifications }).toSorted())
})

type Call = (typeof CALLS)[string]
const ofEveryCall = (check: (call: Call) => Promise<void>) =>
  findOffenders(
    Object.entries(CALLS),
    ([name]) => name,
    ([, call]) => check(call),
  )

test('fails every call with the server’s own message and the kind of the status', async () => {
  const offenders = await ofEveryCall(async (call) => {
    for (const status of STATUSES) {
      const words = `The words of ${status}.`
      const respond = () => Response.json({ error: words, message: words, code: 'SOMETHING' }, { status })
      const { client, requests } = createRecorder(respond)
      const refusal = await getRejection(call(client))
      expect(refusal).toBeInstanceOf(AppError)
      expect(refusal).toMatchObject({ kind: getKind(status), status, message: words })
      expect(requests).toHaveLength(1)
    }
  })
  expect(offenders).toEqual([])
})

test('fails every call with a network error when the server is unreachable', async () => {
  const offenders = await ofEveryCall(async (call) => {
    const { client } = createRecorder(() => {
      throw new TypeError('fetch failed')
    })
    expect(await getRejection(call(client))).toMatchObject({
      kind: 'network',
      code: 'NETWORK_ERROR',
      retryable: true,
      message: 'Network error. Please check your connection and try again.',
    })
  })
  expect(offenders).toEqual([])
})

test('rethrows the AbortError of every call that its caller aborts', async () => {
  const offenders = await ofEveryCall(async (call) => {
    const { client } = createRecorder(() => {
      throw new DOMException('given up', 'AbortError')
    })
    const leaving = new AbortController()
    leaving.abort()
    expect(await getRejection(call(client, { signal: leaving.signal }))).toMatchObject({ name: 'AbortError' })
  })
  expect(offenders).toEqual([])
})
