import * as z from 'zod/mini'

/** `GET /api/auth/account`, with the signed-in user's bearer token. */
export const AccountResponse = z.object({
  email: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** False if the owner signs in by magic link or another provider. */
  hasPassword: z.boolean(),
  /** Number of cards that are deleted with the account. */
  cards: z.int(),
  /** Active sessions, newest first. */
  sessions: z.array(
    z.object({
      /** ISO 8601. */
      since: z.string(),
      /** True for the session of this request. */
      isThis: z.boolean(),
    }),
  ),
  /** True if this sign-in is recent enough to change the account without a password. */
  isFresh: z.boolean(),
})
export type AccountResponse = z.infer<typeof AccountResponse>

/**
 * `POST /api/auth/account/remove` and `POST /api/auth/account/signout`. Without a password, the sign-in must be at most
 * {@link FRESH_MINUTES} old; otherwise 401, code `INVALID_CREDENTIALS`. The same holds for `DELETE /api/auth/account`,
 * which takes no body.
 */
export const ProveAccount = z.object({ password: z.optional(z.string()) })

/** Maximum age, in minutes, of a sign-in that counts as proof of identity. */
export const FRESH_MINUTES = 10
