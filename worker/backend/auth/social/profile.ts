import type { OAuth2Tokens } from 'arctic'
import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { fetchJson } from './ask.ts'
import { readIdentityToken } from './identity-token.ts'
import type { Claims, Endpoints, SocialProfile } from './provider.ts'

const GitHubUser = z.lazy(() =>
  z.object({
    id: z.int(),
    name: z.string().nullish(),
    login: z.string(),
    avatar_url: z.string().nullish(),
  }),
)
const GitHubEmails = z.lazy(() => z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })))

type Expected = { readonly clientId: string; readonly nonce: string; readonly clock: Clock }

/** Reads the user's profile from a provider. @throws AppError `VERIFICATION_FAILED` if it cannot be verified */
export async function readProfile(
  tokens: OAuth2Tokens,
  { identity, userInfoUrl }: Endpoints,
  { clientId, nonce, clock }: Expected,
): Promise<SocialProfile> {
  try {
    const bearer = { authorization: `Bearer ${tokens.accessToken()}` }
    if (identity === null) return await readGitHub(userInfoUrl!, bearer)
    const claims = await readIdentityToken(tokens.idToken(), identity, { audience: clientId, nonce, clock })
    if (claims['email'] !== undefined || userInfoUrl === null) return toProfile(claims, identity.isVerified(claims))
    const more = (await fetchJson(userInfoUrl, bearer)) as Claims
    // Claims with another subject belong to another user (OpenID Connect Core, section 5.3.2).
    if (more.sub !== claims.sub) throw new AppError('VERIFICATION_FAILED')
    return toProfile({ ...more, ...claims }, identity.isVerified(more))
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : new AppError('VERIFICATION_FAILED', undefined, { cause: thrown })
  }
}

const toText = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

const toProfile = (claims: Claims, isVerified: boolean): SocialProfile => ({
  subject: claims.sub,
  email: toText(claims['email']),
  isVerified,
  name: toText(claims['name']),
  picture: toText(claims['picture']),
})

async function readGitHub(url: string, bearer: Record<string, string>): Promise<SocialProfile> {
  const [user, emails] = [
    GitHubUser.parse(await fetchJson(url, bearer)),
    GitHubEmails.parse(await fetchJson(`${url}/emails`, bearer)),
  ]
  const primary = emails.find((email) => email.primary && email.verified)
  return {
    subject: String(user.id),
    email: primary?.email ?? null,
    isVerified: primary !== undefined,
    name: toText(user.name) ?? user.login,
    picture: toText(user.avatar_url),
  }
}
