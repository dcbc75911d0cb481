import type { EdgeContext } from '../app-env.ts'
import { fetchApi } from './fetch-api.ts'

/** A query's data, or the status of its error. */
export type QueryResult = { readonly data?: unknown; readonly status: number }

export type RenderedPage = {
  /** The screen's HTML, for `#root`. */
  readonly html: string
  /** Preload links for its first pictures, for `<head>`. */
  readonly preloads: string
  /** TanStack Query's dehydrated cache. */
  readonly state: object
  /** Returns the result of one of the screen's queries. */
  getResult(...queryKey: readonly unknown[]): QueryResult
}

/**
 * Renders a screen of web/src for this visitor with data from the API.
 *
 * @param path the screen's path. Default: the request's, which differs for forms.
 * @param posted values of a form that was sent without scripts
 */
export async function renderPage(c: EdgeContext, path?: string, posted?: object): Promise<RenderedPage> {
  const { origin, services } = c.var
  const { pathname, search } = new URL(c.req.url)
  // Imported lazily, because evaluating it would add 15 ms to the Worker's startup.
  const { renderPage: render } = await import('#pages')
  const { client, ...page } = await render({
    url: new URL(path ?? pathname + search, origin),
    send: (path) => fetchApi(c, path),
    now: services.clock(),
    posted,
  })
  return {
    ...page,
    getResult(...queryKey) {
      const query = client.getQueryState(queryKey)
      const errorStatus = (query?.error as { status?: number } | null | undefined)?.status
      return { data: query?.data, status: errorStatus ?? (query?.data === undefined ? 500 : 200) }
    },
  }
}
