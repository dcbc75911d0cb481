/** Built of web/src/entry-server.tsx. */
declare module '#pages' {
  export function renderPage(request: {
    url: URL
    send: (path: string, init: RequestInit) => Promise<Response>
    now: number
    posted?: object | undefined
  }): Promise<unknown>
}
