import { DurableObject } from 'cloudflare:workers'
import { ERRORS } from '#shared/client/errors.ts'
import { PRESENCE_SILENCE_MS } from '#shared/client/limits.ts'
import type { Clock, Env } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { take } from './allowance.ts'
import { createBell } from './bell.ts'
import { type Connection, keepConnection, newConnection, readConnection, REFUSAL_PACE } from './connection.ts'
import { createConversation } from './conversation.ts'
import { createDelivered } from './delivered.ts'
import { channelOf, encodeError, isTooLong, PING, PONG, readFrame, type Refused } from './frames.ts'
import { createLink, type Link } from './link.ts'
import type { ChannelPort, CrowdAnswer, Delivery, GatewayPort, GatewayRoster } from './ports.ts'
import { createQueue, type Queue } from './queue.ts'
import { closeQuietly, sendText } from './send-text.ts'
import { CAPACITY_HEADER, INTRODUCTION_HEADER } from './socket-headers.ts'

const MINUTE_MS = 60_000
/** A socket that has said nothing for so long is dead, whatever its network believes. */
const DEAD_MS = 3 * MINUTE_MS
/** After a channel could not be told something. */
const RETRY_MS = 5_000

/**
 * A few hundred sockets, each with its subscriptions. What is known of a socket is in its attachment, so this object
 * sleeps whenever nothing is said and has nothing to write; pings are answered by the platform. A channel that wakes up
 * asks it who is there.
 *
 * Its alarm rings once a minute while any socket watches presence: only then somebody would notice who has gone silent.
 */
export class RealtimeGatewayBase extends DurableObject<Env> implements GatewayPort {
  clock: Clock = Date.now
  private readonly bell = createBell(this.ctx.storage, () => this.clock())
  private readonly connections = new Map<WebSocket, Connection>()
  private readonly links = new Map<string, Link>()
  private readonly delivered = createDelivered((channel, seq) => this.carry(channel, seq))
  private readonly queues = new Map<WebSocket, Queue>()
  private readonly conversation = createConversation({
    clock: () => this.clock(),
    channel: (name) => this.channel(name),
    link: (channel) => this.link(channel),
    get: (socket) => this.connections.get(socket) ?? null,
    keep: (socket, connection) => this.keep(socket, connection),
    refuse: (socket, refused) => this.refuse(socket, refused),
    settle: (channel) => this.settle(channel),
  })

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
    void ctx.blockConcurrencyWhile(() => this.bell.wake())
    for (const socket of ctx.getWebSockets()) this.readmit(socket)
  }

  /** A socket from the Worker in front, which has judged it. @returns 101, or 503 when this gateway is full */
  override async fetch(request: Request): Promise<Response> {
    const capacity = Number(request.headers.get(CAPACITY_HEADER))
    if (this.connections.size >= capacity) await this.notice()
    if (this.connections.size >= capacity) return new Response(null, { status: 503 })
    const connection = newConnection(JSON.parse(request.headers.get(INTRODUCTION_HEADER) ?? '{}'), this.clock())
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    this.keep(server, connection)
    return new Response(null, { status: 101, webSocket: client })
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void | Promise<void> {
    if (!this.connections.has(socket)) return
    if (typeof data !== 'string') return this.refuse(socket, BINARY)
    if (isTooLong(data)) return this.hangUp(socket, 1009, 'frame too long')
    const queue = this.queues.get(socket) ?? createQueue((text) => this.hear(socket, text))
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
    return this.links.get(delivery.channel)?.deliver(delivery) ?? 0
  }

  async announce(channel: string, crowd: CrowdAnswer): Promise<void> {
    this.links.get(channel)?.announce(crowd)
  }

  async roster(channel: string): Promise<GatewayRoster> {
    await this.notice()
    return this.links.get(channel)?.roster() ?? NOBODY
  }

  /** Never throws: the platform gives an alarm up after a few failures. */
  override async alarm(): Promise<void> {
    this.bell.hasRung()
    try {
      await this.notice()
    } catch (thrown) {
      log.error('gateway alarm failed', { cause: describeError(thrown) })
    }
    if ([...this.links.values()].some((link) => link.isWatched())) this.bell.ring(MINUTE_MS)
  }

  /** Never rejects. */
  private async hear(socket: WebSocket, data: string): Promise<void> {
    const connection = this.connections.get(socket)
    if (connection === undefined) return
    const frame = readFrame(data)
    try {
      if (connection.isAbsent) await this.notice(socket)
      else this.connections.set(socket, { ...connection, seenAt: this.clock() })
      if ('error' in frame) return this.refuse(socket, frame)
      await this.conversation(socket, frame)
      if (frame.type === 'subscribe' && frame.presence !== 'none') this.bell.ring(MINUTE_MS)
    } catch (thrown) {
      log.error('frame failed', { type: 'error' in frame ? null : frame.type, cause: describeError(thrown) })
      const { takesMany } = connection
      sendText(socket, encodeError({ ...BROKEN, channel: channelOf(frame) }, takesMany))
    }
  }

  private refuse(socket: WebSocket, refused: Refused): void {
    const connection = this.connections.get(socket)
    if (connection === undefined) return
    const refusals = take(connection.refusals, REFUSAL_PACE, this.clock())
    if (refusals === null) return void this.hangUp(socket, 1008, 'too many refused frames')
    this.keep(socket, { ...connection, refusals })
    sendText(socket, encodeError(refused, connection.takesMany))
  }

  /** Looks who has gone silent or is heard of again, and tells the channels. @param heard has just said something */
  private async notice(heard: WebSocket | null = null): Promise<void> {
    const now = this.clock()
    const moved = new Set<string>()
    const dead: WebSocket[] = []
    for (const [socket, connection] of this.connections) {
      const pingedAt = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
      const seenAt = socket === heard ? now : Math.max(connection.seenAt, pingedAt)
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
    // Its end may be what has woken this object, which then has not readmitted it.
    const connection = this.connections.get(socket) ?? readConnection(socket)
    this.connections.delete(socket)
    this.queues.delete(socket)
    socket.serializeAttachment(null)
    if (connection !== null) this.delivered.remember(connection.reached)
    const left = [...(connection?.subscriptions.keys() ?? [])]
    for (const channel of left) this.link(channel).subscribers.delete(socket)
    await Promise.all(left.map((channel) => this.settle(channel)))
  }

  /** Tells a channel how things are. Never rejects: a channel that is not reached is told later, or asks. */
  private async settle(channel: string): Promise<void> {
    const link = this.links.get(channel)
    if (link === undefined) return
    this.delivered.passOn(channel)
    try {
      await link.state()
      if (link.subscribers.size > 0 || this.links.get(channel) !== link) return
      this.links.delete(channel)
      this.delivered.forget(channel)
    } catch (thrown) {
      log.info('channel not reached', { cause: describeError(thrown) })
      setTimeout(() => void this.settle(channel), RETRY_MS)
    }
  }

  /** @returns false when it is too heavy to outlive this object's sleep */
  private keep(socket: WebSocket, connection: Connection): boolean {
    this.connections.set(socket, connection)
    return keepConnection(socket, connection)
  }

  /** Writes down at one subscriber how far a channel got. */
  private carry(channel: string, seq: number): void {
    for (const socket of this.links.get(channel)?.subscribers.keys() ?? []) {
      const connection = this.connections.get(socket)
      if (connection === undefined) continue
      if (this.keep(socket, { ...connection, reached: new Map(connection.reached).set(channel, seq) })) return
    }
  }

  /** A socket whose host has slept. A subscription that nobody has confirmed never was. */
  private readmit(socket: WebSocket): void {
    const connection = readConnection(socket)
    if (connection === null) return
    this.delivered.remember(connection.reached)
    if (socket.readyState !== WebSocket.OPEN) return
    const confirmed = [...connection.subscriptions].filter(([, { from }]) => from !== null)
    this.connections.set(socket, { ...connection, subscriptions: new Map(confirmed) })
    for (const [channel, subscription] of confirmed)
      this.link(channel).subscribers.set(socket, {
        socket,
        connection: () => this.connections.get(socket) ?? connection,
        subscription,
        waiting: null,
      })
  }

  private link(channel: string): Link {
    const known = this.links.get(channel)
    if (known !== undefined) return known
    const gateway = this.ctx.id.toString()
    const link = createLink({
      channel,
      gateway,
      clock: () => this.clock(),
      port: () => this.channel(channel),
      delivered: this.delivered.of(channel),
    })
    this.links.set(channel, link)
    return link
  }

  private channel(name: string): ChannelPort {
    const { CHANNELS } = this.env
    return CHANNELS.get(CHANNELS.idFromName(name)) as unknown as ChannelPort
  }
}

const BINARY: Refused = { code: 'VALIDATION_ERROR', error: 'Only text frames are understood.', channel: null }
const BROKEN = { code: 'INTERNAL', error: ERRORS.INTERNAL.message } as const

const NOBODY: GatewayRoster = { subscribers: 0, isWatched: false, version: 0, members: [] }
