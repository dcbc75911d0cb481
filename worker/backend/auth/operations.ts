import * as z from 'zod/mini'
import { AccountAnswer, ProveAccount } from '#shared/contracts/account.ts'
import { Json } from '#worker/http/openapi/json.ts'
import { ok, type Operation, query } from '#worker/http/openapi/operation.ts'
import {
  AskByMail,
  ChangePassword,
  ConfirmAddress,
  ConfirmReset,
  OfAddress,
  Refresh,
  SignIn,
  SignUp,
  UpdateMe,
  UseToken,
} from './schema.ts'

const User = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.string(),
  /** ISO 8601, as all times here. */
  createdAt: z.string(),
  lastSignInAt: z.optional(z.string()),
  displayName: z.optional(z.string()),
  photoURL: z.optional(z.string()),
})

/** Lifetimes in seconds. */
const tokens = {
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_expires_in: z.int(),
}

const Introspection = z.union([
  z.object({ valid: z.literal(true), projectId: z.string(), tokenType: z.literal('service') }),
  z.object({
    valid: z.literal(true),
    projectId: z.string(),
    tokenType: z.literal('access'),
    userId: z.string(),
    email: z.string(),
    appRole: z.string(),
    /** In seconds since 1970. */
    exp: z.int(),
  }),
  z.object({ valid: z.literal(false), projectId: z.string(), error: z.string() }),
])

const AccountExport = z.object({
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
  cards: z.array(z.record(z.string(), Json)),
})

const DONE = ok('Done', z.object({ success: z.literal(true) }))
const SESSION = ok('Session', z.object({ ...tokens, user: User }))
const USER = ok('UserAnswer', z.object({ user: User }))
const linkAs = (name: string) => z.object({ token: z.string(), expiresAt: z.string(), [name]: z.string() })

/** `/api/auth`: accounts and sessions. */
export const AUTH_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/auth/signup',
    summary: 'Makes an account and signs in',
    sends: { name: 'SignUp', schema: SignUp },
    answers: SESSION,
    errors: [400, 404, 409, 429],
    key: 'anyone',
  },
  {
    method: 'post',
    path: '/api/auth/signin/email',
    summary: 'Signs in by address and password',
    sends: { name: 'SignIn', schema: SignIn },
    answers: SESSION,
    errors: [400, 401, 403, 404, 429],
    key: 'anyone',
  },
  {
    method: 'post',
    path: '/api/auth/signin/magic',
    summary: 'Mails a link that signs in; the answer is the same whether there is an account or not',
    sends: { name: 'AskByMail', schema: AskByMail },
    answers: DONE,
    errors: [400, 404, 429, 503],
    key: 'anyone',
  },
  {
    method: 'post',
    path: '/api/auth/signin/magic/verify',
    summary: 'Signs in by the token of a mailed link, once',
    sends: { name: 'UseToken', schema: UseToken },
    answers: SESSION,
    errors: [400, 404, 429],
    key: 'anyone',
  },
  {
    method: 'post',
    path: '/api/auth/signin/magic/generate',
    summary: 'A magic link for a service that mails it itself',
    sends: { name: 'AskByMail', schema: AskByMail },
    answers: ok('MagicLink', linkAs('magicUrl')),
    errors: [400, 401, 403, 404, 429],
    key: 'service',
  },
  {
    method: 'post',
    path: '/api/auth/refresh',
    summary: 'New tokens for a refresh token, which is used up by it',
    sends: { name: 'Refresh', schema: Refresh },
    answers: ok('Tokens', z.object(tokens)),
    errors: [400, 401, 429],
    key: 'anyone',
  },
  {
    method: 'post',
    path: '/api/auth/signout',
    summary: 'Ends the session of a refresh token',
    sends: { name: 'Refresh', schema: Refresh },
    answers: DONE,
    errors: [400, 429],
    key: 'anyone',
  },
  {
    method: 'get',
    path: '/api/auth/me',
    summary: 'The signed-in user',
    answers: USER,
    errors: [401, 429],
    key: 'user',
  },
  {
    method: 'patch',
    path: '/api/auth/me',
    summary: 'Changes the name and the picture; whatever else is sent changes nothing',
    sends: { name: 'UpdateMe', schema: UpdateMe },
    answers: USER,
    errors: [400, 401, 429],
    key: 'user',
  },
  {
    method: 'post',
    path: '/api/auth/introspect',
    summary: 'Whom the bearer token belongs to; a token that is not valid is an answer, not a failure',
    answers: ok('Introspection', Introspection),
    errors: [429],
    key: ['user', 'service'],
  },
  {
    method: 'delete',
    path: '/api/auth/account',
    summary: 'Removes the account with everything that is kept of it, within ten minutes after the sign-in',
    answers: DONE,
    errors: [401, 429],
    key: 'user',
  },
  {
    method: 'get',
    path: '/api/auth/account',
    summary: 'The account as its page shows it',
    answers: ok('Account', AccountAnswer),
    errors: [401, 429],
    key: 'user',
  },
  {
    method: 'get',
    path: '/api/auth/account/export',
    summary: 'Everything that is kept of the account',
    answers: ok('AccountExport', AccountExport),
    errors: [401, 429],
    key: 'user',
  },
  {
    method: 'post',
    path: '/api/auth/account/signout',
    summary: 'Ends every session of the account',
    sends: { name: 'ProveAccount', schema: ProveAccount },
    answers: DONE,
    errors: [400, 401, 429],
    key: 'user',
  },
  {
    method: 'post',
    path: '/api/auth/account/remove',
    summary: 'Removes the account, by its password or within ten minutes after the sign-in',
    sends: { name: 'ProveAccount', schema: ProveAccount },
    answers: DONE,
    errors: [400, 401, 429],
    key: 'user',
  },
  {
    method: 'get',
    path: '/api/auth/providers',
    summary: 'The ways to sign in',
    parameters: [query('projectId', 'The project.', true)],
    answers: ok('Providers', z.object({ providers: z.array(z.string()) })),
    errors: [404, 429],
    key: 'anyone',
  },
  {
    method: 'post',
    path: '/api/auth/password/reset',
    summary: 'Mails a link to choose another password; the answer is the same whether there is an account or not',
    sends: { name: 'AskByMail', schema: AskByMail },
    answers: DONE,
    errors: [400, 404, 429, 503],
    key: 'anyone',
  },
  {
    method: 'post',
    path: '/api/auth/password/reset/confirm',
    summary: 'Sets another password by the token of a mailed link',
    sends: { name: 'ConfirmReset', schema: ConfirmReset },
    answers: DONE,
    errors: [400, 404, 429],
    key: 'anyone',
  },
  {
    method: 'post',
    path: '/api/auth/password/reset/generate',
    summary: 'A link to choose another password, for a service that mails it itself',
    sends: { name: 'AskByMail', schema: AskByMail },
    answers: ok('ResetLink', linkAs('resetUrl')),
    errors: [400, 401, 403, 404, 429],
    key: 'service',
  },
  {
    method: 'post',
    path: '/api/auth/password/change',
    summary: 'Sets another password and signs every other device out',
    sends: { name: 'ChangePassword', schema: ChangePassword },
    answers: DONE,
    errors: [400, 401, 429],
    key: 'user',
  },
  {
    method: 'post',
    path: '/api/auth/email/verify',
    summary: 'Confirms an address by the token of a mailed link',
    sends: { name: 'ConfirmAddress', schema: ConfirmAddress },
    answers: DONE,
    errors: [400, 401, 404, 429],
    key: ['user', 'anyone'],
  },
  {
    method: 'post',
    path: '/api/auth/email/verify/send',
    summary: 'Mails the signed-in user a link that confirms the address',
    answers: DONE,
    errors: [400, 401, 429, 503],
    key: 'user',
  },
  {
    method: 'post',
    path: '/api/auth/email/verify/generate',
    summary: 'A link that confirms an address, for a service that mails it itself',
    sends: { name: 'OfAddress', schema: OfAddress },
    answers: ok('VerifyLink', linkAs('verifyUrl')),
    errors: [400, 401, 403, 404, 429],
    key: 'service',
  },
]
