import { isRecord } from '../failure.ts'
import { withEllipsis } from './ellipsis.ts'
import { type Campaign, CAMPAIGN_FIELDS } from './event.ts'
import type { StoredValue } from './stored-value.ts'
import { parseUrl } from '../parse-url.ts'

export const NO_CAMPAIGN: Campaign = {
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_content: null,
  utm_term: null,
}

const readFields = (readField: (field: string) => unknown): Campaign => {
  const entries = CAMPAIGN_FIELDS.map((field) => {
    const value = readField(field)
    return [field, typeof value === 'string' && value !== '' ? withEllipsis(value) : null]
  })
  return Object.fromEntries(entries) as Campaign
}

const isEmpty = (campaign: Campaign) => CAMPAIGN_FIELDS.every((field) => campaign[field] === null)

/** Returns the campaign in a URL, or null. */
export function parseCampaign(address: string): Campaign | null {
  const params = parseUrl(address)?.searchParams
  const campaign = readFields((field) => params?.get(field))
  return isEmpty(campaign) ? null : campaign
}

export const readCampaign = (value: unknown): Campaign | null =>
  isRecord(value) ? readFields((field) => value[field]) : null

/** Returns the first campaign (first-touch attribution). Later ones are ignored until it is cleared. */
export function firstCampaign(stored: StoredValue<Campaign>, address: string): Campaign {
  const first = stored.get()
  if (first !== null) return first
  const current = parseCampaign(address)
  if (current !== null) stored.set(current)
  return current ?? NO_CAMPAIGN
}
