import type { Host } from '../host.ts'
import type { Page } from '../page.ts'
import { randomId } from '../random-id.ts'
import { firstCampaign } from './campaign.ts'
import { getChannel } from './channel.ts'
import { withEllipsis } from './ellipsis.ts'
import type { AnalyticsEvent, Campaign, CustomData } from './event.ts'
import type { StoredValue } from './stored-value.ts'
import { continueVisit, type Visit } from './visit.ts'
import { parseUrl } from '../parse-url.ts'

export type EventUser = { readonly id: string; readonly email?: string | undefined }

export type RecordDeps = {
  readonly projectId: string
  readonly host: Pick<Host, 'now' | 'random'>
  readonly page: Page
  readonly visit: StoredValue<Visit>
  readonly campaign: StoredValue<Campaign>
  readonly user: () => EventUser | null
}

/** Creates events with the page, the visit and its attribution filled in. */
export function createRecord({ projectId, host, page, visit, campaign, user }: RecordDeps) {
  return (type: string, data: CustomData): AnalyticsEvent => {
    const address = page.address()
    const { origin = '', pathname = '/' } = parseUrl(address) ?? {}
    const referrer = withoutQuery(page.referrer())
    const first = firstCampaign(campaign, page.landing())
    const { id, channel } = continueVisit(visit, host, () => getChannel({ medium: first.utm_medium, referrer, origin }))
    const signedIn = user()
    return {
      ...truncateTexts(data),
      event_id: randomId(),
      type: withEllipsis(type),
      timestamp: new Date(host.now()).toISOString(),
      project_id: projectId,
      user_id: signedIn?.id ?? null,
      user_email: signedIn?.email ?? null,
      session_id: id,
      pathname: withEllipsis(pathname),
      referrer: referrer === '' ? null : withEllipsis(referrer),
      screen_width: page.screenWidthPx(),
      channel,
      ...first,
    }
  }
}

/** Drops the query string, which may hold a token, a name or search terms. */
const withoutQuery = (address: string): string => address.replace(/[?#].*/s, '')

const truncateTexts = (data: CustomData): CustomData =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? withEllipsis(value) : value]),
  )
