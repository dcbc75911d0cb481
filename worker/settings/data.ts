import * as z from 'zod'

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
    /** Searches and screenshots of all users together: somebody is paid for them. */
    readonly paidCalls: number
  }
}

const blankAsMissing = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(kind: T) => z.preprocess(blankAsMissing, kind.optional())
const count = (byDefault: number) =>
  z.preprocess(blankAsMissing, z.coerce.number().int().nonnegative().default(byDefault))

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
    DATA_ALLOW_LOOPBACK: z.preprocess(blankAsMissing, z.enum(['true', 'false']).default('false')),
    DATA_RESOLVER_URL: z.preprocess(blankAsMissing, z.url({ protocol: /^https?$/ }).default(RESOLVER_URL)),
    DATA_SECRETS: z.preprocess(parsed, Secrets),
    DATA_CALLS_PER_USER_PER_HOUR: count(120),
    DATA_PAID_CALLS_PER_HOUR: count(200),
    SEARCH_PROVIDER: optional(z.enum(SEARCH_PROVIDERS)),
    SEARCH_API_KEY: optional(z.string()),
    SEARCH_URL: optional(z.url({ protocol: /^https?$/ })),
    BROWSER_CDP_URL: optional(z.url({ protocol: /^(?:https?|wss?)$/ })),
  }),
)
export type DataVars = z.infer<typeof DataVars>

/** What only a developer's own machine may be told. */
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
    url: vars.SEARCH_URL?.replace(/\/+$/, '') ?? null,
  },
  browserUrl: vars.BROWSER_CDP_URL ?? null,
  perHour: {
    callsPerUser: vars.DATA_CALLS_PER_USER_PER_HOUR * factor,
    paidCalls: vars.DATA_PAID_CALLS_PER_HOUR * factor,
  },
})
