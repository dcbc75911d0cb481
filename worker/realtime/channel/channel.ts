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
  CrowdAnswer,
  GatewayPort,
  History,
  NewMessage,
  Published,
  Statement,
  StatementAnswer,
} from '../ports.ts'
import { PresenceAggregate } from './presence-aggregate.ts'
import { Ticker } from './ticker.ts'

const CREATE = `
  create table if not exists channel (name text not null, base integer not null);
  create table if not exists messages (seq integer primary key, ms integer not null, n integer not null, payload text not null);
  create table if not exists gateways (id text primary key, sent integer not null, watched integer not null);
  create table if not exists ticks (card text primary key, votes integer not null)`

/** After this the alarm does what a timer would have done, had this object not been evicted. */
const BACKSTOP_MS = 10_000

/**
 * The Durable Object of one channel: a message log with delivery to gateways. It numbers messages, keeps them for a day
 * and delivers them to the gateways that have subscribers. Messages, gateways and the last number that each gateway
 * acknowledged are in its tables; presence is asked of the gateways, whose sockets are the only source of it. So it may
 * be evicted between any two messages.
 *
 * Its alarm fires for three reasons: to do what a timer could not because the object was evicted; once a minute while
 * presence is watched and there are several gateways (one may have failed with all its sockets); to delete old messages.
 */
export class RealtimeChannelBase extends DurableObject<Env> implements ChannelPort {
  clock: Clock = Date.now
  private open: Open | null = null
  /** Acknowledged numbers that are not in the table yet. The gateways deduplicate, so writing waits for the next message. */
  private readonly unnoted = new Map<string, number>()
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
    return this.say(this.opened(message.channel), message)
  }

  async tick(channel: string, totals: Readonly<Record<string, number>>): Promise<void> {
    const { ticker } = this.opened(channel)
    ticker.add(totals)
    if (ticker.isWaiting()) this.alarms.schedule(BACKSTOP_MS)
  }

  async state({ channel, gateway, subscribers, isWatched, news }: Statement): Promise<StatementAnswer> {
    const { history, deliveries, presence } = this.opened(channel)
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

  async crowd(believedMs?: number): Promise<CrowdAnswer> {
    return (await this.open?.presence.crowd(believedMs)) ?? { count: 0, users: '[]' }
  }

  async history(range: { start: MessageId; end: MessageId; limit: number }): Promise<History> {
    return this.open?.history.between(range, this.clock()) ?? { payloads: [], hasMore: false }
  }

  /** Never throws: the platform stops retrying an alarm after a few failures. */
  override async alarm(): Promise<void> {
    this.alarms.hasFired()
    try {
      if (this.open === null) return
      const { history, deliveries, presence, ticker } = this.open
      ticker.flush()
      this.note()
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

  private say({ history, deliveries }: Open, message: NewMessage): Published {
    const published = history.append(message, this.clock())
    this.note()
    for (const delivery of deliveries.values()) delivery.pump()
    this.alarms.schedule(deliveries.size > 0 ? BACKSTOP_MS : REALTIME_HISTORY_MS)
    return published
  }

  /** Written in one transaction with a message: one write to the disk, however many gateways there are. */
  private note(): void {
    for (const [gateway, sent] of this.unnoted)
      this.ctx.storage.sql.exec('update gateways set sent = ? where id = ?', sent, gateway)
    this.unnoted.clear()
  }

  /** The channel with its tables, which are created on the first write. */
  private opened(name: string): Open {
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
        say: (totals) => {
          const cards = Object.entries(totals).map(([id, votes]) => ({ id, votes }))
          const data = JSON.stringify({ cards } satisfies LiveVotes)
          this.say(open, { channel: name, type: 'votes', data, userId: null, metadata: null })
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
      keepSent: (sent) => void this.unnoted.set(state.gateway, sent),
      onEnd: () => {
        sql.exec('delete from gateways where id = ?', state.gateway)
        this.unnoted.delete(state.gateway)
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
    this.unnoted.clear()
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
