/** Bindings as wrangler.toml names them. Text settings are read from the same object by `config.ts` only. */
export type Env = {
  ASSETS: Fetcher
  DB: D1Database
  FILES: R2Bucket
  GATE: KVNamespace
  JOBS: DurableObjectNamespace
}

/** How this code asks for the time, in milliseconds since 1970. Tests bring their own. */
export type Clock = () => number
