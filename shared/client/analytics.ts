import { createKept } from './analytics/kept.ts'
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
  /** The signed-in user, added to events; missing: none is. */
  readonly user?: (() => EventUser | null) | undefined
}

export type Analytics = {
  /**
   * Counts pages: the one that is shown, and each whose path comes after it. Idempotent.
   *
   * @returns stops it
   * @example const stop = backend.analytics.start()
   */
  readonly start: () => Cancel
  /**
   * Counts something that happened. Never throws and never waits.
   *
   * @example
   * backend.analytics.log('card_saved', { team: 'Green Bay Packers' })
   */
  readonly log: (type: string, data?: CustomData) => void
  /**
   * True if anything is counted: not outside of pages, not where the browser declines tracking, not once disabled.
   *
   * @example checkbox.checked = backend.analytics.isEnabled()
   */
  readonly isEnabled: () => boolean
  /** Counts again, after {@link Analytics.disable}. @example backend.analytics.enable() */
  readonly enable: () => void
  /** Counts nothing more in this browser and forgets what was not sent. @example backend.analytics.disable() */
  readonly disable: () => void
  /** Forgets the first campaign (UTM parameters). @example backend.analytics.clearAttribution() */
  readonly clearAttribution: () => void
}

const nothing = () => {}
const NOWHERE: Analytics = {
  start: () => nothing,
  log: nothing,
  isEnabled: () => false,
  enable: nothing,
  disable: nothing,
  clearAttribution: nothing,
}

/** Counting what happens on a page. Without one there is nothing to count. */
export function createAnalytics(transport: Transport, { host, ...options }: AnalyticsOptions): Analytics {
  return host.page === null ? NOWHERE : createForPage(transport, { ...options, host, page: host.page })
}

function createForPage(
  { call }: Transport,
  { projectId, host, page, user = () => null }: AnalyticsOptions & { page: Page },
): Analytics {
  const keep = <T>(what: string, read: (value: unknown) => T | null) =>
    createKept(page.local, `analytics-${what}:${projectId}`, read)
  const visit = keep('session', readVisit)
  const campaign = keep('attribution', readCampaign)
  const queue = createQueue(keep('queue', readEvents))
  const off = keep('off', (value) => (value === true ? true : null))
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
    for (const kept of [queue.clear, () => visit.set(null), () => campaign.set(null)]) kept()
  }

  function log(type: string, data: CustomData = {}): void {
    if (!isEnabled()) return forget()
    queue.add(record(type, data))
    sending.schedule()
  }

  function watchPages(): Cancel {
    let shown: string | null = null
    const look = () => {
      const pathname = parseUrl(page.address())?.pathname ?? '/'
      if (pathname === shown) return
      shown = pathname
      log('pageview')
    }
    const cancels = [
      page.onNavigated(look),
      page.onHidden(() => void sending.flush()),
      host.onWake(() => void sending.flush()),
    ]
    look()
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
