import * as z from 'zod/mini'

/** `GET /api/auth/account`, with the signed-in user's bearer token. */
export const AccountAnswer = z.object({
  email: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** Without one its owner signs in by mailed links or by another service. */
  hasPassword: z.boolean(),
  /** How many cards go with the account. */
  cards: z.int(),
  /** The newest first, while they last. */
  sessions: z.array(
    z.object({
      /** ISO 8601. */
      since: z.string(),
      /** The one that asks. */
      isThis: z.boolean(),
    }),
  ),
  /** True if this sign-in is recent enough to change the account without a password. */
  isFresh: z.boolean(),
})
export type AccountAnswer = z.infer<typeof AccountAnswer>

/**
 * `POST /api/auth/account/remove` and `POST /api/auth/account/signout`. Without a password the sign-in must be fresh:
 * at most {@link FRESH_MINUTES} old. Else 401, code `INVALID_CREDENTIALS`. So is it for `DELETE /api/auth/account`,
 * which takes no body.
 */
export const ProveAccount = z.object({ password: z.optional(z.string()) })

/** How old a sign-in may be that counts as a proof, in minutes. */
export const FRESH_MINUTES = 10
