import { AppError } from '#shared/client/errors.ts'
import type { SearchKind } from '../schema.ts'
import { at, dropUndefined, linkAt, listAt, numberAt, rankResults, textAt } from './reader.ts'
import type { SearchService } from './results.ts'

/** Endpoint and maximum results per request, by kind of search. https://api-dashboard.search.brave.com/documentation */
const ENDPOINTS: Partial<Record<SearchKind, { readonly path: string; readonly max: number }>> = {
  web: { path: 'web/search', max: 20 },
  news: { path: 'news/search', max: 50 },
  images: { path: 'images/search', max: 100 },
  videos: { path: 'videos/search', max: 50 },
}

export const brave: SearchService = {
  needsKey: true,
  url: 'https://api.search.brave.com/res/v1',

  createRequest({ q, location, hl, num, kind }, { url, key }) {
    const endpoint = ENDPOINTS[kind]
    if (endpoint === undefined)
      throw new AppError('NOT_IMPLEMENTED', 'This search service does not support product searches.')
    const query = new URLSearchParams({
      q,
      count: String(Math.min(num, endpoint.max)),
      search_lang: hl.split('-')[0]!,
    })
    return {
      url: `${url}/${endpoint.path}?${query}`,
      headers: {
        accept: 'application/json',
        'x-subscription-token': key,
        // A header value must be printable ASCII.
        ...(location && /^[\x20-\x7e]+$/.test(location) ? { 'x-loc-city': location } : {}),
      },
    }
  },

  read(response, { kind }) {
    const page = (item: unknown) => ({
      snippet: textAt(item, 'description'),
      displayed_link: textAt(item, 'meta_url', 'hostname'),
      source: textAt(item, 'profile', 'name') ?? textAt(item, 'meta_url', 'hostname'),
      date: textAt(item, 'page_age') ?? textAt(item, 'age'),
      thumbnail: linkAt(item, 'thumbnail', 'src'),
    })
    const video = (item: unknown) => ({ ...page(item), duration: textAt(item, 'video', 'duration') })
    const own = (wanted: SearchKind) => listAt(response, ...(kind === wanted ? ['results'] : [wanted, 'results']))
    return {
      organic_results: rankResults(kind === 'web' ? listAt(response, 'web', 'results') : [], 'url', page),
      news_results: rankResults(own('news'), 'url', page),
      video_results: rankResults(own('videos'), 'url', video),
      image_results: rankResults(kind === 'images' ? own('images') : [], 'url', (item) => ({
        source: textAt(item, 'source'),
        original: linkAt(item, 'properties', 'url'),
        thumbnail: linkAt(item, 'thumbnail', 'src'),
      })),
      local_results: listAt(response, 'locations', 'results').map((item, i) => ({
        position: i + 1,
        title: textAt(item, 'title') ?? '',
        ...dropUndefined({
          address: textAt(item, 'postal_address', 'displayAddress'),
          phone: textAt(item, 'contact', 'telephone'),
          link: linkAt(item, 'url'),
          rating: numberAt(item, 'rating', 'ratingValue'),
        }),
      })),
      people_also_ask: listAt(response, 'faq', 'results').map((item) => ({
        question: textAt(item, 'question') ?? '',
        ...dropUndefined({ snippet: textAt(item, 'answer'), title: textAt(item, 'title'), link: linkAt(item, 'url') }),
      })),
      related_searches: [at(response, 'query', 'related_queries')].flat().flatMap((item) => {
        const query = Array.isArray(item) ? textAt(item, 0) : textAt({ item }, 'item')
        return query === undefined ? [] : [{ query }]
      }),
    }
  },
}
