import { AppError } from '#shared/client/errors.ts'
import type { Config } from '#worker/config.ts'
import { discover } from './discovery.ts'
import type { Claims, Endpoints, ProviderName } from './provider.ts'

export type Providers = Config['auth']['providers']

const OPENID = ['openid', 'email', 'profile']
const saysVerified = ({ email_verified: says }: Claims) => says === true || says === 'true'

const GOOGLE: Endpoints = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  scopes: OPENID,
  extra: { prompt: 'select_account' },
  identity: {
    keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    getIssuer: () => 'https://accounts.google.com',
    isVerified: saysVerified,
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

/** It answers by a form that it posts from its own pages, as soon as a name or an address is asked for. */
const APPLE: Endpoints = {
  authorizeUrl: 'https://appleid.apple.com/auth/authorize',
  tokenUrl: 'https://appleid.apple.com/auth/token',
  scopes: ['name', 'email'],
  extra: { response_mode: 'form_post' },
  identity: {
    keysUrl: 'https://appleid.apple.com/auth/keys',
    getIssuer: () => 'https://appleid.apple.com',
    isVerified: saysVerified,
  },
  userInfoUrl: null,
}

/** The tenant of personal accounts, whose addresses Microsoft has confirmed itself. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const TENANT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MANY_TENANTS = new Set(['common', 'organizations', 'consumers'])

/**
 * The administrator of any tenant may write any address into a claim, so an address counts only from personal accounts or
 * where the tenant is said to own its domain.
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
      const own = MANY_TENANTS.has(tenant) ? String(tid) : tenant
      if (!TENANT.test(own)) throw new AppError('VERIFICATION_FAILED')
      return `https://login.microsoftonline.com/${own}/v2.0`
    },
    isVerified: ({ tid, xms_edov: owned }) => tid === PERSONAL_TENANT || owned === true || owned === '1' || owned === 1,
  },
  userInfoUrl: null,
})

/** @throws AppError `VALIDATION_ERROR` for a service that is not configured, `NETWORK_ERROR` when it cannot be reached */
export async function getEndpoints(name: ProviderName, providers: Providers): Promise<Endpoints> {
  if (name === 'google' && providers.google) return GOOGLE
  if (name === 'github' && providers.github) return GITHUB
  if (name === 'apple' && providers.apple) return APPLE
  if (name === 'microsoft' && providers.microsoft) return microsoft(providers.microsoft.tenant)
  if (name === 'oidc' && providers.oidc) {
    const { issuer, keysUrl, ...found } = await discover(providers.oidc.discoveryUrl)
    return { ...found, scopes: OPENID, identity: { keysUrl, getIssuer: () => issuer, isVerified: saysVerified } }
  }
  throw new AppError('VALIDATION_ERROR', 'This sign-in provider is not configured.')
}
