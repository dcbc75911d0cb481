import type { ToolSet } from 'ai'
import type { Source } from './lines.ts'
import { loadSdk } from './sdk.ts'

/** How a search service is asked, for models whose provider has none. */
export type WebSearch = {
  /** @throws AppError `NOT_CONFIGURED` naming the setting that is missing */
  require(): void
  find(query: string): Promise<readonly Finding[]>
}

export type Finding = { readonly title: string; readonly link: string; readonly snippet?: string | undefined }

/** A model reads so many results of each search. */
const READ = 6

export type SearchTool = {
  readonly tools: ToolSet
  /** What was found since the last time, as sources of what the model will say. */
  found(): Source[]
}

/** A tool that looks things up. What it finds is told as sources, as providers with a search of their own do. */
export async function searchToolOf(web: WebSearch): Promise<SearchTool> {
  const { jsonSchema, tool } = await loadSdk()
  let sources: Source[] = []
  const web_search = tool({
    description: 'Looks things up on the web.',
    inputSchema: jsonSchema<{ query: string }>({
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
      additionalProperties: false,
    }),
    async execute({ query }) {
      const findings = (await web.find(query)).slice(0, READ)
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
