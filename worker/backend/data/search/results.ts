import type { SearchKind, SearchRequest } from '../schema.ts'

type Texts<K extends string> = Readonly<Partial<Record<K, string>>>

/** Search results under the names that clients read. A field that a service does not provide is missing. */
export type Found = { readonly position: number; readonly title: string; readonly link: string } & Texts<
  'snippet' | 'displayed_link' | 'source' | 'date' | 'thumbnail'
>
export type FoundImage = Omit<Found, 'snippet'> & Texts<'original'>
export type FoundVideo = Found & Texts<'duration'>
export type FoundProduct = Omit<Found, 'snippet' | 'date'> & Texts<'price'> & { readonly rating?: number }
export type FoundPlace = Omit<Found, 'link' | 'displayed_link'> &
  Texts<'link' | 'address' | 'phone'> & { readonly rating?: number }
export type RelatedQuestion = { readonly question: string } & Texts<'snippet' | 'title' | 'link'>

export type SearchResults = {
  readonly organic_results: readonly Found[]
  readonly related_searches: readonly { readonly query: string }[]
  readonly people_also_ask: readonly RelatedQuestion[]
  readonly local_results: readonly FoundPlace[]
  readonly news_results: readonly Found[]
  readonly image_results: readonly FoundImage[]
  readonly video_results: readonly FoundVideo[]
  readonly shopping_results: readonly FoundProduct[]
  /** Always empty, because no service returns ads through its API. */
  readonly ads: readonly never[]
  readonly total_results: number
}

/** An adapter for a search service: creates its request and reads its response. */
export type SearchService = {
  readonly needsKey: boolean
  /** Null for a self-hosted service. */
  readonly url: string | null
  createRequest(search: Search, at: { readonly url: string; readonly key: string }): SearchCall
  /** @param response unvalidated JSON */
  read(response: unknown, search: Search): Partial<SearchResults>
}

export type Search = Omit<SearchRequest, 'tbm'> & { readonly kind: SearchKind }
export type SearchCall = {
  readonly url: string
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Fills in missing lists, and limits lists of results to the requested number. */
export function completeResults(found: Partial<SearchResults>, num: number): SearchResults {
  const first = <T>(list: readonly T[] | undefined): readonly T[] => (list ?? []).slice(0, num)
  const lists = {
    organic_results: first(found.organic_results),
    related_searches: found.related_searches ?? [],
    people_also_ask: found.people_also_ask ?? [],
    local_results: first(found.local_results),
    news_results: first(found.news_results),
    image_results: first(found.image_results),
    video_results: first(found.video_results),
    shopping_results: first(found.shopping_results),
  }
  const counted = Object.values(lists).reduce((sum, list) => sum + list.length, 0)
  return { ...lists, ads: [], total_results: found.total_results ?? counted }
}
