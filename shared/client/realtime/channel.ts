import { AppError, isErrorCode } from '../errors.ts'
import type { Cancel, Host } from '../host.ts'
import { REALTIME_TIMEOUT_MS } from '../limits.ts'
import type { CallOptions } from '../transport.ts'
import type { Calls, GetMessages, Speech } from './calls.ts'
import type { Connection } from './connection.ts'
import { REALTIME_FAILURE } from './failure.ts'
import { encodeFrame, type ServerFrame } from './frames.ts'
import { createInbox } from './inbox.ts'
import { createListeners } from './listeners.ts'
import type { Member, Presence, RealtimeMessage } from './messages.ts'
import { createPublishes } from './publishes.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'

/** `connected`: the socket is open, but the server has not confirmed the subscription. */
export type ChannelState = 'disconnected' | 'connected' | 'subscribed'

export type ChannelOptions = {
  readonly name: string
  readonly host: Host
  readonly connection: Connection
  readonly calls: Calls
}

export type SubscribeOptions = Speech & {
  /**
   * The presence to receive: all members (the default), their number, or nothing. Not every server supports it.
   */
  readonly presence?: 'list' | 'count' | 'none' | undefined
}

type PendingSubscribe = { resolve: () => void; reject: (failure: AppError) => void }

/** A channel, with its handlers for connection events. */
export type Channel = ReturnType<typeof createChannel>

/** Page size of the history fetched after a gap. */
const PAGE_SIZE = 200

export function createChannel({ name, host, connection, calls }: ChannelOptions) {
  const onMessage = createListeners<[RealtimeMessage]>()
  const onPresence = createListeners<[readonly Member[], number]>()
  const onState = createListeners<[ChannelState]>()
  const onMissed = createListeners<[]>()
  let state: ChannelState = 'disconnected'
  let subscribeOptions: SubscribeOptions = {}
  let isWanted = false
  /** True once the server has confirmed the subscription. From then on, the channel resubscribes after each loss. */
  let isEstablished = false
  let subscribing: PendingSubscribe | null = null
  let confirmation: Promise<void> = Promise.resolve()
  let stopTimer: Cancel = () => {}
  /** Refused resubscriptions in a row: the exponent of the backoff. */
  let refusals = 0

  const inbox = createInbox({
    host,
    tell: onMessage.tell,
    fetchFrom: (id) => calls.messages(name, { start: id, limit: PAGE_SIZE }),
    onMissed: onMissed.tell,
  })
  const publishes = createPublishes({
    host,
    // Error frames name the channel, not the request, so nothing is published while a subscription is pending.
    isReady: () => connection.isOpen() && (!isWanted || state === 'subscribed'),
    send: connection.send,
    onSilence: connection.drop,
  })

  function enter(next: ChannelState) {
    if (state === next) return
    state = next
    onState.tell(state)
  }

  function sendSubscribe() {
    enter('connected')
    connection.send(encodeFrame({ type: 'subscribe', payload: { channel: name, ...subscribeOptions } }))
    stopTimer()
    stopTimer = host.after(REALTIME_TIMEOUT_MS, () => {
      const failure = REALTIME_FAILURE.subscriptionTimeout()
      if (isEstablished) connection.drop(failure)
      else endSubscription(failure)
    })
  }

  function handleSubscribed(frame: Extract<ServerFrame, { type: 'subscribed' }>) {
    if (!isWanted || state !== 'connected') return
    stopTimer()
    connection.resetBackoff()
    refusals = 0
    if (isEstablished) inbox.resume(frame.position)
    else inbox.begin(frame.position)
    isEstablished = true
    enter('subscribed')
    subscribing?.resolve()
    subscribing = null
    publishes.pump()
  }

  /** Ends the subscription and rejects a pending `subscribe`. */
  function endSubscription(failure: AppError) {
    stopTimer()
    const pending = subscribing
    subscribing = null
    isWanted = false
    isEstablished = false
    inbox.end()
    if (connection.isOpen()) connection.send(encodeFrame({ type: 'unsubscribe', payload: { channel: name } }))
    enter('disconnected')
    pending?.reject(failure)
    publishes.pump()
    connection.release()
  }

  function handleRefusal(failure: AppError, isFinal: boolean) {
    if (publishes.handleRefusal(failure)) return
    if (!isWanted || state !== 'connected') return
    // Other channels share the connection, so only this channel backs off.
    if (isEstablished && !isFinal) {
      stopTimer()
      refusals += 1
      stopTimer = host.after(reconnectDelayMs(refusals, host.random()), sendSubscribe)
    } else endSubscription(failure)
  }

  return {
    /** Handlers for connection events. */
    handlers: {
      handleOpen() {
        if (isWanted) sendSubscribe()
        else publishes.pump()
      },
      handleLoss(failure: AppError) {
        stopTimer()
        publishes.handleLoss(failure, !isEstablished)
        if (isEstablished) inbox.pause()
        enter('disconnected')
        if (isWanted && !isEstablished) endSubscription(failure)
      },
      handleFrame(frame: ServerFrame) {
        if (frame.type === 'subscribed') handleSubscribed(frame)
        if (frame.type === 'published') publishes.handleConfirmation(frame.messageId)
        if (frame.type === 'messages' && isWanted) for (const message of frame.messages) inbox.take(message)
        if (frame.type === 'presence' && isWanted) onPresence.tell(frame.presence.users, frame.presence.count)
        if (frame.type === 'error') {
          const failure = toError(frame)
          // An error without a channel is about a published message, on any channel.
          if (frame.channel === null) publishes.handleRefusal(failure)
          else handleRefusal(failure, isErrorCode(frame.code) && !failure.retryable)
        }
      },
      isNeeded: () => isWanted || !publishes.isEmpty(),
    },

    name,
    state: (): ChannelState => state,

    /**
     * Subscribes until `unsubscribe`. A lost connection reconnects with backoff and then delivers the missed messages.
     *
     * @throws AppError of kind `realtime` when the server refuses, or when connecting or subscribing takes more than ten
     * seconds; the subscription then ends
     * @example await room.subscribe({ userId: 'ann', presence: 'count' })
     */
    subscribe(options: SubscribeOptions = {}): Promise<void> {
      if (isWanted) return confirmation
      subscribeOptions = options
      isWanted = true
      const promise = new Promise<void>((resolve, reject) => {
        subscribing = { resolve, reject }
      })
      confirmation = promise
      if (connection.isOpen()) sendSubscribe()
      else connection.need()
      return promise
    },

    /** Leaves the channel; idempotent. @example room.unsubscribe() */
    unsubscribe() {
      if (isWanted) endSubscription(REALTIME_FAILURE.connectionClosed())
    },

    /**
     * @returns the message's id
     * @throws AppError of kind `realtime`
     * @example const messageId = await room.publish('chat', { text: 'Hello' })
     */
    publish(type: string, data: unknown, options: Speech = {}): Promise<string> {
      connection.need()
      return publishes.add(encodeFrame({ type: 'publish', payload: { channel: name, type, data, ...options } }))
    },

    /**
     * Adds a listener and returns a function that removes it. So do the next three.
     *
     * @example const stop = room.onMessage(({ data }) => show(data))
     */
    onMessage: onMessage.add,
    /** The members and their total number. In a large channel the list is a sample. */
    onPresence: onPresence.add,
    onState: onState.add,
    /**
     * Calls back when missed messages are no longer in the history. Reload what you derived from them.
     *
     * @example room.onMissed(() => location.reload())
     */
    onMissed: onMissed.add,
    /** True if the channel has a listener for messages. @example if (!room.isListenedTo()) room.unsubscribe() */
    isListenedTo: onMessage.hasAny,

    /** @example const { users, count } = await room.getPresence() */
    getPresence: (options: CallOptions = {}): Promise<Presence> => calls.presence(name, options),

    /** Fetches messages, oldest first. @example const messages = await room.getMessages({ limit: 20, after: lastSeenId }) */
    getMessages: (options: GetMessages = {}): Promise<RealtimeMessage[]> => calls.between(name, options),
  }
}

function toError({ message, code }: Extract<ServerFrame, { type: 'error' }>): AppError {
  return new AppError(isErrorCode(code) ? code : 'FORBIDDEN', message || undefined, { kind: 'realtime' })
}
