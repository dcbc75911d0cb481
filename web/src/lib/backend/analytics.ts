import { type Analytics, createAnalytics } from '#shared/client/analytics.ts'
import { createTransport } from '#shared/client/transport.ts'
import { createBrowserHost } from '#shared/client/browser/host.ts'

let analytics: Analytics | null = null

/** Opens the page's analytics. Requests omit cookies, so that counts are anonymous (worker/backend/DECISIONS.md). */
export function openAnalytics(projectId: string): Analytics {
  const transport = createTransport({
    coreUrl: location.origin,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit', keepalive: true }),
  })
  analytics ??= createAnalytics(transport, { projectId, host: createBrowserHost() })
  return analytics
}
