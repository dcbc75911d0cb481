import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { GatewayDelivery } from './gateway-delivery.ts'
import type { CrowdAnswer, GatewayRoster } from '../ports.ts'
import {
  applyNews,
  crowdOf,
  encodeMembers,
  isSameCrowd,
  type Known,
  type News,
  type Roster,
  rosterOf,
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

export type PresenceAggregate = ReturnType<typeof createPresenceAggregate>

/** The presence of one channel, merged from the rosters of its gateways. Not stored: after an eviction they are asked again. */
export function createPresenceAggregate({ clock, gateways, ask, announce, drop }: PresenceAggregateDeps) {
  const known = new Map<string, Known & { readonly heardAt: number }>()
  let announced: Roster | null = null
  let announcedAt = Number.NEGATIVE_INFINITY
  let hasTimer = false

  function hear(gateway: string, news: News): boolean {
    const next = applyNews(known.get(gateway) ?? null, news)
    if (next === null) return false
    known.set(gateway, { ...next, heardAt: clock() })
    return true
  }

  /** Asks each gateway whose roster is too old. Of one that does not answer the old roster stays. */
  async function collect(believedMs: number): Promise<void> {
    const since = clock() - believedMs
    const silent = gateways().filter(({ gateway }) => (known.get(gateway)?.heardAt ?? Number.NEGATIVE_INFINITY) < since)
    const asked = silent.map(async (delivery) => {
      const { gateway } = delivery
      const before = delivery.statements()
      const { subscribers, version, members } = await ask(gateway)
      // The gateway has sent a newer statement meanwhile.
      if (delivery.isOver() || delivery.statements() !== before) return
      if (subscribers === 0) drop(gateway)
      else hear(gateway, { version, base: null, joined: members, left: [] })
    })
    for (const { reason } of (await Promise.allSettled(asked)).filter((one) => one.status === 'rejected'))
      log.info('gateway not asked', { cause: describeError(reason) })
  }

  async function gather(believedMs: number): Promise<Roster> {
    await collect(believedMs)
    return rosterOf([...known.values()].flatMap(({ roster }) => [...roster.values()]))
  }

  /** Never rejects. */
  async function announceNow(): Promise<void> {
    try {
      announcedAt = clock()
      const roster = await gather(BELIEVED_MS)
      if (announced !== null && isSameCrowd(announced, roster)) return
      announced = roster
      const crowd = encodeCrowd(roster)
      const watched = gateways().filter(({ isWatched }) => isWatched())
      await Promise.allSettled(watched.map(({ gateway }) => announce(gateway, crowd)))
    } catch (thrown) {
      log.error('presence not announced', { cause: describeError(thrown) })
    }
  }

  function schedule(): void {
    if (hasTimer || !gateways().some(({ isWatched }) => isWatched())) return
    hasTimer = true
    setTimeout(
      () => {
        hasTimer = false
        void announceNow()
      },
      Math.max(0, announcedAt + ANNOUNCED_EVERY_MS - clock()),
    )
  }

  return {
    announceNow,
    isWaiting: () => hasTimer,

    /** Applies a gateway's statement. @returns false when it is a diff against another base: the whole roster is needed */
    state(gateway: string, news: News): boolean {
      const before = known.get(gateway)
      if (!hear(gateway, news)) return false
      if (before === undefined || !isSameCrowd(before.roster, known.get(gateway)!.roster)) schedule()
      return true
    },

    forget(gateway: string): void {
      if (known.delete(gateway)) schedule()
    },

    crowd: async (believedMs = BELIEVED_MS): Promise<CrowdAnswer> => encodeCrowd(await gather(believedMs)),
  }
}

function encodeCrowd(roster: Roster): CrowdAnswer {
  const { count, listed } = crowdOf(roster)
  return { count, users: encodeMembers(listed) }
}
