import { createHost, type Cancel, type Host } from './host.ts'
import { createCalls, type Speech } from './realtime/calls.ts'
import { type Channel, createChannel, type SubscribeOptions } from './realtime/channel.ts'
import { createConnection } from './realtime/connection.ts'
import type { ServerFrame } from './realtime/frames.ts'
import type { Member, RealtimeMessage } from './realtime/messages.ts'
import type { CallOptions, Transport } from './transport.ts'

export type { ChannelState, SubscribeOptions } from './realtime/channel.ts'
export type { Member, Presence, RealtimeMessage } from './realtime/messages.ts'

export type RealtimeOptions = {
  readonly projectId: string
  readonly coreUrl: string
  /** Sent when the socket opens; raises its message size limit. */
  readonly key?: string | undefined
  /** Default: the runtime's own. */
  readonly host?: Host | undefined
}

export type RealtimeChannel = Omit<Channel, 'handlers'>
export type Realtime = ReturnType<typeof createRealtime>

/**
 * Publish and subscribe over WebSocket, with presence and history. All channels share one socket. After a reconnect it
 * fetches missed messages, in order and without gaps or duplicates.
 *
 * @example
 * const room = backend.realtime.channel('room')
 * room.onMessage(({ type, data }) => show(type, data))
 * await room.subscribe({ userId: 'ann' })
 * await room.publish('chat', { text: 'Hello' })
 */
export function createRealtime(
  transport: Transport,
  { projectId, coreUrl, key, host = createHost() }: RealtimeOptions,
) {
  const calls = createCalls(transport, projectId)
  const channels = new Map<string, { handlers: Channel['handlers']; channel: RealtimeChannel }>()
  const all = () => [...channels.values()].map(({ handlers }) => handlers)

  const connection = createConnection({
    host,
    url: () => socketUrl(coreUrl, projectId, key),
    onOpen: () => all().forEach(({ handleOpen }) => handleOpen()),
    onLost: (failure) => all().forEach(({ handleLoss }) => handleLoss(failure)),
    onFrame,
    isNeeded: () => all().some(({ isNeeded }) => isNeeded()),
  })

  function onFrame(frame: ServerFrame) {
    const name = frame.type === 'messages' ? frame.messages[0]?.channel : frame.type === 'pong' ? null : frame.channel
    if (typeof name === 'string') channels.get(name)?.handlers.handleFrame(frame)
    // An error without a channel goes to every channel.
    else if (frame.type === 'error') all().forEach(({ handleFrame }) => handleFrame(frame))
  }

  function getChannel(name: string): RealtimeChannel {
    const known = channels.get(name)
    if (known !== undefined) return known.channel
    const { handlers, ...channel } = createChannel({ name, host, connection, calls })
    channels.set(name, { handlers, channel })
    return channel
  }

  return {
    /**
     * Returns a channel: always the same one for a name.
     *
     * @example backend.realtime.channel('room').onState((state) => show(state))
     */
    channel: getChannel,

    /**
     * Listens to a channel.
     *
     * @returns a function that stops listening; the last one also unsubscribes
     * @throws AppError of kind `realtime`
     * @example const stop = await backend.realtime.subscribe('room', ({ type, data }) => show(type, data))
     */
    async subscribe(
      name: string,
      listener: (message: RealtimeMessage) => void,
      options: SubscribeOptions = {},
    ): Promise<Cancel> {
      const channel = getChannel(name)
      const stop = channel.onMessage(listener)
      try {
        await channel.subscribe(options)
      } catch (thrown) {
        stop()
        throw thrown
      }
      return () => {
        stop()
        if (!channel.isListenedTo()) channel.unsubscribe()
      }
    },

    /**
     * @returns the message's id
     * @throws AppError of kind `realtime`
     * @example await backend.realtime.publish('room', 'chat', { text: 'Hello' })
     */
    publish: (name: string, type: string, data: unknown, options: Speech = {}): Promise<string> =>
      getChannel(name).publish(type, data, options),

    /**
     * Publishes over HTTP, for callers that do not subscribe.
     *
     * @returns the message's id
     * @throws AppError of kind `realtime`
     * @example const messageId = await backend.realtime.post('room', 'chat', { text: 'Hello' })
     */
    post: (name: string, type: string, data: unknown, options: Speech & CallOptions = {}): Promise<string> =>
      calls.publish(name, type, data, options),

    /** Fetches a channel's current members over HTTP. @example const { count } = await backend.realtime.presence('room') */
    presence: calls.presence,
    /** @example const stop = backend.realtime.onPresence('room', (users, count) => show(count)) */
    onPresence: (name: string, listener: (users: readonly Member[], count: number) => void): Cancel =>
      getChannel(name).onPresence(listener),

    /**
     * Fetches a page of a channel's history, oldest first.
     *
     * @throws AppError of kind `realtime`
     * @example const { messages, hasMore } = await backend.realtime.messages('room', { limit: 50 })
     */
    messages: calls.messages,

    /** Leaves every channel and closes the socket. @example backend.realtime.close() */
    close() {
      for (const { channel } of channels.values()) channel.unsubscribe()
      connection.close()
    },
  }
}

/**
 * `frames=many` lets a server that supports it put several messages into one frame.
 *
 * @example socketUrl('https://core.example/x', 'p1') // 'wss://core.example/?project_id=p1&frames=many'
 */
function socketUrl(coreUrl: string, projectId: string, key?: string): string {
  const url = new URL('/', coreUrl)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = new URLSearchParams({
    project_id: projectId,
    frames: 'many',
    ...(key !== undefined && { apikey: key }),
  }).toString()
  return url.href
}
