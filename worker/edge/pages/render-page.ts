import type { EdgeContext } from '../app-env.ts'
import { askApi } from './ask-api.ts'

/** The result of a query: its data, or the status of its failure. */
export type QueryResult = { readonly data?: unknown; readonly status: number }

export type RenderedPage = {
  /** The screen, for `#root`. */
  readonly html: string
  /** The links that ask for its first pictures, for `<head>`. */
  readonly preloads: string
  /** TanStack Query's dehydrated cache, with which the screen begins in the browser. */
  readonly state: object
  /** Returns what a query of the screen has come to. */
  getResult(...queryKey: readonly unknown[]): QueryResult
}

/**
 * Renders a screen of web/src for this visitor with what the API answers.
 *
 * @param path of the screen, when it is not the one of the request: a form is sent to an address of its own
 * @param posted what a form without scripts has sent
 */
export async function renderPage(c: EdgeContext, path?: string, posted?: object): Promise<RenderedPage> {
  const { origin, services } = c.var
  const { pathname, search } = new URL(c.req.url)
  // Imported with the first page: evaluating it takes 15 ms of the Worker's start-up.
  const { renderPage: render } = await import('#pages')
  const { client, ...page } = await render({
    url: new URL(path ?? pathname + search, origin),
    send: (path) => askApi(c, path),
    now: services.clock(),
    posted,
  })
  return {
    ...page,
    getResult(...queryKey) {
      const found = client.getQueryState(queryKey)
      const failed = (found?.error as { status?: number } | null | undefined)?.status
      return { data: found?.data, status: failed ?? (found?.data === undefined ? 500 : 200) }
    },
  }
}
