import * as z from 'zod'
import { CONTACT_COOLDOWN_MS } from '#shared/domain/limits.ts'
import { count, flag, optional, separatedList, withDefault } from './kinds.ts'

const secret = z.lazy(() => z.string().min(32))
/** Tokens signed with the previous secret stay valid while it is set. */
const previous = (name: string) =>
  z.lazy(() => optional(secret).describe(`secret: the previous \`${name}\`, still accepted`))
/** Allows a scheme, host and port, and a trailing slash. */
const isOrigin = (url: string): boolean => /^https?:\/\/[^/?#]+\/?$/.test(url)

/**
 * The settings of the site itself. `npm run settings` writes the descriptions to worker/CONFIGURATION.md.
 */
export const SiteVars = z.lazy(() =>
  z.object({
    APP_ENV: z
      .enum(['production', 'local'])
      .default('production')
      .describe('`local` (only in `.dev.vars`) allows the outbox page and the settings marked _local_'),
    PROJECT_ID: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .describe('the project in the backend’s routes'),
    PUBLIC_KEY: z.string().min(8).describe('the key that browsers send to the backend; grants nothing by itself'),
    SERVICE_KEY: secret.describe('secret, 32 characters or more: the key with every right in the backend'),
    TOKEN_SECRET: secret.describe('secret, 32 characters or more: signs access tokens (JWT)'),
    VISITOR_SECRET: secret.describe('secret, 32 characters or more: signs the visitor cookie'),
    SERVICE_KEY_PREVIOUS: previous('SERVICE_KEY'),
    TOKEN_SECRET_PREVIOUS: previous('TOKEN_SECRET'),
    VISITOR_SECRET_PREVIOUS: previous('VISITOR_SECRET'),
    PUBLIC_URL: optional(z.url().refine(isOrigin, 'must be an origin, without a path')).describe(
      'the site’s own origin; missing: every request gets 503 (_local_: the origin of each request). Other hosts and plain HTTP redirect to it, or get 421 for methods other than GET',
    ),
    ALLOWED_HOSTS: separatedList(z.string()).describe('other hosts that are served over HTTPS, such as previews'),
    BACKEND_CORE_URL: optional(z.url()).describe('URL of another backend with the same API; missing: the embedded one'),
    BACKEND_SERVICE_KEY: optional(secret).describe('secret: the service key of that backend, if different'),
    DONATION_URL: z.url().describe('the external link in the header'),
    ADMIN_EMAIL: optional(z.email()).describe('receives contact messages; missing: they are only stored'),
    MAIL_FROM: optional(z.email()).describe('sender of outgoing mail; required to send any'),
    RESEND_API_KEY: optional(z.string()).describe('secret: sends mail through Resend instead of the `MAIL` binding'),
    RESEND_URL: withDefault(z.url().default('https://api.resend.com')).describe(
      'URL of that API; plain HTTP only _local_',
    ),
    LIMITS: z
      .enum(['normal', 'relaxed'])
      .default('normal')
      .describe('`relaxed` (_local_): multiplies rate limits and quotas by 1000, for load tests'),
    VOTE_PERIOD_HOURS: withDefault(z.coerce.number().positive().default(24)).describe(
      'hours until a visitor can vote for the same card again',
    ),
    DAILY_VOTE_CEILING: count(500_000).describe('site-wide votes per UTC day'),
    CONTACT_COOLDOWN_MS: count(CONTACT_COOLDOWN_MS).describe(
      'minimum milliseconds between two messages of one sender; less than the default only _local_',
    ),
    REVIEW_CARDS_WITHOUT_FACE: flag().describe(
      '`true` (with `ADMIN_EMAILS`): a moderator can approve cards without a detected face for the Hall; otherwise they stay unlisted',
    ),
    GENERATIONS_PER_VISITOR_PER_DAY: optional(z.coerce.number().int().nonnegative()).describe(
      'cards drawn for one visitor per UTC day; missing: 20, or 5 with a paid image model',
    ),
    PEOPLE_FILES_MAX_MB: count(20_480).describe(
      'site-wide files of users; one user gets 200 MB, or 10 MB until the address is verified',
    ),
    REALTIME_SOCKETS_PER_GATEWAY: z.coerce
      .number()
      .int()
      .positive()
      .default(320)
      .describe('sockets per gateway object, at most 100 of them from one network'),
  }),
)
