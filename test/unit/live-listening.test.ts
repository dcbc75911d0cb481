import { describe, expect, test } from 'vitest'
import { createRealtime } from '#shared/client/realtime.ts'
import { createTransport } from '#shared/client/transport.ts'
import { createLive } from '#web/lib/backend/listen.ts'
import { createScriptedHost, flushPromises } from '../support/scripted-host.ts'

/** The page's connection on a scripted host, and the messages of one listener. */
function listening() {
  const scripted = createScriptedHost()
  const coreUrl = 'https://cards.example'
  const transport = createTransport({ coreUrl })
  const live = createLive(createRealtime(transport, { projectId: 'p', coreUrl, host: scripted.host }), scripted.host)
  const received: unknown[] = []
  const listen = (channel = 'hall', onPresence: ((count: number) => void) | null = (count) => received.push(count)) =>
    live.listen(channel, {
      onMessage: (type, data) => received.push([type, data]),
      onPresence,
      onState: (isHeard) => received.push(isHeard),
      onMissed: () => received.push('missed'),
    })
  return { ...scripted, listen, received }
}

describe('the page’s connection', () => {
  test('reports messages, presence counts and the connection state', () => {
    const { listen, received, socket } = listening()
    listen()
    socket().open()
    expect(socket().sent).toEqual([{ type: 'subscribe', payload: { channel: 'hall', presence: 'count' } }])
    socket().say('subscribed', { channel: 'hall' })
    socket().say('presence', { channel: 'hall', data: { users: [], count: 12 } })
    socket().say('message', { id: '1-0', channel: 'hall', type: 'card', data: { id: 'a' }, timestamp: 1 })
    socket().lose()
    expect(received).toEqual([false, true, 12, ['card', { id: 'a' }], false])
  })

  test('requests no presence count when it is not needed', () => {
    const { listen, socket } = listening()
    listen('job:1', null)
    socket().open()
    expect(socket().sent).toEqual([{ type: 'subscribe', payload: { channel: 'job:1', presence: 'none' } }])
  })

  test('reconnects after half a minute to a minute while there are listeners', async () => {
    const { listen, sockets, socket, pass, world } = listening()
    world.random = 0.5
    const stop = listen()
    socket().lose()
    await pass(44_999)
    expect(sockets).toHaveLength(1)
    await pass(1)
    expect(sockets).toHaveLength(2)
    socket().lose()
    await flushPromises()
    stop()
    await pass(120_000)
    expect(sockets).toHaveLength(2)
  })

  test('shares one subscription among all listeners of a channel, and ends it with the last one', async () => {
    const { listen, socket, received } = listening()
    const [first, second] = [listen(), listen()]
    socket().open()
    socket().say('subscribed', { channel: 'hall' })
    await flushPromises()
    expect(socket().sent).toHaveLength(1)
    first()
    received.length = 0
    socket().say('presence', { channel: 'hall', data: { users: [], count: 2 } })
    expect([received, socket().isClosed]).toEqual([[2], false])
    second()
    expect(socket().isClosed).toBe(true)
  })
})
