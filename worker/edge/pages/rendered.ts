import type { EdgeContext } from '../app-env.ts'
import { askApi } from './ask-api.ts'

/** What a query of the screen has come to. */
export type Known = { readonly data?: unknown; readonly status: number }

export type Rendered = {
  /** The screen, for `#root`, and the links that ask for its first pictures. */
  readonly html: string
  readonly preloads: string
  /** What the screen begins with in the browser. */
  readonly state: object
  /** What was answered to a query, by its key. */
  known(...key: readonly unknown[]): Known
}

type Client = { getQueryState(key: readonly unknown[]): { data?: unknown; error: unknown } | undefined }

/** Renders the screens of web/src for this visitor, with what the API answers. */
/** @param path where the screen is, if not at the address that was asked: that of a form */
export async function renderPage(c: EdgeContext, path?: string, posted?: object): Promise<Rendered> {
  const { origin, services } = c.var
  const { pathname, search } = new URL(c.req.url)
  // Run with the first page, not when the Worker starts.
  const { renderPage: render } = await import('#pages')
  const { client, ...page } = (await render({
    url: new URL(path ?? pathname + search, origin),
    send: (path: string) => askApi(c, path),
    now: services.clock(),
    posted,
  })) as { html: string; preloads: string; state: object; client: Client }
  return {
    ...page,
    known(...key) {
      const found = client.getQueryState(key)
      const failed = (found?.error as { status?: number } | null | undefined)?.status
      return { data: found?.data, status: failed ?? (found?.data === undefined ? 500 : 200) }
    },
  }
}
