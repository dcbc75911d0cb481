/** What the platform charges and allows on the Workers Paid plan, as its pages said when they were read. */
export const READ_ON = '2026-11-23'

export type Price = {
  readonly unit: string
  /** US dollars for `per` units beyond `included` a month. */
  readonly dollars: number
  readonly per: number
  readonly included: number
  readonly source: string
}

const DOCS = 'https://developers.cloudflare.com'
const MILLION = 1_000_000
const BILLION = 1000 * MILLION

export const PRICES = {
  request: {
    unit: 'requests',
    dollars: 0.3,
    per: MILLION,
    included: 10 * MILLION,
    source: `${DOCS}/workers/platform/pricing/`,
  },
  cpuMs: {
    unit: 'ms of CPU',
    dollars: 0.02,
    per: MILLION,
    included: 30 * MILLION,
    source: `${DOCS}/workers/platform/pricing/`,
  },
  rowRead: {
    unit: 'D1 rows read',
    dollars: 0.001,
    per: MILLION,
    included: 25 * BILLION,
    source: `${DOCS}/d1/platform/pricing/`,
  },
  rowWritten: {
    unit: 'D1 rows written',
    dollars: 1,
    per: MILLION,
    included: 50 * MILLION,
    source: `${DOCS}/d1/platform/pricing/`,
  },
  kvRead: {
    unit: 'KV reads',
    dollars: 0.5,
    per: MILLION,
    included: 10 * MILLION,
    source: `${DOCS}/kv/platform/pricing/`,
  },
  kvWrite: { unit: 'KV writes', dollars: 5, per: MILLION, included: MILLION, source: `${DOCS}/kv/platform/pricing/` },
  r2Write: {
    unit: 'R2 writes (class A)',
    dollars: 4.5,
    per: MILLION,
    included: MILLION,
    source: `${DOCS}/r2/pricing/`,
  },
  r2Read: {
    unit: 'R2 reads (class B)',
    dollars: 0.36,
    per: MILLION,
    included: 10 * MILLION,
    source: `${DOCS}/r2/pricing/`,
  },
  r2Gb: { unit: 'GB kept in R2', dollars: 0.015, per: 1, included: 10, source: `${DOCS}/r2/pricing/` },
  objectRequest: {
    unit: 'Durable Object requests',
    dollars: 0.15,
    per: MILLION,
    included: MILLION,
    source: `${DOCS}/durable-objects/platform/pricing/`,
  },
} as const satisfies Readonly<Record<string, Price>>

export type Unit = keyof typeof PRICES

/**
 * A picture by another engine than our own artist, in US dollars: between the lists of the five that can be configured
 * (read on the same day, a square picture of about a megapixel). The default costs nothing.
 */
export const PAID_PICTURE = { least: 0.01, most: 0.04 } as const

/** Limits that no plan raises, with what one database or object is known to carry. */
export const LIMITS = {
  databaseBytes: { value: 10_000_000_000, source: `${DOCS}/d1/platform/limits/` },
  /** One thread: a statement of a millisecond, a thousand a second. */
  databaseMsPerSecond: { value: 1000, source: `${DOCS}/d1/platform/limits/` },
  objectRequestsPerSecond: { value: 1000, source: `${DOCS}/durable-objects/platform/limits/` },
  kvWritesPerSecondAndKey: { value: 1, source: `${DOCS}/kv/platform/limits/` },
} as const
