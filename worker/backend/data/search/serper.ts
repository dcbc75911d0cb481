import type { SearchKind } from '../schema.ts'
import { dropUndefined, listAt, numberAt, rankResults, textAt, linkAt } from './reader.ts'
import type { SearchService } from './results.ts'

const PATHS: Record<SearchKind, string> = {
  web: 'search',
  news: 'news',
  images: 'images',
  videos: 'videos',
  shopping: 'shopping',
}

/** https://serper.dev */
export const serper: SearchService = {
  needsKey: true,
  url: 'https://google.serper.dev',

  createRequest: ({ q, location, hl, num, kind }, { url, key }) => ({
    url: `${url}/${PATHS[kind]}`,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ q, hl, num, ...(location ? { location } : {}) }),
  }),

  read(response) {
    const page = (item: unknown) => ({
      snippet: textAt(item, 'snippet'),
      source: textAt(item, 'source'),
      date: textAt(item, 'date'),
      thumbnail: linkAt(item, 'imageUrl'),
    })
    return {
      organic_results: rankResults(listAt(response, 'organic'), 'link', page),
      news_results: rankResults(listAt(response, 'news'), 'link', page),
      video_results: rankResults(listAt(response, 'videos'), 'link', (item) => ({
        ...page(item),
        duration: textAt(item, 'duration'),
      })),
      image_results: rankResults(listAt(response, 'images'), 'link', (item) => ({
        source: textAt(item, 'source'),
        original: linkAt(item, 'imageUrl'),
        thumbnail: linkAt(item, 'thumbnailUrl'),
      })),
      shopping_results: rankResults(listAt(response, 'shopping'), 'link', (item) => ({
        source: textAt(item, 'source'),
        price: textAt(item, 'price'),
        thumbnail: linkAt(item, 'imageUrl'),
        rating: numberAt(item, 'rating'),
      })),
      local_results: listAt(response, 'places').map((item, i) => ({
        position: i + 1,
        title: textAt(item, 'title') ?? '',
        ...dropUndefined({
          address: textAt(item, 'address'),
          phone: textAt(item, 'phoneNumber'),
          link: linkAt(item, 'website'),
          rating: numberAt(item, 'rating'),
        }),
      })),
      people_also_ask: listAt(response, 'peopleAlsoAsk').map((item) => ({
        question: textAt(item, 'question') ?? '',
        ...dropUndefined({
          snippet: textAt(item, 'snippet'),
          title: textAt(item, 'title'),
          link: linkAt(item, 'link'),
        }),
      })),
      related_searches: listAt(response, 'relatedSearches').map((item) => ({ query: textAt(item, 'query') ?? '' })),
    }
  },
}
