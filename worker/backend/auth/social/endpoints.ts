import { AppError } from '#shared/client/errors.ts'
import type { Config } from '#worker/config.ts'
import { discover } from './discovery.ts'
import type { Claims, Endpoints, ProviderName } from './provider.ts'

export type Providers = Config['auth']['providers']

const OPENID = ['openid', 'email', 'profile']
const hasVerifiedClaim = ({ email_verified: claim }: Claims) => claim === true || claim === 'true'

const GOOGLE: Endpoints = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  scopes: OPENID,
  extra: { prompt: 'select_account' },
  identity: {
    keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    getIssuer: () => 'https://accounts.google.com',
    isVerified: hasVerifiedClaim,
  },
  userInfoUrl: null,
}

const GITHUB: Endpoints = {
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  scopes: ['read:user', 'user:email'],
  identity: null,
  userInfoUrl: 'https://api.github.com/user',
}

/** Apple requires `form_post` when the scopes include the name or the email address. */
const APPLE: Endpoints = {
  authorizeUrl: 'https://appleid.apple.com/auth/authorize',
  tokenUrl: 'https://appleid.apple.com/auth/token',
  scopes: ['name', 'email'],
  extra: { response_mode: 'form_post' },
  identity: {
    keysUrl: 'https://appleid.apple.com/auth/keys',
    getIssuer: () => 'https://appleid.apple.com',
    isVerified: hasVerifiedClaim,
  },
  userInfoUrl: null,
}

/** The tenant of personal accounts. Microsoft itself verifies their email addresses. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const TENANT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MANY_TENANTS = new Set(['common', 'organizations', 'consumers'])

/**
 * Returns Microsoft's endpoints. A tenant's administrator can put any address into the email claim. An address
 * therefore counts as verified only for personal accounts or if the tenant owns the domain.
 * https://learn.microsoft.com/en-us/entra/identity-platform/migrate-off-email-claim-authorization
 */
const microsoft = (tenant: string): Endpoints => ({
  authorizeUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
  tokenUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
  scopes: OPENID,
  extra: { prompt: 'select_account' },
  identity: {
    keysUrl: `https://login.microsoftonline.com/${tenant}/discovery/v2.0/keys`,
    getIssuer: ({ tid }) => {
      const issuer = MANY_TENANTS.has(tenant) ? String(tid) : tenant
      if (!TENANT.test(issuer)) throw new AppError('VERIFICATION_FAILED')
      return `https://login.microsoftonline.com/${issuer}/v2.0`
    },
    isVerified: ({ tid, xms_edov: owned }) => tid === PERSONAL_TENANT || owned === true || owned === '1' || owned === 1,
  },
  userInfoUrl: null,
})

/** @throws AppError `VALIDATION_ERROR` for a provider that is not configured, `NETWORK_ERROR` if it is unreachable */
export async function getEndpoints(name: ProviderName, providers: Providers): Promise<Endpoints> {
  if (name === 'google' && providers.google) return GOOGLE
  if (name === 'github' && providers.github) return GITHUB
  if (name === 'apple' && providers.apple) return APPLE
  if (name === 'microsoft' && providers.microsoft) return microsoft(providers.microsoft.tenant)
  if (name === 'oidc' && providers.oidc) {
    const { issuer, keysUrl, ...found } = await discover(providers.oidc.discoveryUrl)
    return { ...found, scopes: OPENID, identity: { keysUrl, getIssuer: () => issuer, isVerified: hasVerifiedClaim } }
  }
  throw new AppError('VALIDATION_ERROR', 'This sign-in provider is not configured.')
}
