export const CHANNELS = [
  'Paid Search',
  'Email',
  'Social',
  'Referral',
  'Display',
  'Affiliate',
  'Organic Search',
  'Direct',
] as const
export type Channel = (typeof CHANNELS)[number]

export const CAMPAIGN_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const

/** A link's campaign. */
export type Campaign = Readonly<Record<(typeof CAMPAIGN_FIELDS)[number], string | null>>

/** The caller's own fields of an event. */
export type CustomData = Readonly<Record<string, string | number | boolean | null>>

/** An event on the wire. Custom data sits beside these fields. */
export type AnalyticsEvent = Campaign & {
  /** Idempotency key: the server drops duplicates. */
  readonly event_id: string
  readonly type: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly project_id: string
  readonly user_id: string | null
  readonly user_email: string | null
  /** `sess_`, milliseconds since 1970, eight characters. */
  readonly session_id: string
  readonly pathname: string
  readonly referrer: string | null
  /** CSS pixels. */
  readonly screen_width: number
  readonly channel: Channel
}
