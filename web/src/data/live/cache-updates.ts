import type { QueryClient } from '@tanstack/react-query'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { LIVE_MESSAGES, type LiveData, type LiveType } from '#shared/contracts/live.ts'
import type { Card } from '#shared/domain/card.ts'
import type { League } from '#shared/contracts/league.ts'
import { isMissing } from '#web/lib/failure.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { updateCard } from '../card-cache.ts'
import { cardQuery, cardsQuery, LISTS_KEY } from '../cards.ts'
import { dropFromLists } from '../drop-card.ts'
import { deferRemoval } from '../reports.ts'
import { generationQuery } from '../generations.ts'
import { LEAGUES_KEY } from '../league-keys.ts'
import { isVoting } from '../votes.ts'
import { type LiveNews, type LivePlace, newsQuery } from './news.ts'

type Deps = {
  platform: Pick<Platform, 'api' | 'memory' | 'tabMemory' | 'account' | 'now'>
  cache: QueryClient
  change: (part: Partial<LiveNews>) => void
}

/** Maximum number of missing cards checked one by one per update; the rest wait for the next update. */
const MAX_CHECKED = 8

/** Applies live messages about a subject to the cache. `ask` fetches the state instead. */
export function createRepair(place: LivePlace, { platform, cache, change }: Deps) {
  const { api } = platform

  const count = ({ id, votes }: Pick<Card, 'id' | 'votes'>) => updateCard(cache, id, (cached) => ({ ...cached, votes }))

  function arrive(ids: readonly string[]) {
    const { arrived } = cache.getQueryData(newsQuery(place).queryKey)!
    const listed = new Set(getActiveLists(cache).flatMap(({ cards }) => cards.map(({ id }) => id)))
    const fresh = ids.filter((id) => !listed.has(id) && !arrived.includes(id))
    if (fresh.length > 0) change({ arrived: [...arrived, ...fresh] })
  }

  function leave(id: string) {
    if (!deferRemoval(cache, id)) dropFromLists(cache, platform.memory, id)
    const { arrived } = cache.getQueryData(newsQuery(place).queryKey)!
    if (arrived.includes(id)) change({ arrived: arrived.filter((other) => other !== id) })
    // Its own page shows the new state.
    if (place.kind === 'card') void refetchPage(id)
  }

  const refetchPage = (id: string) => cache.invalidateQueries({ queryKey: cardQuery(platform, id).queryKey })
  /** The leagues on screen with this channel. */
  const leagues = () =>
    cache.getQueryCache().findAll({
      queryKey: LEAGUES_KEY,
      type: 'active',
      predicate: ({ state }) => (state.data as League | undefined)?.channel === place.id,
    })
  const isLeagueCurrent = (version: number) => leagues().every(({ state }) => (state.data as League).version >= version)
  const refetchLeague = () => Promise.all(leagues().map(({ queryKey }) => cache.invalidateQueries({ queryKey })))
  const generation = () => generationQuery(platform, place.id).queryKey
  const findActive = () => {
    if (place.kind === 'league') return leagues()
    const queryKey = { hall: LISTS_KEY, card: cardQuery(platform, place.id).queryKey, job: generation() }[place.kind]
    return cache.getQueryCache().findAll({ queryKey, type: 'active' })
  }

  function progress({ id, state, attempt, attempts }: LiveData<'generation'>) {
    const cached = cache.getQueryData(generation())
    if (id !== place.id || (cached && !isWaiting(cached.state))) return
    // The first message may arrive before the form's own response.
    if (isWaiting(state))
      cache.setQueryData(generation(), { ...(cached ?? newGeneration(id, platform.now())), state, attempt, attempts })
    else void cache.invalidateQueries({ queryKey: generation() })
  }

  const HANDLERS: { [T in LiveType]: (data: LiveData<T>) => void } = {
    votes: ({ cards }) => cards.forEach(count),
    card: ({ id }) => (place.kind === 'card' ? void refetchPage(id) : arrive([id])),
    gone: ({ id }) => leave(id),
    generation: progress,
    league: ({ version }) => {
      if (!isLeagueCurrent(version)) void refetchLeague()
    },
  }

  async function refetchLists() {
    const missing = new Set<string>()
    const listed = new Set<string>()
    for (const { list, team, cards } of getActiveLists(cache)) {
      const before = new Map(cards.filter(({ id }) => !isVoting(cache, id)).map(({ id, votes }) => [id, votes]))
      const fetched = await api.cards.list(list, team)
      for (const { id, votes } of fetched)
        // Votes and messages that arrived meanwhile are newer than the response.
        updateCard(cache, id, (cached) => (cached.votes === before.get(id) ? { ...cached, votes } : cached))
      const shown = new Set(cards.map(({ id }) => id))
      for (const { id } of fetched) listed.add(id)
      for (const id of shown) if (!listed.has(id)) missing.add(id)
      // Only the strip reveals new cards. In the ranked lists, an unknown card may just have climbed.
      if (list === 'strip') arrive(fetched.map(({ id }) => id).filter((id) => !shown.has(id)))
    }
    for (const id of [...missing].filter((one) => !listed.has(one)).slice(0, MAX_CHECKED))
      if (await hasLeft(id)) leave(id)
  }

  /** Checks whether a card left the Hall. One that left a list may only have been overtaken. */
  const hasLeft = (id: string): Promise<boolean> =>
    api.cards.get(id, null).then(
      ({ visibility, hidden }) => visibility !== 'public' || hidden,
      (thrown: unknown) => isMissing(thrown),
    )

  const REFETCH: Record<LivePlace['kind'], () => Promise<unknown>> = {
    hall: refetchLists,
    card: () => refetchPage(place.id),
    job: () => cache.invalidateQueries({ queryKey: generation() }),
    league: refetchLeague,
  }

  return {
    apply(type: string, data: unknown): void {
      if (!isLiveType(type)) return
      const parsed = LIVE_MESSAGES[type].safeParse(data)
      if (parsed.success) (HANDLERS[type] as (data: unknown) => void)(parsed.data)
    },
    /** When the oldest active query was last fetched or failed, in milliseconds since 1970. */
    getOldestUpdate: (): number =>
      Math.min(...findActive().map(({ state }) => Math.max(state.dataUpdatedAt, state.errorUpdatedAt))),
    ask(): void {
      REFETCH[place.kind]().catch(() => {
        // The next poll retries.
      })
    },
  }
}

/**
 * Returns a generation whose form has arrived, with nothing else known yet.
 *
 * @param now milliseconds since 1970
 */
const newGeneration = (id: string, now: number): Generation => ({
  id,
  state: 'checking',
  attempt: 0,
  attempts: 0,
  createdAt: new Date(now).toISOString(),
  card: null,
  error: null,
  faces: [],
  finish: null,
  notices: [],
  freeAdjustments: 0,
  freePoses: null,
  canUndoPose: false,
})

const isLiveType = (type: string): type is LiveType => Object.hasOwn(LIVE_MESSAGES, type)

type ListName = Parameters<typeof cardsQuery>[1]

/** Returns the lists on screen. */
function getActiveLists(cache: QueryClient) {
  return cache
    .getQueryCache()
    .findAll({ queryKey: LISTS_KEY, type: 'active' })
    .map(({ queryKey, state }) => {
      const [list, team] = queryKey.slice(LISTS_KEY.length) as [ListName, string | null]
      return { list, team, cards: (state.data as Card[] | undefined) ?? [] }
    })
}
