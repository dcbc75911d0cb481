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

/** `connected`: the socket is open, and the server has not confirmed the subscription yet. */
export type ChannelState = 'disconnected' | 'connected' | 'subscribed'

export type ChannelOptions = {
  readonly name: string
  readonly host: Host
  readonly connection: Connection
  readonly calls: Calls
}

export type SubscribeOptions = Speech & {
  /**
   * The presence to receive, from a server that offers the choice: everybody by name (the default), only the number, or
   * nothing.
   */
  readonly presence?: 'list' | 'count' | 'none' | undefined
}

type Subscribing = { resolve: () => void; reject: (failure: AppError) => void }

/** A channel as the connection moves it. */
export type Channel = ReturnType<typeof createChannel>

/** How much history is asked for at once when something was missed. */
const PAGE = 200

export function createChannel({ name, host, connection, calls }: ChannelOptions) {
  const onMessage = createListeners<[RealtimeMessage]>()
  const onPresence = createListeners<[readonly Member[], number]>()
  const onState = createListeners<[ChannelState]>()
  const onMissed = createListeners<[]>()
  let state: ChannelState = 'disconnected'
  let wish: SubscribeOptions = {}
  let isWanted = false
  /** True if it has been subscribed since it was wanted: from then on it is subscribed again after each loss. */
  let isEstablished = false
  let subscribing: Subscribing | null = null
  let confirmation: Promise<void> = Promise.resolve()
  let stopTimer: Cancel = () => {}
  /** Refused resubscriptions in a row: the exponent of the backoff. */
  let refusals = 0

  const inbox = createInbox({
    host,
    tell: onMessage.tell,
    fetchFrom: (id) => calls.messages(name, { start: id, limit: PAGE }),
    onMissed: onMissed.tell,
  })
  const publishes = createPublishes({
    host,
    // An error names the channel and not what it is about: nothing is said while a subscription is under way.
    isReady: () => connection.isOpen() && (!isWanted || state === 'subscribed'),
    send: connection.send,
    onSilence: connection.drop,
  })

  function enter(next: ChannelState) {
    if (state === next) return
    state = next
    onState.tell(state)
  }

  function ask() {
    enter('connected')
    connection.send(encodeFrame({ type: 'subscribe', payload: { channel: name, ...wish } }))
    stopTimer()
    stopTimer = host.after(REALTIME_TIMEOUT_MS, () => {
      const failure = REALTIME_FAILURE.subscriptionTimeout()
      if (isEstablished) connection.drop(failure)
      else giveUp(failure)
    })
  }

  function confirmed(frame: Extract<ServerFrame, { type: 'subscribed' }>) {
    if (!isWanted || state !== 'connected') return
    stopTimer()
    connection.settle()
    refusals = 0
    if (isEstablished) inbox.resume(frame.position)
    else inbox.begin(frame.position)
    isEstablished = true
    enter('subscribed')
    subscribing?.resolve()
    subscribing = null
    publishes.pump()
  }

  /** It is not wanted any longer. */
  function giveUp(failure: AppError) {
    stopTimer()
    const refusing = subscribing
    subscribing = null
    isWanted = false
    isEstablished = false
    inbox.end()
    if (connection.isOpen()) connection.send(encodeFrame({ type: 'unsubscribe', payload: { channel: name } }))
    enter('disconnected')
    refusing?.reject(failure)
    publishes.pump()
    connection.release()
  }

  function refused(failure: AppError, isFinal: boolean) {
    if (publishes.refused(failure)) return
    if (!isWanted || state !== 'connected') return
    // Others share the connection: only this one backs off.
    if (isEstablished && !isFinal) {
      stopTimer()
      refusals += 1
      stopTimer = host.after(reconnectDelayMs(refusals, host.random()), ask)
    } else giveUp(failure)
  }

  return {
    /** Events that this part of the client reports to the channel. */
    moved: {
      opened() {
        if (isWanted) ask()
        else publishes.pump()
      },
      lost(failure: AppError) {
        stopTimer()
        publishes.lost(failure, !isEstablished)
        if (isEstablished) inbox.pause()
        enter('disconnected')
        if (isWanted && !isEstablished) giveUp(failure)
      },
      heard(frame: ServerFrame) {
        if (frame.type === 'subscribed') confirmed(frame)
        if (frame.type === 'published') publishes.answered(frame.messageId)
        if (frame.type === 'messages' && isWanted) for (const message of frame.messages) inbox.take(message)
        if (frame.type === 'presence' && isWanted) onPresence.tell(frame.presence.users, frame.presence.count)
        if (frame.type === 'error') {
          const failure = errorOf(frame)
          // One that names no channel is about a message, of whichever channel.
          if (frame.channel === null) publishes.refused(failure)
          else refused(failure, isErrorCode(frame.code) && !failure.retryable)
        }
      },
      isNeeded: () => isWanted || !publishes.isEmpty(),
    },

    name,
    state: (): ChannelState => state,

    /**
     * Subscribes until `unsubscribe`. A lost connection reconnects with backoff, and the messages that were missed are
     * delivered then.
     *
     * @throws AppError of kind `realtime` when it cannot be had within ten seconds for each of connecting and
     * subscribing, or is refused; it is then not wanted any longer
     * @example await room.subscribe({ userId: 'ann', presence: 'count' })
     */
    subscribe(options: SubscribeOptions = {}): Promise<void> {
      if (isWanted) return confirmation
      wish = options
      isWanted = true
      const promise = new Promise<void>((resolve, reject) => {
        subscribing = { resolve, reject }
      })
      confirmation = promise
      if (connection.isOpen()) ask()
      else connection.need()
      return promise
    },

    /** Leaves the channel; idempotent. @example room.unsubscribe() */
    unsubscribe() {
      if (isWanted) giveUp(REALTIME_FAILURE.connectionClosed())
    },

    /**
     * @returns the id the server gave it
     * @throws AppError of kind `realtime`
     * @example const messageId = await room.publish('chat', { text: 'Hello' })
     */
    publish(type: string, data: unknown, options: Speech = {}): Promise<string> {
      connection.need()
      return publishes.add(encodeFrame({ type: 'publish', payload: { channel: name, type, data, ...options } }))
    },

    /**
     * Each of these returns its unsubscribe function.
     *
     * @example const stop = room.onMessage(({ data }) => show(data))
     */
    onMessage: onMessage.add,
    /** `users` holds everybody, or of a crowd some; the number beside it is of all. */
    onPresence: onPresence.add,
    onState: onState.add,
    /** Messages were lost that the server no longer keeps: reload what is derived from them. */
    onMissed: onMissed.add,
    isListenedTo: onMessage.hasAny,

    /** @example const { users, count } = await room.getPresence() */
    getPresence: (options: CallOptions = {}): Promise<Presence> => calls.presence(name, options),

    /** The oldest first. @example const messages = await room.getMessages({ limit: 20, after: lastSeenId }) */
    getMessages: (options: GetMessages = {}): Promise<RealtimeMessage[]> => calls.between(name, options),
  }
}

function errorOf({ message, code }: Extract<ServerFrame, { type: 'error' }>): AppError {
  return new AppError(isErrorCode(code) ? code : 'FORBIDDEN', message || undefined, { kind: 'realtime' })
}
