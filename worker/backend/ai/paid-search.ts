import { DEFAULT_SEARCH_LANGUAGE } from '#shared/client/limits.ts'
import type { Budgets } from '../budgets.ts'
import type { Finding, WebSearch } from './web-search.ts'

/** The kind and size of a model's searches. */
const OPTIONS = { kind: 'web', hl: DEFAULT_SEARCH_LANGUAGE, num: 10 } as const

type SearchService = {
  require(): void
  find(search: typeof OPTIONS & { readonly q: string }): Promise<{ readonly organic_results: readonly Finding[] }>
}

/**
 * The search of models whose provider has none: each is taken from the data budget of the caller who pays.
 *
 * @example
 * const web = createPaidSearch(data.search, budgets)
 */
export const createPaidSearch = (search: SearchService, budgets: Pick<Budgets, 'payForData'>): WebSearch => ({
  require: () => search.require(),
  find: async (q, payer) => {
    if (payer !== null) await budgets.payForData(payer)
    return (await search.find({ ...OPTIONS, q })).organic_results
  },
})
