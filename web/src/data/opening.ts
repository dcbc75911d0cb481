import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { type Platform, usePlatform } from '#web/lib/platform.tsx'
import { toKeyHeader } from './league-keys.ts'
import { leagueQuery, toPath } from './leagues.ts'

/** A draw or a duel, which the server reveals part by part on a fixed schedule. */
type Opening = { readonly startsAt: string | null; readonly stepMs: number; readonly seed: string | null }

/** The request for the revealed parts and the server's clock. */
type Source<T> = {
  readonly path: string
  readonly output: z.ZodMiniType<{ now: number; part: T }>
  /** Returns the number of revealed parts. */
  readonly countOpen: (part: T) => number
}

/** The revealed part, and how far the server's clock is ahead of this browser's. */
type Timed<T> = { readonly part: T; readonly aheadMs: number; readonly roundTripMs: number }

/** Minimum delay before the next request, in case a clock error made this one too early. */
const EARLY_MS = 250
const RETRY_MS = 2000

const isRunning = ({ startsAt, seed }: Opening): boolean => startsAt !== null && seed === null

/**
 * Estimates the server's clock offset from a round trip. The server read its clock during the trip, so the error is at
 * most half of it. The fastest response counts.
 */
function readClock<T>(now: number, sentAt: number, { now: readNow }: Platform, before: Timed<T> | undefined) {
  const roundTripMs = readNow() - sentAt
  return before !== undefined && before.roundTripMs <= roundTripMs
    ? before
    : { aheadMs: now - sentAt - roundTripMs / 2, roundTripMs }
}

/**
 * Follows a draw or a duel to its end by requesting each part when it is revealed. All browsers use the server's clock, so
 * they stay in sync even after a reload or a lost connection.
 *
 * @param known the draw or duel in an API response
 * @returns `nextAt`: time of the next reveal by this browser's clock; null while unknown, and at the end
 */
export function useOpening<T extends Opening>(
  code: string,
  known: T,
  { path, output, countOpen }: Source<T>,
): { part: T; nextAt: number | null } {
  const platform = usePlatform()
  const cache = useQueryClient()

  /** Returns the time of the next reveal by this browser's clock, or null at the end. */
  const getNextAt = ({ part, aheadMs }: Timed<T>): number | null =>
    part.startsAt === null || !isRunning(part)
      ? null
      : Date.parse(part.startsAt) + countOpen(part) * part.stepMs - aheadMs

  const { data } = useQuery({
    queryKey: ['league-opening', code, path, known.startsAt],
    queryFn: async ({ signal, client, queryKey }): Promise<Timed<T>> => {
      const sentAt = platform.now()
      const { now, part } = await platform.api.ask({
        path: toPath(code) + path,
        headers: toKeyHeader(platform.memory, code),
        output: async () => output,
        signal,
      })
      const { aheadMs, roundTripMs } = readClock(now, sentAt, platform, client.getQueryData<Timed<T>>(queryKey))
      return { part, aheadMs, roundTripMs }
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    enabled: ({ state }) => isRunning(state.data?.part ?? known),
    refetchInterval: ({ state }) => {
      const nextAt = state.data && getNextAt(state.data)
      if (typeof nextAt !== 'number' || state.errorUpdatedAt > state.dataUpdatedAt) return RETRY_MS
      return Math.max(nextAt - platform.now(), EARLY_MS)
    },
    refetchIntervalInBackground: true,
  })
  const isNewer = data !== undefined && countOpen(data.part) >= countOpen(known)
  const part = isNewer ? data.part : known

  const hasEnded = part.seed !== null && known.seed === null
  useEffect(() => {
    if (hasEnded) void cache.invalidateQueries({ queryKey: leagueQuery(platform, code).queryKey })
  }, [hasEnded, cache, platform, code])

  return { part, nextAt: isNewer ? getNextAt(data) : null }
}
