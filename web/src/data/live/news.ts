import { queryOptions, skipToken } from '@tanstack/react-query'

/** The subject of a screen's subscription: the Hall, one card, one generation, or one league by its channel. */
export type LivePlace = { kind: 'hall' | 'card' | 'job' | 'league'; id: string }

export const HALL: LivePlace = { kind: 'hall', id: '' }

/** Live state of a subject, in addition to the queries that it updates. */
export type LiveNews = {
  /** Number of visitors on the page, including this one; null while unknown. */
  fans: number | null
  /** New cards that no list shows yet. */
  arrived: readonly string[]
  /** True while updates are pushed; otherwise they are polled. */
  isHeard: boolean
}

export const QUIET: LiveNews = { fans: null, arrived: [], isHeard: false }

export const newsQuery = ({ kind, id }: LivePlace) =>
  queryOptions({ queryKey: ['live', kind, id], queryFn: skipToken, initialData: QUIET })
