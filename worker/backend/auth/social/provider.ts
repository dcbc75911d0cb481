/** A user's identity at a sign-in provider, by its claims. */
export type SocialProfile = {
  readonly subject: string
  readonly email: string | null
  /** True if the service knows the address to be this person's. Without that it proves nothing. */
  readonly isVerified: boolean
  readonly name: string | null
  readonly picture: string | null
}

/** The claims of an identity token, signature, issuer, audience, time and nonce already checked. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** Endpoints of a service. */
export type Endpoints = {
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly scopes: readonly string[]
  /** Asked for beside the usual parameters. */
  readonly extra?: Readonly<Record<string, string>>
  /** Verification of its identity tokens; null: it has none. */
  readonly identity: {
    readonly keysUrl: string
    /** The only issuer, or the one that a token's own claims name. */
    getIssuer(claims: Readonly<Record<string, unknown>>): string
    isVerified(claims: Claims): boolean
  } | null
  /** Endpoint for what the identity token does not contain. */
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
