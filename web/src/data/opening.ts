import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { type Platform, usePlatform } from '#web/lib/platform.tsx'
import { toKeyHeader } from './league-keys.ts'
import { leagueQuery, toPath } from './leagues.ts'

/** A subject of a league that opens part by part, at moments which the server has fixed. */
type Opening = { readonly startsAt: string | null; readonly stepMs: number; readonly seed: string | null }

/** The question for a subject as it is by now, with the server's clock. */
type Question<T> = {
  readonly path: string
  readonly output: z.ZodMiniType<{ now: number; part: T }>
  /** Number of parts that are open. */
  readonly countOpen: (part: T) => number
}

/** A subject as far as it is open, and how far the server's clock is ahead of this browser's. */
type Timed<T> = { readonly part: T; readonly aheadMs: number; readonly roundTripMs: number }

/** Asking too early, by an error of the clocks, is put right this much later. */
const EARLY_MS = 250
const RETRY_MS = 2000

const isRunning = ({ startsAt, seed }: Opening): boolean => startsAt !== null && seed === null

/**
 * Returns the server's clock from a question and its answer: it was read in between, so half of that time is the
 * largest error. The fastest answer counts.
 */
function readClock<T>(now: number, sentAt: number, { now: readNow }: Platform, before: Timed<T> | undefined) {
  const roundTripMs = readNow() - sentAt
  return before !== undefined && before.roundTripMs <= roundTripMs
    ? before
    : { aheadMs: now - sentAt - roundTripMs / 2, roundTripMs }
}

/**
 * Follows a draw or a duel to its end: at the moment of each part this browser asks for it. All browsers do so by the
 * server's clock, also one that was closed or offline in between.
 *
 * @param known it as the league's answer has it
 * @returns `nextAt`: when the next part opens, by this browser's clock; null while that is unknown, and at the end
 */
export function useOpening<T extends Opening>(
  code: string,
  known: T,
  { path, output, countOpen }: Question<T>,
): { part: T; nextAt: number | null } {
  const platform = usePlatform()
  const cache = useQueryClient()

  /** Returns when the next part opens, by this browser's clock; null at the end. */
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
