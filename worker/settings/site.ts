import * as z from 'zod'
import { CONTACT_COOLDOWN_MS } from '#shared/domain/limits.ts'
import { count, flag, listOf, optional, withDefault } from './kinds.ts'

const secret = z.lazy(() => z.string().min(32))
/** Tokens issued under the earlier secret are valid as long as it is set. */
const previous = (name: string) =>
  z.lazy(() => optional(secret).describe(`secret: the \`${name}\` before this one, still accepted while it is set`))
/** Scheme, host and port; nothing after them but a slash. */
const isOrigin = (url: string): boolean => /^https?:\/\/[^/?#]+\/?$/.test(url)

/**
 * The settings of the site itself. A description is one line of the table in worker/CONFIGURATION.md: `npm run settings`
 * writes it.
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
      .describe('names the project in the backend’s routes'),
    PUBLIC_KEY: z.string().min(8).describe('the key that browsers send to the backend; grants nothing by itself'),
    SERVICE_KEY: secret.describe('secret, 32 characters or more: the key with every right in the backend'),
    TOKEN_SECRET: secret.describe('secret, 32 characters or more: signs access tokens (JWT)'),
    VISITOR_SECRET: secret.describe('secret, 32 characters or more: signs the visitor cookie'),
    SERVICE_KEY_PREVIOUS: previous('SERVICE_KEY'),
    TOKEN_SECRET_PREVIOUS: previous('TOKEN_SECRET'),
    VISITOR_SECRET_PREVIOUS: previous('VISITOR_SECRET'),
    PUBLIC_URL: optional(z.url().refine(isOrigin, 'must be an origin, without a path')).describe(
      'the site’s own origin; _local_: missing means the origin of each request. A deployment without it answers only 503; GET at other hosts and over plain HTTP is redirected to it, other methods get 421',
    ),
    ALLOWED_HOSTS: listOf(z.string()).describe('other hosts that are answered over HTTPS, such as previews'),
    BACKEND_CORE_URL: optional(z.url()).describe('another backend with the same wire; missing: the embedded one'),
    BACKEND_SERVICE_KEY: optional(secret).describe('secret: the service key of that backend, when it differs'),
    DONATION_URL: z.url().describe('the external link in the header'),
    ADMIN_EMAIL: optional(z.email()).describe(
      'receives contact messages; without it they are stored, and the missing mail is logged',
    ),
    MAIL_FROM: optional(z.email()).describe('sender of outgoing mail; needed to send any'),
    RESEND_API_KEY: optional(z.string()).describe(
      'secret: sends mail through the API of Resend instead of the `MAIL` binding, also locally',
    ),
    RESEND_URL: withDefault(z.url().default('https://api.resend.com')).describe(
      'address of that API; plain HTTP only _local_',
    ),
    LIMITS: z
      .enum(['normal', 'relaxed'])
      .default('normal')
      .describe('`relaxed` (_local_): rate limits and quotas times 1000, for load tests'),
    VOTE_PERIOD_HOURS: withDefault(z.coerce.number().positive().default(24)).describe(
      'how long one vote for one card lasts',
    ),
    DAILY_VOTE_CEILING: count(500_000).describe(
      'votes of everybody together per UTC day; when it is reached the log says so, and votes wait for the next day',
    ),
    CONTACT_COOLDOWN_MS: count(CONTACT_COOLDOWN_MS).describe(
      'milliseconds between two messages of one sender; shorter than the default only _local_',
    ),
    REVIEW_CARDS_WITHOUT_FACE: flag().describe(
      '`true` (with `ADMIN_EMAILS`): a card in whose photo no face was found is unlisted until a moderator has seen it; otherwise it stays unlisted',
    ),
    GENERATIONS_PER_VISITOR_PER_DAY: optional(z.coerce.number().int().nonnegative()).describe(
      'cards drawn for one visitor per UTC day; missing: 20, or 5 with an image model that costs money',
    ),
    PEOPLE_FILES_MAX_MB: count(20_480).describe(
      'what the files of all signed-in users may take up together; one user has 200 MB, 10 until the address is confirmed',
    ),
    REALTIME_SOCKETS_PER_GATEWAY: z.coerce
      .number()
      .int()
      .positive()
      .default(320)
      .describe(
        'sockets that one gateway object accepts, at most 100 of them from one network; 1 puts every browser on another',
      ),
  }),
)
