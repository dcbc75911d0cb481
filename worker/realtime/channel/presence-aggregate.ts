import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { GatewayDelivery } from './gateway-delivery.ts'
import type { CrowdReply, GatewayRoster } from '../ports.ts'
import {
  applyNews,
  encodeMembers,
  isSameCrowd,
  type KnownRoster,
  type News,
  type Roster,
  toCrowd,
  toRoster,
} from '../presence.ts'

/** Joins and leaves within this time are announced together. */
const ANNOUNCED_EVERY_MS = 1_000
/** Rosters older than this are requested again before their members count as present. */
const ROSTER_MAX_AGE_MS = 60_000

export type PresenceAggregateDeps = {
  readonly clock: Clock
  readonly gateways: () => readonly Pick<GatewayDelivery, 'gateway' | 'isWatched' | 'isOver' | 'statements'>[]
  readonly ask: (gateway: string) => Promise<GatewayRoster>
  readonly announce: (gateway: string, crowd: CrowdReply) => Promise<void>
  /** Called for a gateway that reports no subscribers. */
  readonly drop: (gateway: string) => void
}

/**
 * The presence of one channel, merged from the rosters of its gateways. Not stored, because the channel can query its
 * gateways again after an eviction.
 */
export class PresenceAggregate {
  private readonly deps: PresenceAggregateDeps
  private readonly known = new Map<string, KnownRoster & { readonly updatedAt: number }>()
  private announced: Roster | null = null
  private announcedAt = Number.NEGATIVE_INFINITY
  private hasTimer = false

  constructor(deps: PresenceAggregateDeps) {
    this.deps = deps
  }

  /** Sends the merged presence to watching gateways, if it has changed. Never rejects. */
  async announceNow(): Promise<void> {
    try {
      this.announcedAt = this.deps.clock()
      const roster = await this.gather(ROSTER_MAX_AGE_MS)
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

  /** Applies a gateway's update. @returns false if it is a diff against an unknown base, so the full roster is needed */
  state(gateway: string, news: News): boolean {
    const before = this.known.get(gateway)
    if (!this.applyUpdate(gateway, news)) return false
    if (before === undefined || !isSameCrowd(before.roster, this.known.get(gateway)!.roster)) this.schedule()
    return true
  }

  forget(gateway: string): void {
    if (this.known.delete(gateway)) this.schedule()
  }

  async getCrowd(maxAgeMs = ROSTER_MAX_AGE_MS): Promise<CrowdReply> {
    return encodeCrowd(await this.gather(maxAgeMs))
  }

  private applyUpdate(gateway: string, news: News): boolean {
    const next = applyNews(this.known.get(gateway) ?? null, news)
    if (next === null) return false
    this.known.set(gateway, { ...next, updatedAt: this.deps.clock() })
    return true
  }

  /** Refreshes rosters that are too old. Keeps the old roster of a gateway that does not reply. */
  private async refreshStale(maxAgeMs: number): Promise<void> {
    const since = this.deps.clock() - maxAgeMs
    const stale = this.deps
      .gateways()
      .filter(({ gateway }) => (this.known.get(gateway)?.updatedAt ?? Number.NEGATIVE_INFINITY) < since)
    const refreshes = stale.map(async (delivery) => {
      const { gateway } = delivery
      const before = delivery.statements()
      const { subscribers, version, members } = await this.deps.ask(gateway)
      // The gateway has sent a newer update in the meantime.
      if (delivery.isOver() || delivery.statements() !== before) return
      if (subscribers === 0) this.deps.drop(gateway)
      else this.applyUpdate(gateway, { version, base: null, joined: members, left: [] })
    })
    for (const { reason } of (await Promise.allSettled(refreshes)).filter((one) => one.status === 'rejected'))
      log.info('gateway not asked', { cause: describeError(reason) })
  }

  private async gather(maxAgeMs: number): Promise<Roster> {
    await this.refreshStale(maxAgeMs)
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

function encodeCrowd(roster: Roster): CrowdReply {
  const { count, listed } = toCrowd(roster)
  return { count, users: encodeMembers(listed) }
}
