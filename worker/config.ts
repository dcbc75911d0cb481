import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import {
  CONTACT_COOLDOWN_MS,
  FREE_ADJUSTMENTS_PER_CARD,
  FREE_LOOKS_PER_CARD,
  FREE_WORK_PER_NETWORK_PER_HOUR,
  POSES_PER_CARD,
  REDRAWS_PER_VISITOR_PER_HOUR,
  REPORTS_PER_NETWORK_PER_DAY,
  REPORTS_PER_VISITOR_PER_DAY,
} from '#shared/domain/limits.ts'
import { AiVars, aiSettingsOf, imageServiceOf, plainAiAddresses } from './settings/ai.ts'
import { DataVars, dataSettingsOf, localDataSettings } from './settings/data.ts'
import { OperateVars, operateSettingsOf } from './settings/operate.ts'
import { missingOfProviders, providersOf, SignInVars } from './settings/sign-in.ts'
import { SiteVars } from './settings/site.ts'
import { weakSecretsOf } from './settings/weak-secrets.ts'

const MEGABYTE = 1024 * 1024

const THIS_MACHINE = /^http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Tokens go there: every network between reads what goes by plain HTTP. */
const isSafeOrigin = (origin: string, env: 'production' | 'local'): boolean =>
  origin.startsWith('https:') || (env === 'local' && THIS_MACHINE.test(origin))

const Settings = z.lazy(() =>
  z
    .object({
      ...SiteVars.unwrap().shape,
      ...SignInVars.unwrap().shape,
      ...AiVars.unwrap().shape,
      ...DataVars.unwrap().shape,
      ...OperateVars.unwrap().shape,
    })
    .superRefine((vars, context) => {
      for (const name of missingOfProviders(vars))
        context.addIssue({ code: 'custom', path: [name], message: 'is missing' })
    })
    .refine((vars) => vars.APP_ENV === 'local' || vars.PUBLIC_URL !== undefined, {
      path: ['PUBLIC_URL'],
      message: 'is missing',
    })
    .refine((vars) => vars.APP_ENV === 'local' || !(vars.PUBLIC_URL ?? '').startsWith('http:'), {
      path: ['PUBLIC_URL'],
      message: 'may be plain HTTP only with APP_ENV=local',
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
    .superRefine((vars, context) => {
      for (const { name, message } of vars.APP_ENV === 'local' ? [] : weakSecretsOf(vars))
        context.addIssue({ code: 'custom', path: [name], message })
    })
    .refine((vars) => vars.REVIEW_CARDS_WITHOUT_FACE !== 'true' || vars.ADMIN_EMAILS.length > 0, {
      path: ['REVIEW_CARDS_WITHOUT_FACE'],
      message: 'takes a moderator: set ADMIN_EMAILS',
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

/** Identities are free (Sybil attack), so a paid engine is for so many full quotas behind one address. */
const VISITORS_PER_NETWORK = 10

/** A school or a carrier's customers may be behind one address; a program that opens hundreds is not a crowd. */
const SOCKETS_PER_NETWORK = 100

/** The factor of `LIMITS=relaxed` for rate limits and quotas; never for the vote period or the contact cooldown. */
const RELAXED = 1000

export type Config = ReturnType<typeof readConfig>

/** The faults of settings: the name of each that is missing or bad, with the reason and without its value. */
export const faultsOf = (env: object): readonly { readonly name: string; readonly message: string }[] =>
  (Settings.safeParse(env).error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), message }))

/** @throws AppError `NOT_CONFIGURED`, whose cause names every bad setting and the value of none. */
export function readConfig(env: object) {
  const settings = Settings.safeParse(env)
  if (!settings.success) {
    const names = faultsOf(env).map(({ name, message }) => `${name}: ${message}`)
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
    /** The accepted secrets: the current one, then the previous one while a rotation lasts. */
    accepted: {
      serviceKeys: secretsOf(vars.SERVICE_KEY, vars.SERVICE_KEY_PREVIOUS),
      tokenSecrets: secretsOf(vars.TOKEN_SECRET, vars.TOKEN_SECRET_PREVIOUS),
      visitorSecrets: secretsOf(vars.VISITOR_SECRET, vars.VISITOR_SECRET_PREVIOUS),
    },
    /** The site's own origin. Null: that of each request, only locally. */
    publicUrl: vars.PUBLIC_URL === undefined ? null : new URL(vars.PUBLIC_URL).origin,
    allowedHosts: vars.ALLOWED_HOSTS,
    /** Where the backend is. Null: in this isolate. */
    core: vars.BACKEND_CORE_URL
      ? { url: vars.BACKEND_CORE_URL.replace(/\/$/, ''), serviceKey: vars.BACKEND_SERVICE_KEY ?? vars.SERVICE_KEY }
      : null,
    donationUrl: vars.DONATION_URL,
    adminEmail: vars.ADMIN_EMAIL ?? null,
    operate: operateSettingsOf(vars, vars.ADMIN_EMAIL),
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
      /** Votes of everybody behind one address, cookies or not: 300 people vote for one card within an hour. */
      perNetworkPerCard: 120 * factor,
      perNetworkPerHour: 1200 * factor,
      /** Cookies are free: while one is new its network gets these, and then as many again. */
      perNetworkPerCardOfNew: 12 * factor,
      perDay: vars.DAILY_VOTE_CEILING * factor,
    },
    contact: { cooldownMs: vars.CONTACT_COOLDOWN_MS },
    reports: {
      /** Per rolling day. */
      perVisitor: REPORTS_PER_VISITOR_PER_DAY * factor,
      perNetwork: REPORTS_PER_NETWORK_PER_DAY * factor,
    },
    generations: {
      perVisitorPerDay: (vars.GENERATIONS_PER_VISITOR_PER_DAY ?? perDay) * factor,
      /** Generations of everybody behind one address. Null: no limit, because our own artist costs nothing. */
      perNetworkPerDay:
        vars.AI_IMAGE_PROVIDER === 'embedded'
          ? null
          : (vars.GENERATIONS_PER_VISITOR_PER_DAY ?? perDay) * VISITORS_PER_NETWORK * factor,
      freeLooks: FREE_LOOKS_PER_CARD * factor,
      freeAdjustments: FREE_ADJUSTMENTS_PER_CARD * factor,
      freePoses: POSES_PER_CARD * factor,
      freePerNetworkPerHour: FREE_WORK_PER_NETWORK_PER_HOUR * factor,
    },
    ai: aiSettingsOf(vars, factor),
    /**
     * The name of the service that gets the photos; null: our own artist only, or another backend with an engine of its
     * own.
     */
    imageService: vars.BACKEND_CORE_URL ? null : imageServiceOf(vars),
    data: dataSettingsOf(vars, factor),
    /** True if cards without a found face wait for a moderator. */
    reviewsFaceless: vars.REVIEW_CARDS_WITHOUT_FACE === 'true',
    redraws: { perVisitorPerHour: REDRAWS_PER_VISITOR_PER_HOUR * factor },
    auth: {
      /** In lower case. */
      adminEmails: vars.ADMIN_EMAILS,
      /** Origins whose pages may get tokens, beside this site's own. */
      allowedOrigins: vars.ALLOWED_ORIGINS,
      requireVerifiedEmail: vars.REQUIRE_VERIFIED_EMAIL === 'true',
      /** The factor of the rates of sign-in. */
      limitsFactor: factor,
      providers: providersOf(vars),
    },
    realtime: {
      socketsPerGateway: vars.REALTIME_SOCKETS_PER_GATEWAY,
      socketsPerNetwork: SOCKETS_PER_NETWORK * factor,
      /** The factor of the limits of a socket. */
      limitsFactor: factor,
    },
    /** Quotas of files below `users/{id}/`, in bytes. */
    ownFiles: {
      perPerson: 200 * MEGABYTE,
      unconfirmed: 10 * MEGABYTE,
      everybody: vars.PEOPLE_FILES_MAX_MB * MEGABYTE,
      filesPerPerson: 2000,
    },
    raw: {
      /** For callers of the raw backend without a token, per address and hour. */
      uploadsPerHour: 30 * factor,
      /** The quota of one signed-in person. */
      filesPerHour: 300 * factor,
      imagesPerHour: 20 * factor,
      /** Cards that are drawn around art by its address. */
      savesPerHour: 20 * factor,
      emailsPerHour: 5 * factor,
      /** Said on channels without a socket. */
      messagesPerHour: 600 * factor,
      /**
       * Events on pages, each two rows for four days: twenty each of 300 people, and those of all networks together.
       */
      eventsPerHour: 6000 * factor,
      allEventsPerHour: 50_000 * factor,
      /**
       * Rows that queries have read which no index serves, times their comparisons: twenty times all of 200,000 cards,
       * and a fiftieth of what all networks have.
       */
      rowsPerHour: 4_000_000 * factor,
      allRowsPerHour: 200_000_000 * factor,
    },
  } as const
}

const secretsOf = (now: string, before: string | undefined): readonly [string, ...string[]] =>
  before === undefined ? [now] : [now, before]
