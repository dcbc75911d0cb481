import { AppError } from '#shared/client/errors.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import type { DataSettings, SearchProvider } from '#worker/settings/data.ts'
import { notConfiguredError } from '../not-configured.ts'
import { brave } from './brave.ts'
import { completeResults, type Search, type SearchResults, type SearchService } from './results.ts'
import { searxng } from './searxng.ts'
import { serper } from './serper.ts'

const SERVICES: Record<SearchProvider, SearchService> = { brave, serper, searxng }
const ANSWER_MAX_BYTES = 4 * 1024 * 1024
const OK = 200

/** Client of the search service that the settings name. */
export class SearchClient {
  private readonly settings: DataSettings['search']
  private readonly guard: Guard

  constructor(settings: DataSettings['search'], guard: Guard) {
    this.settings = settings
    this.guard = guard
  }

  /** Checks the settings before payment, so that an impossible call costs nothing. @throws AppError `NOT_CONFIGURED` */
  require(): void {
    this.requireService()
  }

  /** @throws AppError `UPSTREAM_FAILED` when the service does not return search results */
  async find(search: Search): Promise<SearchResults> {
    const { service, url } = this.requireService()
    const { url: address, ...call } = service.createRequest(search, { url, key: this.settings.key ?? '' })
    const { status, bytes } = await this.guard.fetch(address, { ...call, maxBytes: ANSWER_MAX_BYTES })
    if (status !== OK) throw new AppError('UPSTREAM_FAILED', `The search service returned ${status}.`)
    return completeResults(service.read(parseJson(bytes), search), search.num)
  }

  /** @throws AppError `NOT_CONFIGURED` naming the setting that is missing */
  private requireService(): { service: SearchService; url: string } {
    const { provider, key } = this.settings
    if (provider === null) throw notConfiguredError('SEARCH_PROVIDER')
    const service = SERVICES[provider]
    if (service.needsKey && key === null) throw notConfiguredError('SEARCH_API_KEY')
    const url = this.settings.url ?? service.url
    if (url === null) throw notConfiguredError('SEARCH_URL')
    return { service, url }
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new AppError('UPSTREAM_FAILED', undefined, { cause })
  }
}
