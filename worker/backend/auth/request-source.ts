/** Source of a request, and a way to run work after the answer. */
export type From = {
  /** The network, as `Visitor.address` names it. */
  readonly network: string
  /** The larger network, as `Visitor.site` names it. */
  readonly site: string
  /** True when the browser has had its cookie for more than a day. */
  readonly isKnown: boolean
  /** The visitor of a browser with our cookie; null without one. */
  readonly browser: string | null
  /** This site's own origin. */
  readonly origin: string
  later(work: Promise<unknown>): void
}
