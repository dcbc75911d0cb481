import { beforeEach, expect, test, vi } from 'vitest'
import type { Host, SocketEvents } from '#shared/client/host.ts'
import { createRealtime } from '#shared/client/realtime.ts'
import { createTransport } from '#shared/client/transport.ts'
import { createTestApp, ORIGIN, type TestApp } from '../../support/app.ts'
import { createSockets } from '../../support/app-sockets.ts'
import { as, config, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { createScriptedHost } from '../../support/scripted-host.ts'

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

/** The real client with a stopped clock, on sockets of this Worker. */
function createClient() {
  const scripted = createScriptedHost()
  let opened = 0
  const cuts: (() => void)[] = []

  function openSocket(url: string, events: SocketEvents) {
    const onOpen = () => {
      opened += 1
      events.onOpen()
    }
    const socket = createSockets(app)(url, { ...events, onOpen })
    cuts.push(() => {
      socket.close()
      events.onClose()
    })
    return socket
  }

  const host: Host = { ...scripted.host, openSocket }
  const transport = createTransport({
    coreUrl: ORIGIN,
    key: config().publicKey,
    fetch: (url, init) => app.send(url.slice(ORIGIN.length), init),
  })
  const realtime = createRealtime(transport, { projectId: PROJECT, coreUrl: ORIGIN, host })
  return { realtime, pass: scripted.pass, cut: () => cuts.at(-1)!(), opened: () => opened }
}

const post = (data: unknown) =>
  sendJson(app, `/api/realtime/${PROJECT}/publish`, { channel: 'room', type: 'said', data }, { headers: as.public() })

test('replays missed messages to a disconnected client, once and in order, even without new messages', async () => {
  const { realtime, pass, cut, opened } = createClient()
  const received: unknown[] = []
  const missed = vi.fn()
  const room = realtime.channel('room')
  room.onMessage(({ data }) => received.push(data))
  room.onMissed(missed)
  await room.subscribe({ presence: 'none' })
  await post('before')
  await vi.waitFor(() => expect(received).toEqual(['before']))

  for (const round of [1, 2]) {
    cut()
    expect(room.state()).toBe('disconnected')
    for (const n of [1, 2, 3]) await post(`${round}.${n}`)
    expect(received).toHaveLength(1 + 3 * (round - 1))
    await pass(3000)
    await vi.waitFor(() => expect(received).toHaveLength(1 + 3 * round), { timeout: 4000 })
  }

  expect(received).toEqual(['before', '1.1', '1.2', '1.3', '2.1', '2.2', '2.3'])
  expect([opened(), missed.mock.calls]).toEqual([3, []])
  expect(room.state()).toBe('subscribed')
  await post('after')
  await vi.waitFor(() => expect(received.slice(7)).toEqual(['after']))
  realtime.close()
})
