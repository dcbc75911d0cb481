import { createRealtime } from '#shared/client/realtime.ts'
import { createTransport } from '#shared/client/transport.ts'
import { createScriptedHost } from '../../support/scripted-host.ts'
import type { Recorded } from './recorder.ts'

type Responder = (request: Recorded) => Response | Promise<Response>

const emptyHistory: Responder = () => Response.json({ messages: [], hasMore: false })

/** A realtime client on a scripted host. Its HTTP requests are recorded and answered by the test. */
export function createRealtimeClient(respond: Responder = emptyHistory, coreUrl = 'https://core.example') {
  const scripted = createScriptedHost()
  const requests: Recorded[] = []
  const transport = createTransport({
    coreUrl,
    key: 'public-key',
    fetch: async (url, init) => {
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
      const request = { method: init.method!, url, headers: Object.fromEntries(new Headers(init.headers)), body }
      requests.push(request)
      return respond(request)
    },
  })
  const realtime = createRealtime(transport, { projectId: 'p1', coreUrl, host: scripted.host })

  return {
    ...scripted,
    requests,
    realtime,
    /** Opens the newest socket and confirms every requested subscription. */
    serve(state: object = {}) {
      const socket = scripted.socket()
      socket.open()
      for (const { type, payload } of socket.sent as { type: string; payload: { channel: string } }[])
        if (type === 'subscribe') socket.say('subscribed', { channel: payload.channel, ...state })
      return socket
    },
    /** Returns a subscribed channel. */
    async joined(name = 'room', state: object = {}) {
      const channel = realtime.channel(name)
      const subscribing = channel.subscribe()
      if (scripted.sockets.length === 1 && scripted.socket().sent.length === 0) this.serve(state)
      else scripted.socket().say('subscribed', { channel: name, ...state })
      await subscribing
      return channel
    },
  }
}

export type Talking = ReturnType<typeof createRealtimeClient>

/** Records the result of a promise without awaiting it. */
export function trackPromise<T>(promise: Promise<T>) {
  const seen: { value?: T; error?: unknown; isOver: boolean } = { isOver: false }
  promise.then(
    (value) => Object.assign(seen, { value, isOver: true }),
    (error: unknown) => Object.assign(seen, { error, isOver: true }),
  )
  return seen
}
