import { DurableObject } from 'cloudflare:workers'
import { ERRORS } from '#shared/client/errors.ts'
import { PRESENCE_SILENCE_MS } from '#shared/client/limits.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { Clock, Env } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { takeToken } from './token-bucket-state.ts'
import { ChannelCap } from '../channel-cap.ts'
import { AlarmScheduler } from '../alarm-scheduler.ts'
import { type Connection, storeConnection, newConnection, readConnection, REFUSAL_RATE } from './connection.ts'
import { Conversation } from './conversation.ts'
import { Delivered } from './delivered.ts'
import { encodeError, getChannel, isTooLong, PING, PONG, readFrame, type Refused } from '../frames.ts'
import { ChannelSubscription } from './channel-subscription.ts'
import type { ChannelPort, CrowdReply, Delivery, GatewayPort, GatewayRoster } from '../ports.ts'
import { Queue } from './queue.ts'
import { DeliveryBudget } from './delivery-budget.ts'
import { Outbox } from './outbox.ts'
import { closeQuietly } from './send-text.ts'
import { CAPACITY_HEADER, INTRODUCTION_HEADER, NETWORK_CAPACITY_HEADER, NETWORK_HEADER } from './socket-headers.ts'

/** Time without any frame or ping after which a socket is closed. */
const DEAD_MS = 3 * MINUTE_MS
/** Retry delay after a failed call to a channel. */
const RETRY_MS = 5_000

/**
 * The Durable Object that holds a few hundred sockets with their subscriptions. It has no tables. Each socket's state is
 * in its attachment, so the object can hibernate between frames (WebSocket Hibernation API). The platform answers pings.
 * Channels request its roster when they wake up.
 *
 * Its alarm fires once a minute while any socket watches presence, to find silent sockets.
 */
export class RealtimeGatewayBase extends DurableObject<Env> implements GatewayPort {
  clock: Clock = Date.now
  private readonly alarms = new AlarmScheduler(this.ctx.storage, () => this.clock())
  private readonly connections = new Map<WebSocket, Connection>()
  private readonly channelSubscriptions = new Map<string, ChannelSubscription>()
  private readonly delivered = new Delivered((channel, seq) => this.carry(channel, seq))
  private readonly queues = new Map<WebSocket, Queue>()
  private readonly channelCap = new ChannelCap({ db: this.env.DB, clock: () => this.clock() })
  private readonly deliveryBudget = new DeliveryBudget(() => this.clock())
  private readonly outbox = new Outbox({
    getNetwork: (socket) => this.getNetwork(socket),
    pingedAt: (socket) => this.pingedAt(socket),
    clock: () => this.clock(),
    onClosed: (socket) => void this.leave(socket),
  })
  private readonly conversation = new Conversation({
    clock: () => this.clock(),
    channel: (name) => this.channel(name),
    channelSubscription: (channel) => this.channelSubscription(channel),
    get: (socket) => this.connections.get(socket) ?? null,
    keep: (socket, connection) => this.keep(socket, connection),
    refuse: (socket, refused) => this.refuse(socket, refused),
    send: (socket, text) => this.outbox.send(socket, text),
    mayDeliver: (socket, channel, bytes) => this.mayDeliver(socket, channel, bytes),
    mayOpen: (socket, channel) => this.mayOpen(socket, channel),
    settle: (channel) => this.settle(channel),
  })

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
    void ctx.blockConcurrencyWhile(() => this.alarms.load())
    for (const socket of ctx.getWebSockets()) this.restore(socket)
  }

  /**
   * Accepts a socket that the Worker has authenticated.
   *
   * @returns 101, 429 if its network has too many sockets, or 503 if this gateway is full
   */
  override async fetch(request: Request): Promise<Response> {
    const capacity = Number(request.headers.get(CAPACITY_HEADER))
    if (this.connections.size >= capacity) await this.updatePresence()
    if (this.connections.size >= capacity) return new Response(null, { status: 503 })
    const network = request.headers.get(NETWORK_HEADER) ?? ''
    const perNetwork = Number(request.headers.get(NETWORK_CAPACITY_HEADER))
    if (this.countSockets(network) >= perNetwork) await this.updatePresence()
    if (this.countSockets(network) >= perNetwork) return new Response(null, { status: 429 })
    const connection = newConnection(JSON.parse(request.headers.get(INTRODUCTION_HEADER) ?? '{}'), this.clock())
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [network])
    this.keep(server, connection)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Counts sockets by their network tag, which survives hibernation. */
  private countSockets(network: string): number {
    return this.ctx.getWebSockets(network).filter((socket) => this.connections.has(socket)).length
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void | Promise<void> {
    if (!this.connections.has(socket)) return
    if (typeof data !== 'string') return this.refuse(socket, BINARY)
    if (isTooLong(data)) return this.hangUp(socket, 1009, 'frame too long')
    const queue = this.queues.get(socket) ?? new Queue((text) => this.handleText(socket, text))
    this.queues.set(socket, queue)
    return queue.add(data) ?? this.hangUp(socket, 1008, 'too many frames at once')
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    closeQuietly(socket, code, reason)
    await this.leave(socket)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.leave(socket)
  }

  async deliver(delivery: Delivery): Promise<number> {
    return this.channelSubscriptions.get(delivery.channel)?.deliver(delivery) ?? 0
  }

  async announce(channel: string, crowd: CrowdReply): Promise<void> {
    this.channelSubscriptions.get(channel)?.announce(crowd)
  }

  async roster(channel: string): Promise<GatewayRoster> {
    await this.updatePresence()
    return this.channelSubscriptions.get(channel)?.roster() ?? EMPTY_ROSTER
  }

  /** Never throws, because the platform stops retrying an alarm after a few failures. */
  override async alarm(): Promise<void> {
    this.alarms.hasFired()
    try {
      await this.updatePresence()
    } catch (thrown) {
      log.error('gateway alarm failed', { cause: describeError(thrown) })
    }
    if ([...this.channelSubscriptions.values()].some((channelSubscription) => channelSubscription.isWatched()))
      this.alarms.schedule(MINUTE_MS)
  }

  /** Handles one text frame. Never rejects. */
  private async handleText(socket: WebSocket, data: string): Promise<void> {
    const connection = this.connections.get(socket)
    if (connection === undefined) return
    const frame = readFrame(data)
    try {
      if (connection.isAbsent) await this.updatePresence(socket)
      else this.connections.set(socket, { ...connection, seenAt: this.clock() })
      if ('error' in frame) return this.refuse(socket, frame)
      await this.conversation.handle(socket, frame)
      if (frame.type === 'subscribe' && frame.presence !== 'none') this.alarms.schedule(MINUTE_MS)
    } catch (thrown) {
      log.error('frame failed', { type: 'error' in frame ? null : frame.type, cause: describeError(thrown) })
      const { takesMany } = connection
      this.outbox.send(socket, encodeError({ ...BROKEN, channel: getChannel(frame) }, takesMany))
    }
  }

  private refuse(socket: WebSocket, refused: Refused): void {
    const connection = this.connections.get(socket)
    if (connection === undefined) return
    const refusals = takeToken(connection.refusals, REFUSAL_RATE, this.clock())
    if (refusals === null) return void this.hangUp(socket, 1008, 'too many refused frames')
    this.keep(socket, { ...connection, refusals })
    this.outbox.send(socket, encodeError(refused, connection.takesMany))
  }

  /** Updates which sockets are absent and informs their channels. @param heard the socket that has just sent a frame */
  private async updatePresence(heard: WebSocket | null = null): Promise<void> {
    const now = this.clock()
    const moved = new Set<string>()
    const dead: WebSocket[] = []
    for (const [socket, connection] of this.connections) {
      const seenAt = socket === heard ? now : Math.max(connection.seenAt, this.pingedAt(socket))
      const isAbsent = now - seenAt > PRESENCE_SILENCE_MS
      if (now - seenAt > DEAD_MS) dead.push(socket)
      if (isAbsent !== connection.isAbsent) for (const channel of connection.subscriptions.keys()) moved.add(channel)
      if (isAbsent === connection.isAbsent) this.connections.set(socket, { ...connection, seenAt })
      else this.keep(socket, { ...connection, seenAt, isAbsent })
    }
    await Promise.all([...moved].map((channel) => this.settle(channel)))
    await Promise.all(dead.map((socket) => this.hangUp(socket, 1001, 'silent for too long')))
  }

  private async hangUp(socket: WebSocket, code: number, reason: string): Promise<void> {
    closeQuietly(socket, code, reason)
    await this.leave(socket)
  }

  private async leave(socket: WebSocket): Promise<void> {
    // If its close event woke this object, the constructor did not restore the socket.
    const connection = this.connections.get(socket) ?? readConnection(socket)
    this.connections.delete(socket)
    this.queues.delete(socket)
    this.outbox.forget(socket)
    socket.serializeAttachment(null)
    if (connection !== null) this.delivered.remember(connection.reached)
    const left = [...(connection?.subscriptions.keys() ?? [])]
    for (const channel of left) this.channelSubscription(channel).subscribers.delete(socket)
    await Promise.all(left.map((channel) => this.settle(channel)))
  }

  /** Sends a channel its subscribers and presence. Never rejects: after a failure it retries, or the channel asks. */
  private async settle(channel: string): Promise<void> {
    const channelSubscription = this.channelSubscriptions.get(channel)
    if (channelSubscription === undefined) return
    this.delivered.passOn(channel)
    try {
      await channelSubscription.state()
      if (channelSubscription.subscribers.size > 0 || this.channelSubscriptions.get(channel) !== channelSubscription)
        return
      this.channelSubscriptions.delete(channel)
      this.delivered.forget(channel)
    } catch (thrown) {
      log.info('channel not reached', { cause: describeError(thrown) })
      setTimeout(() => void this.settle(channel), RETRY_MS)
    }
  }

  /** @returns false if the state is too large for an attachment, so hibernation would lose it */
  private keep(socket: WebSocket, connection: Connection): boolean {
    this.connections.set(socket, connection)
    return storeConnection(socket, connection)
  }

  /** Stores the last delivered number of a channel in the attachment of one of its subscribers. */
  private carry(channel: string, seq: number): void {
    for (const socket of this.channelSubscriptions.get(channel)?.subscribers.keys() ?? []) {
      const connection = this.connections.get(socket)
      if (connection === undefined) continue
      if (this.keep(socket, { ...connection, reached: new Map(connection.reached).set(channel, seq) })) return
    }
  }

  /** Restores a socket after hibernation. Drops subscriptions that the channel has not confirmed. */
  private restore(socket: WebSocket): void {
    const connection = readConnection(socket)
    if (connection === null) return
    this.delivered.remember(connection.reached)
    if (socket.readyState !== WebSocket.OPEN) return
    const confirmed = [...connection.subscriptions].filter(([, { from }]) => from !== null)
    this.connections.set(socket, { ...connection, subscriptions: new Map(confirmed) })
    for (const [channel, subscription] of confirmed)
      this.channelSubscription(channel).subscribers.set(socket, {
        socket,
        connection: () => this.connections.get(socket) ?? connection,
        subscription,
        waiting: null,
      })
  }

  /** Open channels are free, because a reconnecting socket subscribes to all of its channels again. */
  private async mayOpen(socket: WebSocket, channel: string): Promise<boolean> {
    if (this.channelSubscriptions.has(channel)) return true
    return (
      (await this.channelCap.take(this.getNetwork(socket), channel, this.connections.get(socket)?.factor ?? 1)) === null
    )
  }

  private getNetwork(socket: WebSocket): string {
    return this.ctx.getTags(socket)[0] ?? ''
  }

  private pingedAt(socket: WebSocket): number {
    return this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
  }

  /** Charges a message to the budgets. Each gateway counts only its own sockets. */
  private mayDeliver(socket: WebSocket, channel: string, bytes: number): boolean {
    const subscribers = this.channelSubscriptions.get(channel)?.subscribers.size ?? 0
    const { factor } = this.connections.get(socket)!
    const network = this.getNetwork(socket)
    return this.deliveryBudget.take({ network, channel }, bytes * Math.max(1, subscribers), factor)
  }

  private channelSubscription(channel: string): ChannelSubscription {
    const known = this.channelSubscriptions.get(channel)
    if (known !== undefined) return known
    const gateway = this.ctx.id.toString()
    const channelSubscription = new ChannelSubscription({
      channel,
      gateway,
      clock: () => this.clock(),
      port: () => this.channel(channel),
      send: (socket, text) => this.outbox.send(socket, text),
      delivered: this.delivered.forChannel(channel),
    })
    this.channelSubscriptions.set(channel, channelSubscription)
    return channelSubscription
  }

  private channel(name: string): ChannelPort {
    const { CHANNELS } = this.env
    return CHANNELS.get(CHANNELS.idFromName(name)) as unknown as ChannelPort
  }
}

const BINARY: Refused = { code: 'VALIDATION_ERROR', error: 'Only text frames are understood.', channel: null }
const BROKEN = { code: 'INTERNAL', error: ERRORS.INTERNAL.message } as const

const EMPTY_ROSTER: GatewayRoster = { subscribers: 0, isWatched: false, version: 0, members: [] }
