import type { Prices } from '#worker/settings/operate.ts'

/** What of a day costs something. */
export type Usage = {
  readonly requests: number
  /** Cards drawn: each takes about a second of CPU time. */
  readonly cards: number
  readonly pictures: number
  readonly calls: number
  readonly mails: number
  readonly storedBytes: number
}

/**
 * List prices of the platform in US dollars, of 2026-11: https://developers.cloudflare.com/workers/platform/pricing/ and
 * https://developers.cloudflare.com/r2/pricing/
 */
const PLATFORM = {
  request: 0.3 / 1_000_000,
  /** A second of CPU time, and the four or so writes to R2 beside it. */
  card: (0.02 * 1000) / 1_000_000 + (4 * 4.5) / 1_000_000,
  storedBytePerDay: 0.015 / 1_000_000_000 / 30,
}

/**
 * What a day is estimated to cost in US dollars. Too high for a small site: what the plan includes is not taken off. Too
 * low where a price is not set: that part is counted as nothing. The plan's monthly base and the database's rows are not in it.
 */
export function costOf({ requests, cards, pictures, calls, mails, storedBytes }: Usage, prices: Prices): number {
  const ofPlatform = requests * PLATFORM.request + cards * PLATFORM.card + storedBytes * PLATFORM.storedBytePerDay
  return ofPlatform + pictures * (prices.picture ?? 0) + calls * (prices.call ?? 0) + mails * (prices.mail ?? 0)
}
