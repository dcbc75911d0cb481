/** Bindings as wrangler.toml names them. Text settings are read from the same object by `config.ts` only. */
export type Env = {
  ASSETS: Fetcher
  DB: D1Database
  FILES: R2Bucket
  GATE: KVNamespace
  JOBS: DurableObjectNamespace
  CHANNELS: DurableObjectNamespace
  GATEWAYS: DurableObjectNamespace
  /** The platform's own models, where there is a binding. */
  AI?: { run(model: string, input: object): Promise<unknown> }
  /** The platform's browsers, where there is a binding. */
  BROWSER?: { fetch: typeof fetch }
  /** A `send_email` binding, where there is one. */
  MAIL?: MailSender
  /** Where single events go beside the counts, where there is such a place. */
  ANALYTICS?: AnalyticsEngineDataset
}

/** How this code asks for the time, in milliseconds since 1970. Tests bring their own. */
export type Clock = () => number

/** The part of a `send_email` binding that the mailer uses. */
export type MailSender = {
  send(mail: EmailMessageBuilder): Promise<{ messageId: string }>
}
