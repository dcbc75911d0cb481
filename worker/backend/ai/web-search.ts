import type { ToolSet } from 'ai'
import { AppError } from '#shared/client/errors.ts'
import type { Payer } from '../budgets.ts'
import type { Source } from './lines.ts'
import { loadSdk } from './sdk.ts'

/** A search tool for models whose provider has none. */
export type WebSearch = {
  /** @throws AppError `NOT_CONFIGURED` naming the setting that is missing */
  require(): void
  /**
   * @param payer charged for paid searches; null: the owner, without a limit
   * @throws AppError `RATE_LIMITED` when the payer's share is used up
   */
  find(query: string, payer: Payer | null): Promise<readonly Finding[]>
}

export type Finding = { readonly title: string; readonly link: string; readonly snippet?: string | undefined }

/** A model reads so many results of each search. */
const READ = 6
/** A model may want many things at once in each of its steps, and each search is paid for. */
const SEARCHES_MAX = 10

export type SearchTool = {
  readonly tools: ToolSet
  /** Takes the results found since the last call, as sources of the model's answer. */
  found(): Source[]
}

/**
 * The web search tool of one answer. What it finds is answered as sources, as providers with a search of their own do;
 * a failed search is reported to the model alone.
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
      const findings = (await web.find(query, payer)).slice(0, READ)
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
