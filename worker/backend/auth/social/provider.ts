/** A user's identity at a sign-in provider. */
export type SocialProfile = {
  readonly subject: string
  readonly email: string | null
  /** True if the provider has verified that the email address is this user's. An unverified one proves nothing. */
  readonly isVerified: boolean
  readonly name: string | null
  readonly picture: string | null
}

/** The claims of an ID token after its signature, issuer, audience, time and nonce were verified. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** Endpoints of a sign-in provider. */
export type Endpoints = {
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly scopes: readonly string[]
  /** Additional query parameters for the authorize URL. */
  readonly extra?: Readonly<Record<string, string>>
  /** Verification of ID tokens. Null if the provider issues none. */
  readonly identity: {
    readonly keysUrl: string
    /** Returns the fixed issuer, or the one for the token's tenant. */
    getIssuer(claims: Readonly<Record<string, unknown>>): string
    isVerified(claims: Claims): boolean
  } | null
  /** Endpoint for claims that the ID token does not contain. */
  readonly userInfoUrl: string | null
}

export const PROVIDER_LABELS = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  microsoft: 'Microsoft',
} as const

export type ProviderName = keyof typeof PROVIDER_LABELS | 'oidc'

export const isProviderName = (name: unknown): name is ProviderName =>
  name === 'oidc' || (typeof name === 'string' && Object.hasOwn(PROVIDER_LABELS, name))
