import { createClient, type ClientOptions } from '#shared/client/index.ts'
import type { AnalyticsEvent } from '#shared/client/analytics/event.ts'
import { createScriptedHost, flushPromises } from '../../support/scripted-host.ts'
import { createScriptedBrowser } from '../../support/scripted-page.ts'

type Event = AnalyticsEvent & Record<string, unknown>

/** Browser tabs with analytics, a clock, and a server that accepts or refuses their events. */
export function createAnalyticsTabs() {
  const browser = createScriptedBrowser()
  const world = createScriptedHost()
  const batches: Event[][] = []
  const server = { respond: (): Response => Response.json({ success: true }) }

  function open(address = 'https://app.example/play', more: Partial<ClientOptions> = {}) {
    const tab = browser.openTab(address)
    const { analytics } = createClient({
      projectId: 'p1',
      coreUrl: 'https://core.example',
      host: { ...world.host, page: tab.page },
      fetch: async (url, init) => {
        if (url !== 'https://core.example/api/analytics/p1/log') return Response.json(null, { status: 401 })
        const response = server.respond()
        batches.push((JSON.parse(String(init.body)) as { events: Event[] }).events)
        return response
      },
      ...more,
    })
    return { ...tab, analytics }
  }

  return {
    ...browser,
    open,
    server,
    batches,
    events: () => batches.flat(),
    pass: world.pass,
    wake: world.wake,
    settled: flushPromises,
    /** This browser's stored queue, by name. */
    getStored: (what: string): unknown => JSON.parse(browser.stored.get(`analytics-${what}:p1`) ?? 'null'),
  }
}

export const refuse = (status: number) => () => Response.json({ error: 'no' }, { status })
