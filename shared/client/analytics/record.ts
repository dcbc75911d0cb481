import type { Host } from '../host.ts'
import type { Page } from '../page.ts'
import { randomId } from '../random-id.ts'
import { firstCampaign } from './campaign.ts'
import { channelOf } from './channel.ts'
import { withEllipsis } from './ellipsis.ts'
import type { AnalyticsEvent, Campaign, CustomData } from './event.ts'
import type { Kept } from './kept.ts'
import { continueVisit, type Visit } from './visit.ts'
import { parseUrl } from '../parse-url.ts'

export type EventUser = { readonly id: string; readonly email?: string | undefined }

export type RecordDeps = {
  readonly projectId: string
  readonly host: Pick<Host, 'now' | 'random'>
  readonly page: Page
  readonly visit: Kept<Visit>
  readonly campaign: Kept<Campaign>
  readonly user: () => EventUser | null
}

/** Writes down what happened, with all that is known of the page, the visit and how it began. */
export function createRecord({ projectId, host, page, visit, campaign, user }: RecordDeps) {
  return (type: string, data: CustomData): AnalyticsEvent => {
    const address = page.address()
    const { origin = '', pathname = '/' } = parseUrl(address) ?? {}
    const referrer = withoutQuery(page.referrer())
    const first = firstCampaign(campaign, page.landing())
    const { id, channel } = continueVisit(visit, host, () => channelOf({ medium: first.utm_medium, referrer, origin }))
    const signedIn = user()
    return {
      ...cut(data),
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

/** A query string may be private: a token, a name, search words. */
const withoutQuery = (address: string): string => address.replace(/[?#].*/s, '')

const cut = (data: CustomData): CustomData =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? withEllipsis(value) : value]),
  )
