import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { GatewayDelivery } from './gateway-delivery.ts'
import type { CrowdAnswer, GatewayRoster } from '../ports.ts'
import {
  applyNews,
  encodeMembers,
  isSameCrowd,
  type Known,
  type News,
  type Roster,
  toCrowd,
  toRoster,
} from '../presence.ts'

/** Joins and leaves within this time are announced together. */
const ANNOUNCED_EVERY_MS = 1_000
/** A roster that is older than this is asked for again before its members count as present. */
const BELIEVED_MS = 60_000

export type PresenceAggregateDeps = {
  readonly clock: Clock
  readonly gateways: () => readonly Pick<GatewayDelivery, 'gateway' | 'isWatched' | 'isOver' | 'statements'>[]
  readonly ask: (gateway: string) => Promise<GatewayRoster>
  readonly announce: (gateway: string, crowd: CrowdAnswer) => Promise<void>
  /** Called for a gateway that answers that it has no subscribers. */
  readonly drop: (gateway: string) => void
}

/** The presence of one channel, merged from the rosters of its gateways. Not stored: after an eviction the channel queries its gateways again. */
export class PresenceAggregate {
  private readonly deps: PresenceAggregateDeps
  private readonly known = new Map<string, Known & { readonly heardAt: number }>()
  private announced: Roster | null = null
  private announcedAt = Number.NEGATIVE_INFINITY
  private hasTimer = false

  constructor(deps: PresenceAggregateDeps) {
    this.deps = deps
  }

  /** Never rejects. */
  async announceNow(): Promise<void> {
    try {
      this.announcedAt = this.deps.clock()
      const roster = await this.gather(BELIEVED_MS)
      if (this.announced !== null && isSameCrowd(this.announced, roster)) return
      this.announced = roster
      const crowd = encodeCrowd(roster)
      const watched = this.deps.gateways().filter((delivery) => delivery.isWatched())
      await Promise.allSettled(watched.map(({ gateway }) => this.deps.announce(gateway, crowd)))
    } catch (thrown) {
      log.error('presence not announced', { cause: describeError(thrown) })
    }
  }

  isWaiting() {
    return this.hasTimer
  }

  /** Applies a gateway's statement. @returns false when it is a diff against another base: the whole roster is needed */
  state(gateway: string, news: News): boolean {
    const before = this.known.get(gateway)
    if (!this.hear(gateway, news)) return false
    if (before === undefined || !isSameCrowd(before.roster, this.known.get(gateway)!.roster)) this.schedule()
    return true
  }

  forget(gateway: string): void {
    if (this.known.delete(gateway)) this.schedule()
  }

  async crowd(believedMs = BELIEVED_MS): Promise<CrowdAnswer> {
    return encodeCrowd(await this.gather(believedMs))
  }

  private hear(gateway: string, news: News): boolean {
    const next = applyNews(this.known.get(gateway) ?? null, news)
    if (next === null) return false
    this.known.set(gateway, { ...next, heardAt: this.deps.clock() })
    return true
  }

  /** Asks each gateway whose roster is too old. Of one that does not answer the old roster stays. */
  private async collect(believedMs: number): Promise<void> {
    const since = this.deps.clock() - believedMs
    const silent = this.deps
      .gateways()
      .filter(({ gateway }) => (this.known.get(gateway)?.heardAt ?? Number.NEGATIVE_INFINITY) < since)
    const answers = silent.map(async (delivery) => {
      const { gateway } = delivery
      const before = delivery.statements()
      const { subscribers, version, members } = await this.deps.ask(gateway)
      // The gateway has sent a newer statement meanwhile.
      if (delivery.isOver() || delivery.statements() !== before) return
      if (subscribers === 0) this.deps.drop(gateway)
      else this.hear(gateway, { version, base: null, joined: members, left: [] })
    })
    for (const { reason } of (await Promise.allSettled(answers)).filter((one) => one.status === 'rejected'))
      log.info('gateway not asked', { cause: describeError(reason) })
  }

  private async gather(believedMs: number): Promise<Roster> {
    await this.collect(believedMs)
    return toRoster([...this.known.values()].flatMap(({ roster }) => [...roster.values()]))
  }

  private schedule(): void {
    if (this.hasTimer || !this.deps.gateways().some((delivery) => delivery.isWatched())) return
    this.hasTimer = true
    setTimeout(
      () => {
        this.hasTimer = false
        void this.announceNow()
      },
      Math.max(0, this.announcedAt + ANNOUNCED_EVERY_MS - this.deps.clock()),
    )
  }
}

function encodeCrowd(roster: Roster): CrowdAnswer {
  const { count, listed } = toCrowd(roster)
  return { count, users: encodeMembers(listed) }
}
