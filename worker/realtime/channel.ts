import { DurableObject } from 'cloudflare:workers'
import { REALTIME_KEPT_MS } from '#shared/client/limits.ts'
import type { LiveVotes } from '#shared/contracts/live.ts'
import type { Clock, Env } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { createBell } from './bell.ts'
import { type ChannelHistory, createHistory } from './history.ts'
import { createLane, type Lane } from './lane.ts'
import type { MessageId } from './message-id.ts'
import type {
  ChannelPort,
  CrowdAnswer,
  GatewayPort,
  History,
  NewMessage,
  Published,
  Statement,
  StatementAnswer,
} from './ports.ts'
import { createTally, type Tally } from './tally.ts'
import { createTicker, type Ticker } from './ticker.ts'

const CREATE = `
  create table if not exists channel (name text not null, base integer not null);
  create table if not exists messages (seq integer primary key, ms integer not null, n integer not null, payload text not null);
  create table if not exists gateways (id text primary key, sent integer not null, watched integer not null);
  create table if not exists ticks (card text primary key, votes integer not null)`

/** When an alarm takes up what a timer would have done, had this object not died. */
const BACKSTOP_MS = 10_000
const MINUTE_MS = 60_000

/**
 * One channel of the project. It orders what is said, keeps it for a day and hands it to the gateways that have
 * subscribers. Messages, gateways and how far each of them got are in its tables; who is present is asked of the
 * gateways, whose sockets are the only ones to know. So it may be evicted between any two messages.
 *
 * Its alarm rings for three reasons: to take up what a timer did not live to do, once a minute while presence is
 * watched and there are several gateways (one may have died with all its sockets), and to forget.
 */
export class RealtimeChannelBase extends DurableObject<Env> implements ChannelPort {
  clock: Clock = Date.now
  private open: Open | null = null
  /** How far gateways got that is not in the table yet. A gateway knows it too, so it can wait for the next message. */
  private readonly unnoted = new Map<string, number>()
  private readonly bell = createBell(this.ctx.storage, () => this.clock())

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    void ctx.blockConcurrencyWhile(async () => {
      await this.bell.wake()
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
    if (ticker.isWaiting()) this.bell.ring(BACKSTOP_MS)
  }

  async state({ channel, gateway, subscribers, isWatched, news }: Statement): Promise<StatementAnswer> {
    const { history, lanes, tally } = this.opened(channel)
    const standing = history.standing()
    if (subscribers === 0) {
      lanes.get(gateway)?.end()
      if (lanes.size === 0 && history.endsAt() === null) await this.forget()
      return { isWhole: true, standing }
    }
    const lane = lanes.get(gateway) ?? this.addLane(gateway, standing.seq, isWatched)
    if (lane.isWatched() !== isWatched)
      this.ctx.storage.sql.exec('update gateways set watched = ? where id = ?', Number(isWatched), gateway)
    lane.state(subscribers, isWatched)
    const isWhole = tally.state(gateway, news)
    if (tally.isWaiting()) this.bell.ring(BACKSTOP_MS)
    if (isWatched && lanes.size > 1) this.bell.ring(MINUTE_MS)
    return { isWhole, standing }
  }

  async crowd(believedMs?: number): Promise<CrowdAnswer> {
    return (await this.open?.tally.crowd(believedMs)) ?? { count: 0, users: '[]' }
  }

  async history(range: { start: MessageId; end: MessageId; limit: number }): Promise<History> {
    return this.open?.history.between(range, this.clock()) ?? { payloads: [], hasMore: false }
  }

  /** Never throws: the platform gives an alarm up after a few failures. */
  override async alarm(): Promise<void> {
    this.bell.hasRung()
    try {
      if (this.open === null) return
      const { history, lanes, tally, ticker } = this.open
      ticker.flush()
      this.note()
      for (const lane of lanes.values()) lane.pump()
      const isWatched = [...lanes.values()].some((lane) => lane.isWatched())
      if (isWatched) await tally.announceNow()
      const now = this.clock()
      history.prune(now)
      const endsInMs = (history.endsAt() ?? now) - now
      if (lanes.size === 0 && endsInMs <= 0) return await this.forget()
      if ((isWatched && lanes.size > 1) || [...lanes.values()].some((lane) => lane.isBehind()))
        this.bell.ring(MINUTE_MS)
      else if (lanes.size === 0) this.bell.ring(endsInMs)
    } catch (thrown) {
      log.error('channel alarm failed', { cause: describeError(thrown) })
      this.bell.ring(MINUTE_MS)
    }
  }

  private say({ history, lanes }: Open, message: NewMessage): Published {
    const published = history.append(message, this.clock())
    this.note()
    for (const lane of lanes.values()) lane.pump()
    this.bell.ring(lanes.size > 0 ? BACKSTOP_MS : REALTIME_KEPT_MS)
    return published
  }

  /** Written together with a message, which is one write to the disk however many gateways there are. */
  private note(): void {
    for (const [gateway, sent] of this.unnoted)
      this.ctx.storage.sql.exec('update gateways set sent = ? where id = ?', sent, gateway)
    this.unnoted.clear()
  }

  /** The channel with its tables, which are made when something is to be kept for the first time. */
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
    const lanes = new Map<string, Lane>()
    const open: Open = {
      name,
      lanes,
      history: createHistory(sql, base),
      tally: createTally({
        clock,
        gateways: () => [...lanes.values()],
        ask: (gateway) => this.gateway(gateway).roster(name),
        announce: (gateway, crowd) => this.gateway(gateway).announce(name, crowd),
        drop: (gateway) => lanes.get(gateway)?.end(),
      }),
      ticker: createTicker({
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
      lanes.set(id, this.laneOf(open, { gateway: id, sent, isWatched: watched === 1 }))
    for (const lane of lanes.values()) lane.pump()
    return open
  }

  private addLane(gateway: string, sent: number, isWatched: boolean): Lane {
    const open = this.open!
    this.ctx.storage.sql.exec('insert into gateways values (?, ?, ?)', gateway, sent, Number(isWatched))
    const lane = this.laneOf(open, { gateway, sent, isWatched })
    open.lanes.set(gateway, lane)
    return lane
  }

  private laneOf({ name, history, lanes, tally }: Open, state: LaneState): Lane {
    const { sql } = this.ctx.storage
    return createLane({
      ...state,
      clock: () => this.clock(),
      last: history.seq,
      read: history.after,
      send: (delivery) => this.gateway(state.gateway).deliver({ channel: name, ...delivery }),
      keepSent: (sent) => void this.unnoted.set(state.gateway, sent),
      onEnd: () => {
        sql.exec('delete from gateways where id = ?', state.gateway)
        this.unnoted.delete(state.gateway)
        lanes.delete(state.gateway)
        tally.forget(state.gateway)
        if (tally.isWaiting()) this.bell.ring(BACKSTOP_MS)
        if (lanes.size === 0) this.bell.ring(REALTIME_KEPT_MS)
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
    this.bell.hasRung()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }
}

type Row = { id: string; sent: number; watched: number }
type LaneState = { readonly gateway: string; readonly sent: number; readonly isWatched: boolean }
type Open = {
  readonly name: string
  readonly history: ChannelHistory
  readonly lanes: Map<string, Lane>
  readonly tally: Tally
  readonly ticker: Ticker
}
