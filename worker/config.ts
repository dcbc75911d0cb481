import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import {
  CONTACT_COOLDOWN_MS,
  REDRAWS_PER_VISITOR_PER_HOUR,
  REPORTS_PER_NETWORK_PER_DAY,
  REPORTS_PER_VISITOR_PER_DAY,
} from '#shared/domain/limits.ts'
import { AiVars, aiSettingsOf, plainAiAddresses } from './settings/ai.ts'
import { DataVars, dataSettingsOf, localDataSettings } from './settings/data.ts'

const secret = z.lazy(() => z.string().min(32))
const count = z.lazy(() => z.coerce.number().int().nonnegative())
const blankAsMissing = (value: unknown) => (value === '' ? undefined : value)
const optionalUrl = z.lazy(() => z.preprocess(blankAsMissing, z.url().optional()))
const optionalText = z.lazy(() => z.preprocess(blankAsMissing, z.string().optional()))
const flag = z.lazy(() => z.enum(['true', 'false']).default('false'))
/** Comma and blank separate. */
const listOf = (item: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .pipe(z.array(item))
/** A provider is there when its client is: half of one is a mistake. */
const PROVIDER_SETTINGS = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  github: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  microsoft: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  oidc: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_DISCOVERY_URL'],
} as const

const THIS_MACHINE = /^http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Tokens go there: anybody on the way reads what goes by plain HTTP. */
const isSafeOrigin = (origin: string, env: 'production' | 'local'): boolean =>
  origin.startsWith('https:') || (env === 'local' && THIS_MACHINE.test(origin))

const Settings = z.lazy(() =>
  z
    .object({
      APP_ENV: z.enum(['production', 'local']).default('production'),
      PROJECT_ID: z.string().regex(/^[a-z0-9-]+$/),
      PUBLIC_KEY: z.string().min(8),
      SERVICE_KEY: secret,
      TOKEN_SECRET: secret,
      VISITOR_SECRET: secret,
      PUBLIC_URL: optionalUrl,
      BACKEND_CORE_URL: optionalUrl,
      BACKEND_SERVICE_KEY: z.preprocess(blankAsMissing, secret.optional()),
      DONATION_URL: z.url(),
      ADMIN_EMAIL: z.preprocess(blankAsMissing, z.email().optional()),
      MAIL_FROM: z.preprocess(blankAsMissing, z.email().optional()),
      RESEND_API_KEY: optionalText,
      RESEND_URL: z.preprocess(blankAsMissing, z.url().default('https://api.resend.com')),
      LIMITS: z.enum(['normal', 'relaxed']).default('normal'),
      VOTE_PERIOD_HOURS: z.coerce.number().positive().default(24),
      CONTACT_COOLDOWN_MS: count.default(CONTACT_COOLDOWN_MS),
      GENERATIONS_PER_VISITOR_PER_DAY: z.preprocess(blankAsMissing, count.optional()),
      ...AiVars.unwrap().shape,
      ...DataVars.unwrap().shape,
      REALTIME_SOCKETS_PER_GATEWAY: z.coerce.number().int().positive().default(320),
      ADMIN_EMAILS: listOf(z.email().toLowerCase()),
      ALLOWED_ORIGINS: listOf(z.string().refine((origin) => URL.parse(origin)?.origin === origin, 'must be an origin')),
      REQUIRE_VERIFIED_EMAIL: z.preprocess(blankAsMissing, flag),
      GOOGLE_CLIENT_ID: optionalText,
      GOOGLE_CLIENT_SECRET: optionalText,
      GITHUB_CLIENT_ID: optionalText,
      GITHUB_CLIENT_SECRET: optionalText,
      APPLE_CLIENT_ID: optionalText,
      APPLE_TEAM_ID: optionalText,
      APPLE_KEY_ID: optionalText,
      APPLE_PRIVATE_KEY: optionalText,
      MICROSOFT_CLIENT_ID: optionalText,
      MICROSOFT_CLIENT_SECRET: optionalText,
      MICROSOFT_TENANT: z.preprocess(blankAsMissing, z.string().default('common')),
      OIDC_CLIENT_ID: optionalText,
      OIDC_CLIENT_SECRET: optionalText,
      OIDC_DISCOVERY_URL: optionalUrl,
      OIDC_NAME: z.preprocess(blankAsMissing, z.string().max(40).default('single sign-on')),
    })
    .superRefine((vars, context) => {
      for (const names of Object.values(PROVIDER_SETTINGS)) {
        const missing = names.filter((name) => vars[name] === undefined)
        if (missing.length < names.length)
          for (const name of missing) context.addIssue({ code: 'custom', path: [name], message: 'is missing' })
      }
    })
    .refine((vars) => vars.APP_ENV === 'local' || !(vars.OIDC_DISCOVERY_URL ?? '').startsWith('http:'), {
      path: ['OIDC_DISCOVERY_URL'],
      message: 'may be plain HTTP only with APP_ENV=local',
    })
    .refine((vars) => vars.ALLOWED_ORIGINS.every((origin) => isSafeOrigin(origin, vars.APP_ENV)), {
      path: ['ALLOWED_ORIGINS'],
      message: 'may be plain HTTP only for this machine, with APP_ENV=local',
    })
    .refine((vars) => vars.RESEND_API_KEY === undefined || vars.MAIL_FROM !== undefined, {
      path: ['MAIL_FROM'],
      message: 'is missing',
    })
    .refine((vars) => vars.APP_ENV === 'local' || vars.RESEND_URL.startsWith('https:'), {
      path: ['RESEND_URL'],
      message: 'may be plain HTTP only with APP_ENV=local',
    })
    .superRefine((vars, context) => {
      for (const name of vars.APP_ENV === 'local' ? [] : plainAiAddresses(vars))
        context.addIssue({ code: 'custom', path: [name], message: 'may be plain HTTP only with APP_ENV=local' })
    })
    .superRefine((vars, context) => {
      for (const name of vars.APP_ENV === 'local' ? [] : localDataSettings(vars))
        context.addIssue({ code: 'custom', path: [name], message: 'may be so only with APP_ENV=local' })
    })
    .refine((vars) => vars.APP_ENV === 'local' || vars.LIMITS === 'normal', {
      path: ['LIMITS'],
      message: 'may be relaxed only with APP_ENV=local',
    })
    .refine((vars) => vars.APP_ENV === 'local' || vars.CONTACT_COOLDOWN_MS >= CONTACT_COOLDOWN_MS, {
      path: ['CONTACT_COOLDOWN_MS'],
      message: 'may be shortened only with APP_ENV=local',
    }),
)

/** A card costs nothing while our own artist draws it. */
const GENERATIONS_PER_DAY = { free: 20, paid: 5 }

/** Identities are given to whoever asks, so a paid engine is for so many full quotas behind one address. */
const VISITORS_PER_NETWORK = 10

/** What `LIMITS=relaxed` multiplies rate limits and quotas by; never the vote period or the contact cooldown. */
const RELAXED = 1000

export type Config = ReturnType<typeof readConfig>

/** @throws AppError `NOT_CONFIGURED`, whose cause names every bad setting and the value of none. */
export function readConfig(env: object) {
  const settings = Settings.safeParse(env)
  if (!settings.success) {
    const names = settings.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new AppError('NOT_CONFIGURED', undefined, { cause: names.join('; ') })
  }

  const vars = settings.data
  const factor = vars.LIMITS === 'relaxed' ? RELAXED : 1
  const perDay = GENERATIONS_PER_DAY[vars.AI_IMAGE_PROVIDER === 'embedded' ? 'free' : 'paid']
  return {
    local: vars.APP_ENV === 'local',
    projectId: vars.PROJECT_ID,
    publicKey: vars.PUBLIC_KEY,
    serviceKey: vars.SERVICE_KEY,
    tokenSecret: vars.TOKEN_SECRET,
    visitorSecret: vars.VISITOR_SECRET,
    /** Null: the origin of each request. */
    publicUrl: vars.PUBLIC_URL ?? null,
    /** Where the backend is. Null: in this isolate. */
    core: vars.BACKEND_CORE_URL
      ? { url: vars.BACKEND_CORE_URL.replace(/\/$/, ''), serviceKey: vars.BACKEND_SERVICE_KEY ?? vars.SERVICE_KEY }
      : null,
    donationUrl: vars.DONATION_URL,
    adminEmail: vars.ADMIN_EMAIL ?? null,
    mail: {
      from: vars.MAIL_FROM ?? null,
      /** Null: mail goes by the binding, where there is one. */
      resend: vars.RESEND_API_KEY ? { key: vars.RESEND_API_KEY, url: vars.RESEND_URL.replace(/\/$/, '') } : null,
    },
    votes: {
      periodMs: vars.VOTE_PERIOD_HOURS * 3_600_000,
      /** In all, per voter and rolling day. */
      perVoterPerDay: 100 * factor,
      /** For callers without a cookie, per address: in all, and for one card. */
      perAddressPerDay: 100 * factor,
      perAddressPerCard: 5 * factor,
    },
    contact: { cooldownMs: vars.CONTACT_COOLDOWN_MS },
    reports: {
      /** Per rolling day. */
      perVisitor: REPORTS_PER_VISITOR_PER_DAY * factor,
      perNetwork: REPORTS_PER_NETWORK_PER_DAY * factor,
    },
    generations: {
      perVisitorPerDay: (vars.GENERATIONS_PER_VISITOR_PER_DAY ?? perDay) * factor,
      /** Of everybody behind one address. Null: no limit, because our own artist costs nothing. */
      perNetworkPerDay:
        vars.AI_IMAGE_PROVIDER === 'embedded'
          ? null
          : (vars.GENERATIONS_PER_VISITOR_PER_DAY ?? perDay) * VISITORS_PER_NETWORK * factor,
    },
    ai: aiSettingsOf(vars, factor),
    data: dataSettingsOf(vars, factor),
    redraws: { perVisitorPerHour: REDRAWS_PER_VISITOR_PER_HOUR * factor },
    auth: {
      /** In lower case. */
      adminEmails: vars.ADMIN_EMAILS,
      /** Whose pages may get tokens, beside this site's own. */
      allowedOrigins: vars.ALLOWED_ORIGINS,
      requireVerifiedEmail: vars.REQUIRE_VERIFIED_EMAIL === 'true',
      /** What the rates of sign-in are multiplied by. */
      limitsFactor: factor,
      providers: providersOf(vars),
    },
    realtime: {
      socketsPerGateway: vars.REALTIME_SOCKETS_PER_GATEWAY,
      /** What the limits of a socket are multiplied by. */
      limitsFactor: factor,
    },
    raw: {
      /** For callers of the raw backend without a token, per address and hour. */
      uploadsPerHour: 30 * factor,
      imagesPerHour: 20 * factor,
      emailsPerHour: 5 * factor,
      /** Said on channels without a socket. */
      messagesPerHour: 600 * factor,
      /** Requests that say what happened on pages, with some events each. */
      eventsPerHour: 1200 * factor,
    },
  } as const
}

/** The services people may sign in with, by name: those whose client is configured. */
function providersOf(vars: z.infer<typeof Settings>) {
  const client = (id: string | undefined, secret: string | undefined) => ({ clientId: id!, clientSecret: secret! })
  return {
    ...(vars.GOOGLE_CLIENT_ID && { google: client(vars.GOOGLE_CLIENT_ID, vars.GOOGLE_CLIENT_SECRET) }),
    ...(vars.GITHUB_CLIENT_ID && { github: client(vars.GITHUB_CLIENT_ID, vars.GITHUB_CLIENT_SECRET) }),
    ...(vars.APPLE_CLIENT_ID && {
      apple: {
        clientId: vars.APPLE_CLIENT_ID,
        teamId: vars.APPLE_TEAM_ID!,
        keyId: vars.APPLE_KEY_ID!,
        /** PEM, PKCS #8; `\n` may stand for its line breaks. */
        privateKey: vars.APPLE_PRIVATE_KEY!.replaceAll('\\n', '\n'),
      },
    }),
    ...(vars.MICROSOFT_CLIENT_ID && {
      microsoft: {
        ...client(vars.MICROSOFT_CLIENT_ID, vars.MICROSOFT_CLIENT_SECRET),
        tenant: vars.MICROSOFT_TENANT,
      },
    }),
    ...(vars.OIDC_CLIENT_ID && {
      oidc: {
        ...client(vars.OIDC_CLIENT_ID, vars.OIDC_CLIENT_SECRET),
        discoveryUrl: vars.OIDC_DISCOVERY_URL!,
        name: vars.OIDC_NAME,
      },
    }),
  }
}
