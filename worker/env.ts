/** Bindings of wrangler.toml. Only `config.ts` reads the text settings of the same object. */
export type Env = {
  ASSETS: Fetcher
  DB: D1Database
  FILES: R2Bucket
  GATE: KVNamespace
  JOBS: DurableObjectNamespace
  CHANNELS: DurableObjectNamespace
  GATEWAYS: DurableObjectNamespace
  /** Workers AI, if bound. */
  AI?: { run(model: string, input: object): Promise<unknown> }
  /** Browser Rendering, if bound. */
  BROWSER?: { fetch: typeof fetch }
  /** A `send_email` binding, if any. */
  MAIL?: MailSender
  /** Receives single analytics events in addition to the counts, if bound. */
  ANALYTICS?: AnalyticsEngineDataset
}

/** Returns milliseconds since 1970. Tests inject their own clock. */
export type Clock = () => number

/** The part of a `send_email` binding that the mailer uses. */
export type MailSender = {
  send(mail: EmailMessageBuilder): Promise<{ messageId: string }>
}
