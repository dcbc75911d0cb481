/** The server bundle of the screens, which `npm run build` creates from web/src/entry-server.tsx. */
declare module '#pages' {
  import type { AdminView } from '#shared/contracts/admin-view.ts'
  import type { AuthView } from '#shared/contracts/auth-view.ts'

  /** The state of a TanStack Query query. */
  type QueryState = { readonly data?: unknown; readonly error: unknown }

  export function renderPage(request: {
    /** The page's URL as the visitor sees it. */
    url: URL
    /** Calls the product's API for this visitor. */
    send: (path: string, init: RequestInit) => Promise<Response>
    /** Milliseconds since 1970. */
    now: number
    /** The values of a form that was sent without scripts, and why they were rejected. */
    posted?: object | undefined
  }): Promise<{
    html: string
    preloads: string
    state: object
    client: { getQueryState(key: readonly unknown[]): QueryState | undefined }
  }>

  /** A page without the app's scripts. */
  export type PlainPage = { path: '/auth'; view: AuthView } | { path: '/admin'; view: AdminView }

  /** @param page `styles` are paths relative to the site's root */
  export function renderPlainPage(page: PlainPage & { styles: readonly string[] }): string
}
