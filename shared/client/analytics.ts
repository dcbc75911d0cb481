import { createStoredValue } from './analytics/stored-value.ts'
import { readCampaign } from './analytics/campaign.ts'
import type { CustomData } from './analytics/event.ts'
import { createQueue, readEvents } from './analytics/queue.ts'
import { createRecord, type EventUser } from './analytics/record.ts'
import { createSending } from './analytics/sending.ts'
import { readVisit } from './analytics/visit.ts'
import type { Cancel, Host } from './host.ts'
import type { Page } from './page.ts'
import type { Transport } from './transport.ts'
import { parseUrl } from './parse-url.ts'

export type AnalyticsOptions = {
  readonly projectId: string
  readonly host: Host
  /** The signed-in user, added to events. */
  readonly user?: (() => EventUser | null) | undefined
}

export type Analytics = {
  /**
   * Logs a page view now and on each change of the path. Idempotent.
   *
   * @returns a function that stops logging
   * @example const stop = backend.analytics.start()
   */
  readonly start: () => Cancel
  /**
   * Logs an event. Never throws and never waits.
   *
   * @example
   * backend.analytics.log('card_saved', { team: 'Green Bay Packers' })
   */
  readonly log: (type: string, data?: CustomData) => void
  /**
   * True if events are logged. False outside of pages, after `disable`, and where the browser declines tracking.
   *
   * @example checkbox.checked = backend.analytics.isEnabled()
   */
  readonly isEnabled: () => boolean
  /** Resumes logging after {@link Analytics.disable}. @example backend.analytics.enable() */
  readonly enable: () => void
  /** Stops logging in this browser and drops unsent events. @example backend.analytics.disable() */
  readonly disable: () => void
  /** Forgets the first campaign (UTM parameters). @example backend.analytics.clearAttribution() */
  readonly clearAttribution: () => void
}

const noop = () => {}
const NO_ANALYTICS: Analytics = {
  start: () => noop,
  log: noop,
  isEnabled: () => false,
  enable: noop,
  disable: noop,
  clearAttribution: noop,
}

/** Analytics of a page. Outside of pages, a no-op. */
export function createAnalytics(transport: Transport, { host, ...options }: AnalyticsOptions): Analytics {
  return host.page === null ? NO_ANALYTICS : createForPage(transport, { ...options, host, page: host.page })
}

function createForPage(
  { call }: Transport,
  { projectId, host, page, user = () => null }: AnalyticsOptions & { page: Page },
): Analytics {
  const store = <T>(name: string, read: (value: unknown) => T | null) =>
    createStoredValue(page.local, `analytics-${name}:${projectId}`, read)
  const visit = store('session', readVisit)
  const campaign = store('attribution', readCampaign)
  const queue = createQueue(store('queue', readEvents))
  const off = store('off', (value) => (value === true ? true : null))
  const record = createRecord({ projectId, host, page, visit, campaign, user })
  const path = `/api/analytics/${encodeURIComponent(projectId)}/log`

  const isEnabled = () => off.get() === null && !page.declinesTracking()
  const sending = createSending({
    host,
    queue,
    alone: (work) => page.alone(`analytics:${projectId}`, work),
    send: async (events) => void (await call({ method: 'POST', path, json: { events } })),
    maySend: () => page.isOnline() && isEnabled(),
  })
  let stopPages: Cancel | null = null

  function forget(): void {
    sending.stop()
    for (const clear of [queue.clear, () => visit.set(null), () => campaign.set(null)]) clear()
  }

  function log(type: string, data: CustomData = {}): void {
    if (!isEnabled()) return forget()
    queue.add(record(type, data))
    sending.schedule()
  }

  function watchPages(): Cancel {
    let lastPathname: string | null = null
    const logIfPathChanged = () => {
      const pathname = parseUrl(page.address())?.pathname ?? '/'
      if (pathname === lastPathname) return
      lastPathname = pathname
      log('pageview')
    }
    const cancels = [
      page.onNavigated(logIfPathChanged),
      page.onHidden(() => void sending.flush()),
      host.onWake(() => void sending.flush()),
    ]
    logIfPathChanged()
    return () => {
      for (const cancel of cancels) cancel()
      sending.stop()
      stopPages = null
    }
  }

  return {
    start: () => (stopPages ??= watchPages()),
    log,
    isEnabled,
    enable: () => off.set(null),
    disable() {
      off.set(true)
      forget()
    },
    clearAttribution: () => campaign.set(null),
  }
}
