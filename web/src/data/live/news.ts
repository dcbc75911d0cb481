import { queryOptions, skipToken } from '@tanstack/react-query'

/** The subject of a screen's subscription: the Hall, one card, or one generation. */
export type LivePlace = { kind: 'hall' | 'card' | 'job'; id: string }

export const HALL: LivePlace = { kind: 'hall', id: '' }

/** Live state of a subject, beside the other queries that it changes. */
export type LiveNews = {
  /** How many are there, this visitor included; null while unknown. */
  fans: number | null
  /** Cards that have come and that no list shows yet. */
  arrived: readonly string[]
  /** True if it is heard as it happens; otherwise it is asked for now and then. */
  isHeard: boolean
}

export const QUIET: LiveNews = { fans: null, arrived: [], isHeard: false }

export const newsQuery = ({ kind, id }: LivePlace) =>
  queryOptions({ queryKey: ['live', kind, id], queryFn: skipToken, initialData: QUIET })
