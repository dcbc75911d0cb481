import type { ToolSet } from 'ai'
import { AppError } from '#shared/client/errors.ts'
import type { Payer } from '../budgets.ts'
import type { Source } from './lines.ts'
import { loadSdk } from './sdk.ts'

/** Web search for models whose provider has none. */
export type WebSearch = {
  /** Checks the configuration. @throws AppError `NOT_CONFIGURED` naming the missing setting */
  require(): void
  /**
   * @param payer charged for paid searches; null means the owner, who has no limit
   * @throws AppError `RATE_LIMITED` when the payer's share is used up
   */
  find(query: string, payer: Payer | null): Promise<readonly Finding[]>
}

export type Finding = { readonly title: string; readonly link: string; readonly snippet?: string | undefined }

/** Maximum number of results per search that a model reads. */
const RESULTS_MAX = 6
/** Limit per request. A model may search several times in each step, and every search costs money. */
const SEARCHES_MAX = 10

export type SearchTool = {
  readonly tools: ToolSet
  /** Returns the results found since the last call, as sources for the response. */
  found(): Source[]
}

/**
 * Creates the web search tool for one request. Its results become sources of the response, as with providers' own
 * searches. A failed search is reported only to the model.
 */
export async function createSearchTool(web: WebSearch, payer: Payer | null): Promise<SearchTool> {
  const { jsonSchema, tool } = await loadSdk()
  let sources: Source[] = []
  let left = SEARCHES_MAX
  const web_search = tool({
    description: 'Searches the web.',
    inputSchema: jsonSchema<{ query: string }>({
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
      additionalProperties: false,
    }),
    async execute({ query }) {
      if (left-- <= 0) throw new AppError('RATE_LIMITED', 'No searches are left for this response.')
      const findings = (await web.find(query, payer)).slice(0, RESULTS_MAX)
      sources.push(...findings.map(({ link, title }) => ({ id: crypto.randomUUID(), url: link, title })))
      return findings.map(({ title, link, snippet = '' }) => ({ title, url: link, snippet }))
    },
  })
  return {
    tools: { web_search },
    found() {
      const found = sources
      sources = []
      return found
    },
  }
}
