import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'vite'

/** The app's own pages: their HTML is Vite's in development, the Worker's otherwise. */
const PAGE = /^\/(?:hall-of-fame|card\/[^/]+|my-cards|contact|privacy-policy)?\/?(?:\?|$)/
/** Everything that Vite does not serve itself. Vite serves modules, its client and `public/`. */
const NOT_VITES = '^/(?!@|src/|node_modules/|first-paint\\.js|manifest\\.webmanifest|[^/]+\\.(?:svg|png|ico|jpg)$)'

/**
 * Proxies everything but pages and modules to the Worker in development: the API, pictures, sign-in, sockets. The
 * `Host` header stays, so the Worker writes addresses of this server.
 *
 * @param workerUrl where the Worker listens; missing: nothing is sent on
 */
export const workerBehind = (workerUrl: string | undefined): Plugin => ({
  name: 'worker-behind',
  apply: 'serve',
  config: () =>
    workerUrl === undefined ? {} : { server: { hmr: { path: '/@hmr' }, proxy: { [NOT_VITES]: toWorker(workerUrl) } } },
})

const toWorker = (target: string) => ({
  target,
  ws: true,
  bypass: (request: IncomingMessage) => (isPage(request) ? '/index.html' : undefined),
})

/** True if a browser asks for one of the app's pages; the realtime socket has the same address as the first one. */
export const isPage = ({ method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean =>
  method === 'GET' && headers.upgrade === undefined && (headers.accept ?? '').includes('text/html') && PAGE.test(url)
