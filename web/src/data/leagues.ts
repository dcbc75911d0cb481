import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { CodedError } from '#shared/client/coded-error.ts'
import { randomId } from '#shared/client/random-id.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import {
  type ChangeLeague,
  type CloseSeason,
  CreatedLeague,
  type CreateLeague,
  type GiveAward,
  JoinedLeague,
  League,
  LeagueDeletion,
  LeagueKeys,
  SeatKey,
} from '#shared/contracts/league.ts'
import { isMissing, isUnreachable } from '#web/lib/failure.ts'
import { useStored } from '#web/hooks/hydrated.ts'
import { type Platform, usePlatform } from '#web/lib/platform.tsx'
import { invalidateCard } from './cards.ts'
import { GENERATION_KEY } from './generations.ts'
import { dropLeague, keepLeague, STORED_LEAGUES_KEY, type StoredLeague, readStoredLeagues } from './stored-leagues.ts'
import { keepLeagueKey, LEAGUES_KEY, replaceLeagueKeys, toKeyHeader } from './league-keys.ts'
import { getLeagueKeys, getManageToken } from './manage-tokens.ts'

export const toPath = (code: string) => `/api/leagues/${encodeURIComponent(code)}`

type LeagueDeps = Pick<Platform, 'api' | 'memory' | 'account'>

/** True if this browser may prove a role that the server could not see when it rendered the page. */
const mayHaveRole = ({ memory, account }: Pick<Platform, 'memory' | 'account'>, code: string): boolean =>
  getLeagueKeys(memory, code) !== null || account.isExpected()

/** A league's page data. Ignores a response that is older than the cached version. */
export const leagueQuery = (platform: LeagueDeps, code: string) =>
  queryOptions({
    queryKey: [...LEAGUES_KEY, code],
    queryFn: ({ signal }) =>
      platform.api.ask({
        path: toPath(code),
        headers: toKeyHeader(platform.memory, code),
        output: async () => League,
        signal,
      }),
    // A 404 is final. A retry on mount would show a pending page, unlike the served HTML.
    retryOnMount: false,
    structuralSharing: (cached, fetched) => takeNewer(cached as League | undefined, fetched as League),
    ...(mayHaveRole(platform, code) && { staleTime: 0 }),
  })

const takeNewer = (cached: League | undefined, fetched: League): League =>
  cached !== undefined && cached.version > fetched.version ? cached : fetched

/**
 * Returns a league for its page. Offline, falls back to the copy of the last visit.
 *
 * @returns `isStale` when the roster may be out of date
 */
export function useLeague(code: string) {
  const platform = usePlatform()
  const { memory } = platform
  const { data, isPending, error, refetch } = useQuery(leagueQuery(platform, code))
  const hasGone = isMissing(error)
  useEffect(() => {
    if (hasGone) dropLeague(memory, code)
    else if (data) keepLeague(memory, code, data)
  }, [memory, code, data, hasGone])

  const isLost = data === undefined && isUnreachable(error)
  const stored = useMemo(
    () =>
      isLost ? readStoredLeagues(memory.get(STORED_LEAGUES_KEY)).find((one) => one.code === code)?.league : undefined,
    [isLost, memory, code],
  )
  const league = data ?? stored
  return { league, isPending, error, hasGone, isStale: league !== undefined && isUnreachable(error), refetch }
}

/** Returns the leagues that this browser has opened, latest first. */
export function useStoredLeagues(): readonly StoredLeague[] {
  const text = useStored(STORED_LEAGUES_KEY)
  return useMemo(() => readStoredLeagues(text), [text])
}

/** Creates a league. Idempotent: a retry after a lost response returns the same league. */
export function useCreateLeague() {
  const platform = usePlatform()
  const cache = useQueryClient()
  const [key] = useState(randomId)
  return useMutation({
    mutationFn: (json: CreateLeague) =>
      platform.api.ask({
        path: '/api/leagues',
        json,
        headers: { [IDEMPOTENCY_KEY]: key },
        output: async () => CreatedLeague,
      }),
    onSuccess: (created) => {
      keepLeagueKey(platform.memory, created.code, created.key)
      cache.setQueryData(leagueQuery(platform, created.code).queryKey, created.league)
    },
  })
}

/** Mutations of a league. Each caches the league as the caller now sees it. */
export function useLeagueCalls(code: string) {
  const platform = usePlatform()
  const { api, memory } = platform
  const cache = useQueryClient()
  const { queryKey } = leagueQuery(platform, code)
  const put = (league: League) => cache.setQueryData(queryKey, league)
  // A rejection may mean that the league changed: the seat is gone, or the league is full or locked.
  const onError = () => cache.invalidateQueries({ queryKey })

  const ask = <T>(path: string, output: z.ZodMiniType<T>, call: { json?: unknown; method?: 'PATCH' | 'DELETE' } = {}) =>
    api.ask({ path: toPath(code) + path, headers: toKeyHeader(memory, code), output: async () => output, ...call })

  /** Runs a write. If it is rejected, checks whether an earlier attempt with a lost response already succeeded. */
  const runOnce = (write: Promise<League>, isDone: (league: League) => boolean) =>
    write.catch(async (thrown: unknown) => {
      if (!isRefused(thrown)) throw thrown
      const league = await ask('', League).catch(() => null)
      if (league === null || !isDone(league)) throw thrown
      return league
    })

  /** Fetches the keys that are still valid after a role change. */
  async function renewKeys({ role }: League) {
    const keys = role === 'outsider' ? null : await ask('/keys', LeagueKeys).catch(() => null)
    if (keys || role === 'outsider') replaceLeagueKeys(memory, code, [keys?.member ?? null, keys?.commissioner ?? null])
  }

  const onRoleChange = async (league: League) => {
    put(league)
    await renewKeys(league)
  }

  /** Shares a draft, because other members cannot see drafts. */
  async function shareDraft(cardId: string, isDraft: boolean) {
    if (!isDraft) return
    await api.cards.share(cardId, getManageToken(memory, cardId))
    markShared(cache, cardId)
  }

  return {
    renewKeys,
    change: useMutation({
      mutationFn: (json: ChangeLeague) => ask('', League, { json, method: 'PATCH' }),
      onSuccess: put,
      onError,
    }),
    remove: useMutation({
      mutationFn: () => ask('', z.null(), { method: 'DELETE' }).catch(passIfMissing),
      onSuccess: () => dropLeague(memory, code),
    }),
    join: useMutation({
      mutationFn: (teamName: string) => ask('/seats', JoinedLeague, { json: { teamName } }),
      onSuccess: ({ key, league }) => {
        keepLeagueKey(memory, code, key)
        put(league)
      },
      onError,
    }),
    renameSeat: useMutation({
      mutationFn: ({ seat, teamName }: { seat: number; teamName: string }) =>
        ask(`/seats/${seat}`, League, { json: { teamName }, method: 'PATCH' }),
      onSuccess: put,
      onError,
    }),
    /** Leaves the caller's seat, or removes another member. */
    removeSeat: useMutation({
      mutationFn: (seat: number) =>
        runOnce(ask(`/seats/${seat}`, League, { method: 'DELETE' }), ({ role, ownSeat, seats }) =>
          role === 'commissioner' ? seats.every(({ number }) => number !== seat) : ownSeat !== seat,
        ),
      onSuccess: onRoleChange,
      onError,
    }),
    passOn: useMutation({
      mutationFn: (seat: number) =>
        runOnce(ask('/commissioner', League, { json: { seat } }), ({ seats }) =>
          seats.some(({ number, isCommissioner }) => number === seat && isCommissioner),
        ),
      onSuccess: onRoleChange,
      onError,
    }),
    /** Casts or moves the caller's vote for today. */
    vote: useMutation({
      mutationFn: (seat: number) => ask(`/seats/${seat}/votes`, League, { json: {} }),
      onSuccess: put,
      onError,
    }),
    award: useMutation({
      mutationFn: (json: GiveAward) => ask('/awards', League, { json }),
      onSuccess: put,
      onError,
    }),
    closeSeason: useMutation({
      mutationFn: (json: CloseSeason) => ask('/seasons', League, { json }),
      onSuccess: put,
      onError,
    }),
    deleteSeason: useMutation({
      mutationFn: (number: number) => ask(`/seasons/${number}`, League, { method: 'DELETE' }),
      onSuccess: put,
      onError,
    }),
    /** Commits to a draw of the current seats. `after` is the number of the latest started draw. */
    prepareDraw: useMutation({
      mutationFn: (after: number) => ask('/draws', League, { json: { after } }),
      onSuccess: put,
      onError,
    }),
    startDraw: useMutation({
      mutationFn: (number: number) => ask(`/draws/${number}/start`, League, { json: {} }),
      onSuccess: put,
      onError,
    }),
    /** Attaches the caller's card to the caller's seat. Shares a draft first. */
    attach: useMutation({
      mutationFn: async ({ seat, cardId, isDraft }: { seat: number; cardId: string; isDraft: boolean }) => {
        await shareDraft(cardId, isDraft)
        return ask(`/seats/${seat}/card`, League, { json: { cardId } })
      },
      onSuccess: (league, { cardId }) => {
        put(league)
        return invalidateCard(cache, cardId)
      },
      onError,
    }),
    /** Puts one of the caller's cards on a seat that is free or waits for a card. Shares a draft first. */
    fill: useMutation({
      mutationFn: async ({ seat, teamName, cardId, isDraft }: FilledSeat) => {
        await shareDraft(cardId, isDraft)
        return ask(`/seats/${seat}/fill`, League, { json: { teamName, cardId } })
      },
      onSuccess: put,
      onError,
    }),
    /** Returns the key of a seat that was filled for someone who has not joined. */
    getSeatKey: useMutation({ mutationFn: (seat: number) => ask(`/seats/${seat}/key`, SeatKey) }),
    /** Returns the caller's personal keys, for another device. */
    getKeys: useMutation({ mutationFn: () => ask('/keys', LeagueKeys) }),
  }
}

type FilledSeat = { seat: number; teamName: string; cardId: string; isDraft: boolean }

/** Marks a shared card as unlisted in its cached generation, which ends photo and pose edits. */
function markShared(cache: QueryClient, cardId: string): void {
  cache.setQueriesData<Generation>({ queryKey: GENERATION_KEY }, (cached) =>
    cached?.card?.id === cardId ? { ...cached, card: { ...cached.card, visibility: 'unlisted' } } : cached,
  )
}

const isRefused = (thrown: unknown): boolean =>
  isMissing(thrown) || (thrown instanceof CodedError && thrown.status === 403)

/** Treats a missing league as deleted: an earlier attempt may have succeeded. */
function passIfMissing(thrown: unknown): null {
  if (!isMissing(thrown)) throw thrown
  return null
}

/** Returns what deleting a league would delete. */
export function useLeagueDeletion(code: string) {
  const { api, memory } = usePlatform()
  return useQuery({
    queryKey: ['league-deletion', code],
    queryFn: ({ signal }) =>
      api.ask({
        path: `${toPath(code)}/deletion`,
        headers: toKeyHeader(memory, code),
        output: async () => LeagueDeletion,
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Drops a deleted league from the cache. */
export const forgetLeague = (cache: QueryClient, code: string): void =>
  cache.removeQueries({ queryKey: [...LEAGUES_KEY, code] })
