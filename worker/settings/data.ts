import * as z from 'zod'
import { trimTrailing } from '#shared/client/without-end.ts'
import { count, flag, optional, withDefault } from './kinds.ts'

export const SEARCH_PROVIDERS = ['brave', 'serper', 'searxng'] as const
export type SearchProvider = (typeof SEARCH_PROVIDERS)[number]

export type DataSettings = {
  /** Allows reading pages and documents on loopback addresses. */
  readonly allowLoopback: boolean
  /** DNS-over-HTTPS resolver that checks names before a request. */
  readonly resolverUrl: string
  readonly secrets: Readonly<Record<string, { readonly value: string; readonly hosts: readonly string[] }>>
  readonly search: {
    readonly provider: SearchProvider | null
    readonly key: string | null
    /** Null uses the provider's own URL. */
    readonly url: string | null
  }
  /** DevTools address of a browser. */
  readonly browserUrl: string | null
  readonly perHour: {
    /** Calls of one user. */
    readonly callsPerUser: number
    /** Site-wide searches and screenshots, which cost money. */
    readonly paidCalls: number
  }
}

const SECRET_MIN_CHARACTERS = 8

/** Secrets have a minimum length, because redacting short strings would damage responses. */
const Secrets = z.lazy(() =>
  z.record(
    z.string().regex(/^[\w-]{1,64}$/),
    z.object({
      value: z.string().min(SECRET_MIN_CHARACTERS),
      hosts: z.array(z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/)).min(1),
    }),
  ),
)

/** Parses JSON. Returns null for invalid JSON, which the schema then rejects. */
function parseJson(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const RESOLVER_URL = 'https://cloudflare-dns.com/dns-query'

/** The settings of web data, a part of the schema of all settings. */
export const DataVars = z.lazy(() =>
  z.object({
    DATA_ALLOW_LOOPBACK: flag().describe('`true` (_local_): allows loopback addresses'),
    DATA_RESOLVER_URL: withDefault(z.url({ protocol: /^https?$/ }).default(RESOLVER_URL)).describe(
      'DNS over HTTPS in JSON: resolves host names before a request is sent; plain HTTP only _local_',
    ),
    DATA_SECRETS: z
      .preprocess(parseJson, Secrets)
      .describe(
        'secret, JSON: `{"name": {"value": "…", "hosts": ["api.example.com"]}}`. In requests with the service key, `{{name}}` is replaced by the value, over HTTPS to these hosts only (`host:port` for a non-standard port)',
      ),
    DATA_CALLS_PER_USER_PER_HOUR: count(120).describe('calls of one user'),
    DATA_PAID_CALLS_PER_HOUR: count(200).describe(
      'site-wide searches and screenshots; one user gets 10 %, one network 30 %',
    ),
    SEARCH_PROVIDER: optional(z.enum(SEARCH_PROVIDERS)).describe('web search'),
    SEARCH_API_KEY: optional(z.string()).describe('secret: the key for `brave` or `serper`'),
    SEARCH_URL: optional(z.url({ protocol: /^https?$/ })).describe('URL of the search API; required for `searxng`'),
    BROWSER_CDP_URL: optional(z.url({ protocol: /^(?:https?|wss?)$/ })).describe(
      'debugging port of a Chromium for screenshots; deployed Workers use a Browser Rendering binding named `BROWSER`',
    ),
  }),
)
export type DataVars = z.infer<typeof DataVars>

/** Returns the settings that are allowed only on a developer's machine. */
export const localDataSettings = (vars: DataVars): string[] => [
  ...(vars.DATA_ALLOW_LOOPBACK === 'true' ? ['DATA_ALLOW_LOOPBACK'] : []),
  ...(vars.DATA_RESOLVER_URL.startsWith('http:') ? ['DATA_RESOLVER_URL'] : []),
]

/** @param factor multiplies the limits */
export const toDataSettings = (vars: DataVars, factor: number): DataSettings => ({
  allowLoopback: vars.DATA_ALLOW_LOOPBACK === 'true',
  resolverUrl: vars.DATA_RESOLVER_URL,
  secrets: vars.DATA_SECRETS,
  search: {
    provider: vars.SEARCH_PROVIDER ?? null,
    key: vars.SEARCH_API_KEY ?? null,
    url: vars.SEARCH_URL === undefined ? null : trimTrailing(vars.SEARCH_URL, '/'),
  },
  browserUrl: vars.BROWSER_CDP_URL ?? null,
  perHour: {
    callsPerUser: vars.DATA_CALLS_PER_USER_PER_HOUR * factor,
    paidCalls: vars.DATA_PAID_CALLS_PER_HOUR * factor,
  },
})
