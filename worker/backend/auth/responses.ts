import * as z from 'zod/mini'
import { AccountResponse } from '#shared/contracts/account.ts'
import { ok } from '#worker/http/openapi/describe.ts'
import { Json } from '#worker/http/openapi/schemas.ts'

/** A user in the responses of `/api/auth`. Times are ISO 8601. */
const User = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.string(),
  createdAt: z.string(),
  lastSignInAt: z.optional(z.string()),
  displayName: z.optional(z.string()),
  photoURL: z.optional(z.string()),
})

/** Tokens with their lifetimes in seconds. */
const tokens = {
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_expires_in: z.int(),
}

export const INTROSPECTION = ok(
  'Introspection',
  z.union([
    z.object({ valid: z.literal(true), projectId: z.string(), tokenType: z.literal('service') }),
    z.object({
      valid: z.literal(true),
      projectId: z.string(),
      tokenType: z.literal('access'),
      userId: z.string(),
      email: z.string(),
      appRole: z.string(),
      /** Seconds since 1970. */
      exp: z.int(),
    }),
    z.object({ valid: z.literal(false), projectId: z.string(), error: z.string() }),
  ]),
)

const Rows = z.array(z.record(z.string(), Json))

export const ACCOUNT_EXPORT = ok(
  'AccountExport',
  z.catchall(
    z.object({
      exportedAt: z.string(),
      account: z.object({
        id: z.string(),
        email: z.string(),
        emailVerified: z.boolean(),
        displayName: z.nullable(z.string()),
        photoUrl: z.nullable(z.string()),
        createdAt: z.string(),
        lastSignInAt: z.nullable(z.string()),
      }),
      signedInSince: z.array(z.string()),
      cards: Rows,
    }),
    // The product's other data, by kind.
    Rows,
  ),
)

const link = (name: string) => z.object({ token: z.string(), expiresAt: z.string(), [name]: z.string() })

export const DONE = ok('Done', z.object({ success: z.literal(true) }))
export const SESSION = ok('Session', z.object({ ...tokens, user: User }))
export const TOKENS = ok('Tokens', z.object(tokens))
export const USER = ok('UserAnswer', z.object({ user: User }))
export const ACCOUNT = ok('Account', AccountResponse)
export const PROVIDERS = ok('Providers', z.object({ providers: z.array(z.string()) }))
export const MAGIC_LINK = ok('MagicLink', link('magicUrl'))
export const RESET_LINK = ok('ResetLink', link('resetUrl'))
export const VERIFY_LINK = ok('VerifyLink', link('verifyUrl'))
