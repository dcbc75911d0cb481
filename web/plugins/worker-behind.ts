import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'vite'

/** The pages of the app. In development Vite serves their HTML, otherwise the Worker. */
const PAGE =
  /^\/(?:hall-of-fame|card\/[^/]+|my-cards|league(?:\/[^/]+)?|account|contact|privacy-policy|rules)?\/?(?:\?|$)/
/** Paths that Vite does not serve. It serves modules, its client and `public/`. */
const PROXIED = '^/(?!@|src/|node_modules/|first-paint\\.js|manifest\\.webmanifest|[^/]+\\.(?:svg|png|ico|jpg)$)'

/**
 * Proxies everything but pages and modules to the Worker in development: the API, pictures, sign-in, sockets. The
 * `Host` header stays, so the Worker writes URLs of this server.
 *
 * @param workerUrl the Worker's URL; without it, there is no proxy
 */
export const proxyToWorker = (workerUrl: string | undefined): Plugin => ({
  name: 'worker-behind',
  apply: 'serve',
  config: () =>
    workerUrl === undefined ? {} : { server: { hmr: { path: '/@hmr' }, proxy: { [PROXIED]: toWorker(workerUrl) } } },
})

const toWorker = (target: string) => ({
  target,
  ws: true,
  bypass: (request: IncomingMessage) => (isPage(request) ? '/index.html' : undefined),
})

/** True if a browser requests one of the app's pages. The realtime socket shares the URL `/`. */
export const isPage = ({ method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean =>
  method === 'GET' && headers.upgrade === undefined && (headers.accept ?? '').includes('text/html') && PAGE.test(url)
