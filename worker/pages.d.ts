/** The screens as `npm run build` bundles them for the Worker, from web/src/entry-server.tsx. */
declare module '#pages' {
  import type { AdminView } from '#shared/contracts/admin-view.ts'
  import type { AuthView } from '#shared/contracts/auth-view.ts'

  /** A query of the screen, as TanStack Query keeps it. */
  type QueryState = { readonly data?: unknown; readonly error: unknown }

  export function renderPage(request: {
    /** The page's address as the visitor sees it. */
    url: URL
    /** Asks the product's API for this visitor. */
    send: (path: string, init: RequestInit) => Promise<Response>
    /** Milliseconds since 1970. */
    now: number
    /** The fields that a form without scripts has sent, and why they were refused. */
    posted?: object | undefined
  }): Promise<{
    html: string
    preloads: string
    state: object
    client: { getQueryState(key: readonly unknown[]): QueryState | undefined }
  }>

  /** A page that runs none of the app's scripts, and what it shows. */
  export type PlainPage = { path: '/auth'; view: AuthView } | { path: '/admin'; view: AdminView }

  /** @param page its styles are paths from the site's root */
  export function renderPlainPage(page: PlainPage & { styles: readonly string[] }): string
}
