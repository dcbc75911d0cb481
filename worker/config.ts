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
import { AiVars, getImageService, findInsecureAiUrls, toAiSettings } from './settings/ai.ts'
import { DataVars, localDataSettings, toDataSettings } from './settings/data.ts'
import { OperateVars, toOperateSettings } from './settings/operate.ts'
import { findMissingProviderSettings, SignInVars, toProviders } from './settings/sign-in.ts'
import { SiteVars } from './settings/site.ts'
import { findWeakSecrets } from './settings/weak-secrets.ts'

const MEGABYTE = 1024 * 1024

const THIS_MACHINE = /^http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Returns true if tokens may be sent to an origin. Plain HTTP would expose them to every network on the way. */
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
      for (const name of findMissingProviderSettings(vars))
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
      for (const name of vars.APP_ENV === 'local' ? [] : findInsecureAiUrls(vars))
        context.addIssue({ code: 'custom', path: [name], message: 'may be plain HTTP only with APP_ENV=local' })
    })
    .superRefine((vars, context) => {
      for (const name of vars.APP_ENV === 'local' ? [] : localDataSettings(vars))
        context.addIssue({ code: 'custom', path: [name], message: 'is allowed only with APP_ENV=local' })
    })
    .superRefine((vars, context) => {
      for (const { name, message } of vars.APP_ENV === 'local' ? [] : findWeakSecrets(vars))
        context.addIssue({ code: 'custom', path: [name], message })
    })
    .refine((vars) => vars.REVIEW_CARDS_WITHOUT_FACE !== 'true' || vars.ADMIN_EMAILS.length > 0, {
      path: ['REVIEW_CARDS_WITHOUT_FACE'],
      message: 'needs a moderator: set ADMIN_EMAILS',
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

/** Default quotas. Cards by the embedded artist are free. */
const GENERATIONS_PER_DAY = { free: 20, paid: 5 }

/** New identities are free (Sybil attack), so one network gets the paid quotas of this many visitors. */
const VISITORS_PER_NETWORK = 10

/** A school or the customers of a mobile carrier may share an address. Hundreds of sockets indicate a program. */
const SOCKETS_PER_NETWORK = 100

/** `LIMITS=relaxed` multiplies rate limits and quotas by this, but never the vote period or the contact cooldown. */
const RELAXED = 1000

export type Config = ReturnType<typeof readConfig>

/** Returns the name of each missing or invalid setting with the reason, but never its value. */
export const findFaults = (env: object): readonly { readonly name: string; readonly message: string }[] =>
  (Settings.safeParse(env).error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), message }))

/** Parses the settings. @throws AppError `NOT_CONFIGURED`, whose cause names every invalid setting without its value */
export function readConfig(env: object) {
  const settings = Settings.safeParse(env)
  if (!settings.success) {
    const names = findFaults(env).map(({ name, message }) => `${name}: ${message}`)
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
    /** Accepted secrets: the current one, then the previous one during a rotation. */
    accepted: {
      serviceKeys: toSecrets(vars.SERVICE_KEY, vars.SERVICE_KEY_PREVIOUS),
      tokenSecrets: toSecrets(vars.TOKEN_SECRET, vars.TOKEN_SECRET_PREVIOUS),
      visitorSecrets: toSecrets(vars.VISITOR_SECRET, vars.VISITOR_SECRET_PREVIOUS),
    },
    /** The site's own origin. Null uses the origin of each request (local only). */
    publicUrl: vars.PUBLIC_URL === undefined ? null : new URL(vars.PUBLIC_URL).origin,
    allowedHosts: vars.ALLOWED_HOSTS,
    /** The external backend. Null uses the embedded one. */
    core: vars.BACKEND_CORE_URL
      ? { url: vars.BACKEND_CORE_URL.replace(/\/$/, ''), serviceKey: vars.BACKEND_SERVICE_KEY ?? vars.SERVICE_KEY }
      : null,
    donationUrl: vars.DONATION_URL,
    adminEmail: vars.ADMIN_EMAIL ?? null,
    operate: toOperateSettings(vars, vars.ADMIN_EMAIL),
    mail: {
      from: vars.MAIL_FROM ?? null,
      /** Null sends mail by the `MAIL` binding, if there is one. */
      resend: vars.RESEND_API_KEY ? { key: vars.RESEND_API_KEY, url: vars.RESEND_URL.replace(/\/$/, '') } : null,
    },
    votes: {
      periodMs: vars.VOTE_PERIOD_HOURS * 3_600_000,
      /** Total votes per voter and rolling day. */
      perVoterPerDay: 100 * factor,
      /** Limits for callers without a cookie, per address: in total, and for one card. */
      perAddressPerDay: 100 * factor,
      perAddressPerCard: 5 * factor,
      /** Votes of everyone behind one address. 300 people can vote for one card within an hour. */
      perNetworkPerCard: 120 * factor,
      perNetworkPerHour: 1200 * factor,
      /** Shared by all new cookies of one network, because new cookies are free. */
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
      /** Generations of everyone behind one address. Null means no limit, because the embedded artist costs nothing. */
      perNetworkPerDay:
        vars.AI_IMAGE_PROVIDER === 'embedded'
          ? null
          : (vars.GENERATIONS_PER_VISITOR_PER_DAY ?? perDay) * VISITORS_PER_NETWORK * factor,
      freeLooks: FREE_LOOKS_PER_CARD * factor,
      freeAdjustments: FREE_ADJUSTMENTS_PER_CARD * factor,
      freePoses: POSES_PER_CARD * factor,
      freePerNetworkPerHour: FREE_WORK_PER_NETWORK_PER_HOUR * factor,
    },
    ai: toAiSettings(vars, factor),
    /** Name of the service that receives the photos. Null for the embedded artist, and for an external backend. */
    imageService: vars.BACKEND_CORE_URL ? null : getImageService(vars),
    data: toDataSettings(vars, factor),
    /** True if cards without a detected face wait for a moderator. */
    reviewsFaceless: vars.REVIEW_CARDS_WITHOUT_FACE === 'true',
    redraws: { perVisitorPerHour: REDRAWS_PER_VISITOR_PER_HOUR * factor },
    auth: {
      /** In lower case. */
      adminEmails: vars.ADMIN_EMAILS,
      /** Other origins whose pages may receive tokens. */
      allowedOrigins: vars.ALLOWED_ORIGINS,
      requireVerifiedEmail: vars.REQUIRE_VERIFIED_EMAIL === 'true',
      /** Multiplies the sign-in rate limits. */
      limitsFactor: factor,
      providers: toProviders(vars),
    },
    realtime: {
      socketsPerGateway: vars.REALTIME_SOCKETS_PER_GATEWAY,
      socketsPerNetwork: SOCKETS_PER_NETWORK * factor,
      /** Multiplies the limits of a socket. */
      limitsFactor: factor,
    },
    /** Quotas of files under `users/{id}/`, in bytes. */
    ownFiles: {
      perPerson: 200 * MEGABYTE,
      unconfirmed: 10 * MEGABYTE,
      everybody: vars.PEOPLE_FILES_MAX_MB * MEGABYTE,
      filesPerPerson: 2000,
    },
    raw: {
      /** Limits for anonymous callers of the raw backend, per address and hour. */
      uploadsPerHour: 30 * factor,
      /** The quota of one signed-in person. */
      filesPerHour: 300 * factor,
      imagesPerHour: 20 * factor,
      /** Cards saved with art from a URL. */
      savesPerHour: 20 * factor,
      emailsPerHour: 5 * factor,
      /** Channel messages without a socket. */
      messagesPerHour: 600 * factor,
      /**
       * Analytics events per network, enough for 20 events each from 300 people, and site-wide. An event is two rows
       * that are stored for four days.
       */
      eventsPerHour: 6000 * factor,
      allEventsPerHour: 50_000 * factor,
      /**
       * Rows that unindexed queries read, times their comparisons: 20 scans of 200,000 cards per network, and 50 times
       * that site-wide.
       */
      rowsPerHour: 4_000_000 * factor,
      allRowsPerHour: 200_000_000 * factor,
    },
  } as const
}

const toSecrets = (now: string, before: string | undefined): readonly [string, ...string[]] =>
  before === undefined ? [now] : [now, before]
