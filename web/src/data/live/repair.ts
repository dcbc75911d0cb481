import type { QueryClient } from '@tanstack/react-query'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { LIVE_MESSAGES, type LiveData, type LiveType } from '#shared/contracts/live.ts'
import type { Card } from '#shared/domain/card.ts'
import { isMissing } from '#web/lib/failure.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { cardQuery, cardsQuery, LISTS_KEY, updateCard } from '../cards.ts'
import { dropFromLists } from '../drop-card.ts'
import { putOffLeaving } from '../reports.ts'
import { generationQuery } from '../generations.ts'
import { isVoting } from '../votes.ts'
import { type LiveNews, type LivePlace, newsQuery } from './news.ts'

type Deps = {
  platform: Pick<Platform, 'api' | 'memory' | 'tabMemory' | 'account' | 'now'>
  cache: QueryClient
  change: (part: Partial<LiveNews>) => void
}

/** So many cards are asked for one by one; the others are when it is asked again. */
const DOUBTED_MAX = 8

/** Applies live messages about a subject to the cache. `ask` fetches the same state instead. */
export function createRepair(place: LivePlace, { platform, cache, change }: Deps) {
  const { api } = platform

  const count = ({ id, votes }: Pick<Card, 'id' | 'votes'>) => updateCard(cache, id, (kept) => ({ ...kept, votes }))

  function arrive(ids: readonly string[]) {
    const { arrived } = cache.getQueryData(newsQuery(place).queryKey)!
    const listed = new Set(shownLists(cache).flatMap(({ cards }) => cards.map(({ id }) => id)))
    const fresh = ids.filter((id) => !listed.has(id) && !arrived.includes(id))
    if (fresh.length > 0) change({ arrived: [...arrived, ...fresh] })
  }

  function leave(id: string) {
    if (!putOffLeaving(cache, id)) dropFromLists(cache, platform.memory, id)
    const { arrived } = cache.getQueryData(newsQuery(place).queryKey)!
    if (arrived.includes(id)) change({ arrived: arrived.filter((other) => other !== id) })
    // Its own page shows the new state.
    if (place.kind === 'card') void askForPage(id)
  }

  const askForPage = (id: string) => cache.invalidateQueries({ queryKey: cardQuery(platform, id).queryKey })
  const generation = () => generationQuery(platform, place.id).queryKey
  const shown = () => {
    const queryKey = { hall: LISTS_KEY, card: cardQuery(platform, place.id).queryKey, job: generation() }[place.kind]
    return cache.getQueryCache().findAll({ queryKey, type: 'active' })
  }

  function progress({ id, state, attempt, attempts }: LiveData<'generation'>) {
    const known = cache.getQueryData(generation())
    if (id !== place.id || (known && !isWaiting(known.state))) return
    // The first step may be told before the form's own answer has come.
    if (isWaiting(state))
      cache.setQueryData(generation(), { ...(known ?? newGeneration(id, platform.now())), state, attempt, attempts })
    else void cache.invalidateQueries({ queryKey: generation() })
  }

  const TOLD: { [T in LiveType]: (data: LiveData<T>) => void } = {
    votes: ({ cards }) => cards.forEach(count),
    card: ({ id }) => (place.kind === 'card' ? void askForPage(id) : arrive([id])),
    gone: ({ id }) => leave(id),
    generation: progress,
  }

  async function askForLists() {
    const missing = new Set<string>()
    const listed = new Set<string>()
    for (const { list, team, cards } of shownLists(cache)) {
      const asked = new Map(cards.filter(({ id }) => !isVoting(cache, id)).map(({ id, votes }) => [id, votes]))
      const now = await api.cards.list(list, team)
      for (const { id, votes } of now)
        // Votes and messages that came meanwhile are newer than the answer.
        updateCard(cache, id, (kept) => (kept.votes === asked.get(id) ? { ...kept, votes } : kept))
      const known = new Set(cards.map(({ id }) => id))
      for (const { id } of now) listed.add(id)
      for (const id of known) if (!listed.has(id)) missing.add(id)
      // The card can only have climbed in the other lists.
      if (list === 'strip') arrive(now.map(({ id }) => id).filter((id) => !known.has(id)))
    }
    for (const id of [...missing].filter((one) => !listed.has(one)).slice(0, DOUBTED_MAX))
      if (await hasLeft(id)) leave(id)
  }

  /** A card that a list no longer names may only have been overtaken. */
  const hasLeft = (id: string): Promise<boolean> =>
    api.cards.get(id, null).then(
      ({ visibility, hidden }) => visibility !== 'public' || hidden,
      (thrown: unknown) => isMissing(thrown),
    )

  const ASKED: Record<LivePlace['kind'], () => Promise<unknown>> = {
    hall: askForLists,
    card: () => askForPage(place.id),
    job: () => cache.invalidateQueries({ queryKey: generation() }),
  }

  return {
    told(type: string, data: unknown): void {
      if (!isLiveType(type)) return
      const parsed = LIVE_MESSAGES[type].safeParse(data)
      if (parsed.success) (TOLD[type] as (data: unknown) => void)(parsed.data)
    },
    /** When the oldest of what is on the screen was loaded or refused, in milliseconds since 1970. */
    shownSince: (): number =>
      Math.min(...shown().map(({ state }) => Math.max(state.dataUpdatedAt, state.errorUpdatedAt))),
    ask(): void {
      ASKED[place.kind]().catch(() => {
        // It is asked again soon.
      })
    },
  }
}

/**
 * A generation of which no more is known yet than that its form has arrived.
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
})

const isLiveType = (type: string): type is LiveType => Object.hasOwn(LIVE_MESSAGES, type)

type ShownList = Parameters<typeof cardsQuery>[1]

/** The lists that are on the screen just now. */
function shownLists(cache: QueryClient) {
  return cache
    .getQueryCache()
    .findAll({ queryKey: LISTS_KEY, type: 'active' })
    .map(({ queryKey, state }) => {
      const [list, team] = queryKey.slice(LISTS_KEY.length) as [ShownList, string | null]
      return { list, team, cards: (state.data as Card[] | undefined) ?? [] }
    })
}
