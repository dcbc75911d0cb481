import { DEFAULT_SEARCH_LANGUAGE } from '#shared/client/limits.ts'
import type { Budgets } from '../budgets.ts'
import type { Finding, WebSearch } from './web-search.ts'

/** Options of every search by a model. */
const OPTIONS = { kind: 'web', hl: DEFAULT_SEARCH_LANGUAGE, num: 10 } as const

type SearchService = {
  require(): void
  find(search: typeof OPTIONS & { readonly q: string }): Promise<{ readonly organic_results: readonly Finding[] }>
}

/**
 * Creates the web search for models whose provider has none. Each search is charged to the payer's data budget.
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
