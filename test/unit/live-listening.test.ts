import { describe, expect, test } from 'vitest'
import { createRealtime } from '#shared/client/realtime.ts'
import { createTransport } from '#shared/client/transport.ts'
import { createLive } from '#web/lib/backend/listen.ts'
import { createScriptedHost, settled } from '../support/scripted-host.ts'

/** The page's connection in a world that is moved by hand, and what one listener was told. */
function listening() {
  const scripted = createScriptedHost()
  const coreUrl = 'https://cards.example'
  const transport = createTransport({ coreUrl })
  const live = createLive(createRealtime(transport, { projectId: 'p', coreUrl, host: scripted.host }), scripted.host)
  const told: unknown[] = []
  const listen = (channel = 'hall', onPresence: ((count: number) => void) | null = (count) => told.push(count)) =>
    live.listen(channel, {
      onMessage: (type, data) => told.push([type, data]),
      onPresence,
      onState: (isHeard) => told.push(isHeard),
      onMissed: () => told.push('missed'),
    })
  return { ...scripted, listen, told }
}

describe('the page’s connection', () => {
  test('tells what is said, how many are there and whether it is heard', () => {
    const { listen, told, socket } = listening()
    listen()
    socket().open()
    expect(socket().sent).toEqual([{ type: 'subscribe', payload: { channel: 'hall', presence: 'count' } }])
    socket().say('subscribed', { channel: 'hall' })
    socket().say('presence', { channel: 'hall', data: { users: [], count: 12 } })
    socket().say('message', { id: '1-0', channel: 'hall', type: 'card', data: { id: 'a' }, timestamp: 1 })
    socket().lose()
    expect(told).toEqual([false, true, 12, ['card', { id: 'a' }], false])
  })

  test('asks for no presence count where none is wanted', () => {
    const { listen, socket } = listening()
    listen('job:1', null)
    socket().open()
    expect(socket().sent).toEqual([{ type: 'subscribe', payload: { channel: 'job:1', presence: 'none' } }])
  })

  test('is asked for again when it could not be had, half a minute to a minute later, until there is no listener', async () => {
    const { listen, sockets, socket, pass, world } = listening()
    world.random = 0.5
    const stop = listen()
    socket().lose()
    await pass(44_999)
    expect(sockets).toHaveLength(1)
    await pass(1)
    expect(sockets).toHaveLength(2)
    socket().lose()
    await settled()
    stop()
    await pass(120_000)
    expect(sockets).toHaveLength(2)
  })

  test('is one subscription for all who listen to a channel, and ends with the last', async () => {
    const { listen, socket, told } = listening()
    const [first, second] = [listen(), listen()]
    socket().open()
    socket().say('subscribed', { channel: 'hall' })
    await settled()
    expect(socket().sent).toHaveLength(1)
    first()
    told.length = 0
    socket().say('presence', { channel: 'hall', data: { users: [], count: 2 } })
    expect([told, socket().isClosed]).toEqual([[2], false])
    second()
    expect(socket().isClosed).toBe(true)
  })
})
