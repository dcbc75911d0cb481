import { DurableObject } from 'cloudflare:workers'
import { REALTIME_HISTORY_MS } from '#shared/client/limits.ts'
import type { LiveVotes } from '#shared/contracts/live.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { Clock, Env } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { AlarmScheduler } from '../alarm-scheduler.ts'
import { ChannelHistory } from './history.ts'
import { GatewayDelivery } from './gateway-delivery.ts'
import type { MessageId } from '../message-id.ts'
import type {
  ChannelPort,
  CrowdReply,
  GatewayPort,
  History,
  NewMessage,
  Published,
  Statement,
  StatementReply,
} from '../ports.ts'
import { PresenceAggregate } from './presence-aggregate.ts'
import { Ticker } from './ticker.ts'

const CREATE = `
  create table if not exists channel (name text not null, base integer not null);
  create table if not exists messages (seq integer primary key, ms integer not null, n integer not null, payload text not null);
  create table if not exists gateways (id text primary key, sent integer not null, watched integer not null);
  create table if not exists ticks (card text primary key, votes integer not null)`

/** Delay of the alarm that replaces timers lost in an eviction. */
const BACKSTOP_MS = 10_000

/**
 * The Durable Object of one channel: a message log with delivery to gateways. It numbers messages, retains them for a
 * day and delivers them to the gateways that have subscribers. Its tables store the messages, the gateways and the last
 * number that each gateway acknowledged. Presence comes from the gateways, which hold the sockets. So the object may be
 * evicted between any two messages.
 *
 * Its alarm has three uses. It replaces timers lost in an eviction. It refreshes presence once a minute while presence
 * is watched on several gateways, because one may have failed with all its sockets. It deletes old messages.
 */
export class RealtimeChannelBase extends DurableObject<Env> implements ChannelPort {
  clock: Clock = Date.now
  private open: Open | null = null
  /** Acknowledged numbers not yet in the table. Gateways deduplicate, so the write can wait for the next message. */
  private readonly pendingAcks = new Map<string, number>()
  private readonly alarms = new AlarmScheduler(this.ctx.storage, () => this.clock())

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    void ctx.blockConcurrencyWhile(async () => {
      await this.alarms.load()
      const { sql } = ctx.storage
      if ([...sql.exec(`select 1 from sqlite_master where name = 'channel'`)].length === 0) return
      for (const { name, base } of sql.exec<{ name: string; base: number }>('select name, base from channel'))
        this.open = this.load(name, base)
    })
  }

  async publish(message: NewMessage): Promise<Published> {
    return this.append(this.openChannel(message.channel), message)
  }

  async tick(channel: string, totals: Readonly<Record<string, number>>): Promise<void> {
    const { ticker } = this.openChannel(channel)
    ticker.add(totals)
    if (ticker.isWaiting()) this.alarms.schedule(BACKSTOP_MS)
  }

  async state({ channel, gateway, subscribers, isWatched, news }: Statement): Promise<StatementReply> {
    const { history, deliveries, presence } = this.openChannel(channel)
    const position = history.position()
    if (subscribers === 0) {
      deliveries.get(gateway)?.end()
      if (deliveries.size === 0 && history.endsAt() === null) await this.forget()
      return { isWhole: true, position }
    }
    const delivery = deliveries.get(gateway) ?? this.addDelivery(gateway, position.seq, isWatched)
    if (delivery.isWatched() !== isWatched)
      this.ctx.storage.sql.exec('update gateways set watched = ? where id = ?', Number(isWatched), gateway)
    delivery.state(subscribers, isWatched)
    const isWhole = presence.state(gateway, news)
    if (presence.isWaiting()) this.alarms.schedule(BACKSTOP_MS)
    if (isWatched && deliveries.size > 1) this.alarms.schedule(MINUTE_MS)
    return { isWhole, position }
  }

  async getCrowd(maxAgeMs?: number): Promise<CrowdReply> {
    return (await this.open?.presence.getCrowd(maxAgeMs)) ?? { count: 0, users: '[]' }
  }

  async history(range: { start: MessageId; end: MessageId; limit: number }): Promise<History> {
    return this.open?.history.between(range, this.clock()) ?? { payloads: [], hasMore: false }
  }

  /** Never throws, because the platform stops retrying an alarm after a few failures. */
  override async alarm(): Promise<void> {
    this.alarms.hasFired()
    try {
      if (this.open === null) return
      const { history, deliveries, presence, ticker } = this.open
      ticker.flush()
      this.storeAcks()
      for (const delivery of deliveries.values()) delivery.pump()
      const isWatched = [...deliveries.values()].some((delivery) => delivery.isWatched())
      if (isWatched) await presence.announceNow()
      const now = this.clock()
      history.prune(now)
      const endsInMs = (history.endsAt() ?? now) - now
      if (deliveries.size === 0 && endsInMs <= 0) return await this.forget()
      if ((isWatched && deliveries.size > 1) || [...deliveries.values()].some((delivery) => delivery.isBehind()))
        this.alarms.schedule(MINUTE_MS)
      else if (deliveries.size === 0) this.alarms.schedule(endsInMs)
    } catch (thrown) {
      log.error('channel alarm failed', { cause: describeError(thrown) })
      this.alarms.schedule(MINUTE_MS)
    }
  }

  private append({ history, deliveries }: Open, message: NewMessage): Published {
    const published = history.append(message, this.clock())
    this.storeAcks()
    for (const delivery of deliveries.values()) delivery.pump()
    this.alarms.schedule(deliveries.size > 0 ? BACKSTOP_MS : REALTIME_HISTORY_MS)
    return published
  }

  /** Stores acknowledgments in the same transaction as a message, so they cost no extra disk write. */
  private storeAcks(): void {
    for (const [gateway, sent] of this.pendingAcks)
      this.ctx.storage.sql.exec('update gateways set sent = ? where id = ?', sent, gateway)
    this.pendingAcks.clear()
  }

  /** Returns the open channel. Creates its tables on the first write. */
  private openChannel(name: string): Open {
    if (this.open !== null) return this.open
    const base = this.clock()
    this.ctx.storage.sql.exec(CREATE)
    this.ctx.storage.sql.exec('insert into channel values (?, ?)', name, base)
    return (this.open = this.load(name, base))
  }

  private load(name: string, base: number): Open {
    const { sql } = this.ctx.storage
    const clock = () => this.clock()
    const deliveries = new Map<string, GatewayDelivery>()
    const open: Open = {
      name,
      deliveries,
      history: new ChannelHistory(sql, base),
      presence: new PresenceAggregate({
        clock,
        gateways: () => [...deliveries.values()],
        ask: (gateway) => this.gateway(gateway).roster(name),
        announce: (gateway, crowd) => this.gateway(gateway).announce(name, crowd),
        drop: (gateway) => deliveries.get(gateway)?.end(),
      }),
      ticker: new Ticker({
        sql,
        clock,
        publish: (totals) => {
          const cards = Object.entries(totals).map(([id, votes]) => ({ id, votes }))
          const data = JSON.stringify({ cards } satisfies LiveVotes)
          this.append(open, { channel: name, type: 'votes', data, userId: null, metadata: null })
        },
      }),
    }
    for (const { id, sent, watched } of sql.exec<Row>('select id, sent, watched from gateways'))
      deliveries.set(id, this.createDelivery(open, { gateway: id, sent, isWatched: watched === 1 }))
    for (const delivery of deliveries.values()) delivery.pump()
    return open
  }

  private addDelivery(gateway: string, sent: number, isWatched: boolean): GatewayDelivery {
    const open = this.open!
    this.ctx.storage.sql.exec('insert into gateways values (?, ?, ?)', gateway, sent, Number(isWatched))
    const delivery = this.createDelivery(open, { gateway, sent, isWatched })
    open.deliveries.set(gateway, delivery)
    return delivery
  }

  private createDelivery({ name, history, deliveries, presence }: Open, state: DeliveryState): GatewayDelivery {
    const { sql } = this.ctx.storage
    return new GatewayDelivery({
      ...state,
      clock: () => this.clock(),
      last: () => history.seq(),
      read: (after, limit) => history.after(after, limit),
      send: (delivery) => this.gateway(state.gateway).deliver({ channel: name, ...delivery }),
      recordSent: (sent) => void this.pendingAcks.set(state.gateway, sent),
      onEnd: () => {
        sql.exec('delete from gateways where id = ?', state.gateway)
        this.pendingAcks.delete(state.gateway)
        deliveries.delete(state.gateway)
        presence.forget(state.gateway)
        if (presence.isWaiting()) this.alarms.schedule(BACKSTOP_MS)
        if (deliveries.size === 0) this.alarms.schedule(REALTIME_HISTORY_MS)
      },
    })
  }

  private gateway(id: string): GatewayPort {
    const { GATEWAYS } = this.env
    return GATEWAYS.get(GATEWAYS.idFromString(id)) as unknown as GatewayPort
  }

  private async forget(): Promise<void> {
    this.open = null
    this.pendingAcks.clear()
    this.alarms.hasFired()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }
}

type Row = { id: string; sent: number; watched: number }
type DeliveryState = { readonly gateway: string; readonly sent: number; readonly isWatched: boolean }
type Open = {
  readonly name: string
  readonly history: ChannelHistory
  readonly deliveries: Map<string, GatewayDelivery>
  readonly presence: PresenceAggregate
  readonly ticker: Ticker
}
