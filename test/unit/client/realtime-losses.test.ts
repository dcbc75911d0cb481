import { describe, expect, test } from 'vitest'
import { flushPromises } from '../../support/scripted-host.ts'
import { reconnect, createFrame, getMessageId, createListeningClient, plain } from './listening.ts'

describe('recovery after a lost connection', () => {
  test('delivers missed messages first, from the last received one, page by page', async () => {
    const talking = await createListeningClient()
    const { history, requests, say, received } = talking
    say(createFrame(1), createFrame(2))
    history.all = [1, 2, 3, 4, 5, 6].map((n) => createFrame(n))
    history.page = 2
    await reconnect(talking)
    say(createFrame(7))
    await flushPromises()
    expect(received).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(requests.map(({ url }) => new URL(url).searchParams.get('start'))).toEqual([2, 3, 4, 5].map(getMessageId))
  })

  test('holds messages before the confirmation until the missed ones are delivered', async () => {
    const talking = await createListeningClient()
    const { history, received } = talking
    talking.say(plain(1))
    talking.socket().lose()
    history.all = [1, 2].map((n) => plain(n))
    await talking.pass(2_000)
    talking.socket().open()
    talking.say(plain(3))
    expect(received).toEqual([1])
    talking.socket().say('subscribed', { channel: 'room' })
    await flushPromises()
    expect(received).toEqual([1, 2, 3])
  })

  test('fetches what a numbering server sent meanwhile, even without new messages', async () => {
    const talking = await createListeningClient({ seq: 0 })
    talking.say(createFrame(1))
    talking.history.all = [1, 2, 3].map((n) => createFrame(n))
    await reconnect(talking, { seq: 3 })
    expect([talking.requests.length, talking.received, talking.missed()]).toEqual([1, [1, 2, 3], 0])
  })

  test('fetches nothing when a numbering server sent nothing meanwhile', async () => {
    const talking = await createListeningClient({ seq: 0 })
    talking.say(createFrame(1))
    await reconnect(talking, { seq: 1 })
    talking.say(createFrame(2))
    expect([talking.requests, talking.received, talking.missed()]).toEqual([[], [1, 2], 0])
  })

  test.each([
    ['completely', [900, 901]],
    ['at all', []],
  ])('reports missed messages that are not stored %s, and delivers the next ones', async (_how, retained) => {
    const talking = await createListeningClient({ seq: 0 })
    talking.say(createFrame(1))
    talking.history.all = retained.map((n) => createFrame(n))
    await reconnect(talking, { seq: 901 })
    talking.say(createFrame(902))
    await flushPromises()
    expect([talking.received, talking.missed()]).toEqual([[1, ...retained, 902], 1])
  })

  test('fetches history from the start of the subscription when no message has arrived yet', async () => {
    const uncounted = await createListeningClient()
    uncounted.history.all = [plain(-5), plain(3)]
    await reconnect(uncounted)
    expect([uncounted.received, new URL(uncounted.requests[0]!.url).searchParams.get('start')]).toEqual([
      [3],
      getMessageId(0),
    ])
  })

  test('retries a failing history after one and two seconds', async () => {
    const talking = await createListeningClient()
    talking.say(createFrame(1))
    talking.history.all = [createFrame(1), createFrame(2)]
    talking.history.failures = 2
    await reconnect(talking)
    talking.say(createFrame(3))
    await talking.pass(1_000)
    expect(talking.received).toEqual([1])
    await talking.pass(2_000)
    expect([talking.received, talking.missed()]).toEqual([[1, 2, 3], 0])
  })

  test('gives up on an unavailable history, and reports missing messages', async () => {
    const talking = await createListeningClient()
    talking.say(createFrame(1))
    talking.history.failures = 99
    await reconnect(talking)
    talking.say(createFrame(5))
    await talking.pass(3_000)
    expect([talking.received, talking.missed(), talking.requests.length]).toEqual([[1, 5], 1, 3])
    talking.say(createFrame(6))
    expect(talking.received).toEqual([1, 5, 6])
  })

  test('reports once what history no longer contains', async () => {
    const talking = await createListeningClient()
    talking.say(createFrame(1))
    talking.history.all = [createFrame(900), createFrame(901)]
    await reconnect(talking)
    expect([talking.received, talking.missed()]).toEqual([[1, 900, 901], 1])
  })
})
