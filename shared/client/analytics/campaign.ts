import { isRecord } from '../failure.ts'
import { withEllipsis } from './ellipsis.ts'
import { type Campaign, CAMPAIGN_FIELDS } from './event.ts'
import type { Kept } from './kept.ts'
import { parseUrl } from '../parse-url.ts'

export const NO_CAMPAIGN: Campaign = {
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_content: null,
  utm_term: null,
}

const fieldsOf = (valueOf: (field: string) => unknown): Campaign => {
  const entries = CAMPAIGN_FIELDS.map((field) => {
    const value = valueOf(field)
    return [field, typeof value === 'string' && value !== '' ? withEllipsis(value) : null]
  })
  return Object.fromEntries(entries) as Campaign
}

const isNone = (campaign: Campaign) => CAMPAIGN_FIELDS.every((field) => campaign[field] === null)

/** Reads the campaign in an address, or returns null. */
export function campaignOf(address: string): Campaign | null {
  const params = parseUrl(address)?.searchParams
  const campaign = fieldsOf((field) => params?.get(field))
  return isNone(campaign) ? null : campaign
}

export const readCampaign = (value: unknown): Campaign | null =>
  isRecord(value) ? fieldsOf((field) => value[field]) : null

/** The campaign that first led here. Once there is one, later ones change nothing until it is forgotten. */
export function firstCampaign(kept: Kept<Campaign>, address: string): Campaign {
  const first = kept.get()
  if (first !== null) return first
  const now = campaignOf(address)
  if (now !== null) kept.set(now)
  return now ?? NO_CAMPAIGN
}
