import { type Analytics, createAnalytics } from '#shared/client/analytics.ts'
import { createTransport } from '#shared/client/transport.ts'
import { createBrowserHost } from './host.ts'

let analytics: Analytics | null = null

/** The page's one count. It goes without the cookie, so that what is counted is nobody's, and outlives the page. */
export function openAnalytics(projectId: string): Analytics {
  const transport = createTransport({
    coreUrl: location.origin,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit', keepalive: true }),
  })
  analytics ??= createAnalytics(transport, { projectId, host: createBrowserHost() })
  return analytics
}
