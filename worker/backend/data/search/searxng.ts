import type { SearchKind } from '../schema.ts'
import { linkAt, listAt, numberAt, rankResults, textAt } from './reader.ts'
import type { SearchService } from './results.ts'

const CATEGORIES: Record<SearchKind, string> = {
  web: 'general',
  news: 'news',
  images: 'images',
  videos: 'videos',
  shopping: 'shopping',
}

/** A self-hosted instance with `json` among its formats. https://docs.searxng.org/dev/search_api.html */
export const searxng: SearchService = {
  needsKey: false,
  url: null,

  createRequest({ q, location, hl, kind }, { url, key }) {
    const query = new URLSearchParams({
      // SearXNG has no location parameter, so the place goes into the query.
      q: location ? `${q} ${location}` : q,
      format: 'json',
      language: hl,
      categories: CATEGORIES[kind],
    })
    return { url: `${url}/search?${query}`, headers: key === '' ? {} : { authorization: `Bearer ${key}` } }
  },

  read(response, { kind }) {
    const results = listAt(response, 'results')
    const page = (item: unknown) => ({
      snippet: textAt(item, 'content'),
      source: textAt(item, 'source') ?? textAt(item, 'engine'),
      date: textAt(item, 'publishedDate'),
      thumbnail: linkAt(item, 'thumbnail') ?? linkAt(item, 'thumbnail_src') ?? linkAt(item, 'img_src'),
    })
    const lists = {
      web: () => ({ organic_results: rankResults(results, 'url', page) }),
      news: () => ({ news_results: rankResults(results, 'url', page) }),
      videos: () => ({
        video_results: rankResults(results, 'url', (item) => ({ ...page(item), duration: textAt(item, 'length') })),
      }),
      images: () => ({
        image_results: rankResults(results, 'url', (item) => ({
          source: textAt(item, 'source'),
          original: linkAt(item, 'img_src'),
          thumbnail: linkAt(item, 'thumbnail_src'),
        })),
      }),
      shopping: () => ({
        shopping_results: rankResults(results, 'url', (item) => ({
          source: textAt(item, 'engine'),
          price: textAt(item, 'price'),
          thumbnail: linkAt(item, 'thumbnail'),
        })),
      }),
    }
    const total = numberAt(response, 'number_of_results')
    return {
      ...lists[kind](),
      related_searches: listAt(response, 'suggestions').flatMap((query) =>
        typeof query === 'string' ? [{ query }] : [],
      ),
      // SearXNG reports zero when none of its engines has counted.
      ...(total ? { total_results: total } : {}),
    }
  },
}
