/** The source of a request, with a way to run work after the response. */
export type RequestSource = {
  /** The network, see `Visitor.address`. */
  readonly network: string
  /** The larger network, see `Visitor.site`. */
  readonly site: string
  /** True when the browser has had its cookie for more than a day. */
  readonly isKnown: boolean
  /** The visitor id from our cookie, or null without a cookie. */
  readonly browser: string | null
  /** This site's own origin. */
  readonly origin: string
  /** Runs work after the response. */
  later(work: Promise<unknown>): void
}
