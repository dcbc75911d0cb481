import * as z from 'zod'
import { withoutEnd } from '#shared/client/without-end.ts'
import { count, flag, optional, withDefault } from './kinds.ts'

export const SEARCH_PROVIDERS = ['brave', 'serper', 'searxng'] as const
export type SearchProvider = (typeof SEARCH_PROVIDERS)[number]

export type DataSettings = {
  /** Lets pages and documents of this very machine be read. */
  readonly allowLoopback: boolean
  /** Where names are resolved before anything is asked of them. */
  readonly resolverUrl: string
  readonly secrets: Readonly<Record<string, { readonly value: string; readonly hosts: readonly string[] }>>
  readonly search: {
    readonly provider: SearchProvider | null
    readonly key: string | null
    /** Null: the provider's own. */
    readonly url: string | null
  }
  /** Where a browser listens for its protocol. */
  readonly browserUrl: string | null
  readonly perHour: {
    /** Calls of one user. */
    readonly callsPerUser: number
    /** Searches and screenshots of all users together: they are paid for. */
    readonly paidCalls: number
  }
}

const SECRET_MIN_CHARACTERS = 8

/** Shorter ones could not be taken out of an answer without damage to it. */
const Secrets = z.lazy(() =>
  z.record(
    z.string().regex(/^[\w-]{1,64}$/),
    z.object({
      value: z.string().min(SECRET_MIN_CHARACTERS),
      hosts: z.array(z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/)).min(1),
    }),
  ),
)

/** JSON in a text. What is no JSON is no record either, and is refused as such. */
function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const RESOLVER_URL = 'https://cloudflare-dns.com/dns-query'

/** The settings of web data, for the one object that all settings are parsed by. */
export const DataVars = z.lazy(() =>
  z.object({
    DATA_ALLOW_LOOPBACK: flag().describe('`true` (_local_): addresses of this machine may be read too'),
    DATA_RESOLVER_URL: withDefault(z.url({ protocol: /^https?$/ }).default(RESOLVER_URL)).describe(
      'DNS over HTTPS in JSON: resolves host names before a request is sent; plain HTTP only _local_',
    ),
    DATA_SECRETS: z
      .preprocess(parsed, Secrets)
      .describe(
        'secret, JSON: `{"name": {"value": "…", "hosts": ["api.example.com"]}}`. `{{name}}` in a request of the service key is replaced by the value, over HTTPS to these hosts only (`host:port` for an unusual port)',
      ),
    DATA_CALLS_PER_USER_PER_HOUR: count(120).describe('calls of one user'),
    DATA_PAID_CALLS_PER_HOUR: count(200).describe(
      'searches and screenshots of all users together; one user gets a tenth, one network three tenths',
    ),
    SEARCH_PROVIDER: optional(z.enum(SEARCH_PROVIDERS)).describe('web search'),
    SEARCH_API_KEY: optional(z.string()).describe('secret: the key for `brave` or `serper`'),
    SEARCH_URL: optional(z.url({ protocol: /^https?$/ })).describe('address of the search API; `searxng` needs it'),
    BROWSER_CDP_URL: optional(z.url({ protocol: /^(?:https?|wss?)$/ })).describe(
      'a Chromium’s debugging port, for screenshots; deployed, a Browser Rendering binding named `BROWSER` serves them',
    ),
  }),
)
export type DataVars = z.infer<typeof DataVars>

/** Settings for a developer's own machine only. */
export const localDataSettings = (vars: DataVars): string[] => [
  ...(vars.DATA_ALLOW_LOOPBACK === 'true' ? ['DATA_ALLOW_LOOPBACK'] : []),
  ...(vars.DATA_RESOLVER_URL.startsWith('http:') ? ['DATA_RESOLVER_URL'] : []),
]

/** @param factor what limits are multiplied by */
export const dataSettingsOf = (vars: DataVars, factor: number): DataSettings => ({
  allowLoopback: vars.DATA_ALLOW_LOOPBACK === 'true',
  resolverUrl: vars.DATA_RESOLVER_URL,
  secrets: vars.DATA_SECRETS,
  search: {
    provider: vars.SEARCH_PROVIDER ?? null,
    key: vars.SEARCH_API_KEY ?? null,
    url: vars.SEARCH_URL === undefined ? null : withoutEnd(vars.SEARCH_URL, '/'),
  },
  browserUrl: vars.BROWSER_CDP_URL ?? null,
  perHour: {
    callsPerUser: vars.DATA_CALLS_PER_USER_PER_HOUR * factor,
    paidCalls: vars.DATA_PAID_CALLS_PER_HOUR * factor,
  },
})
