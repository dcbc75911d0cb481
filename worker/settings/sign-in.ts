import * as z from 'zod'
import { flag, optional, separatedList, withDefault } from './kinds.ts'

/** Settings of the sign-in providers. A provider is on if all its settings are set, and off if none is. */
const PROVIDER_SETTINGS = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  github: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  microsoft: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  oidc: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_DISCOVERY_URL'],
} as const

const text = z.lazy(() => optional(z.string()))

/** The settings of accounts and sign-in, a part of the schema of all settings. */
export const SignInVars = z.lazy(() =>
  z.object({
    ADMIN_EMAILS: separatedList(z.email().toLowerCase()).describe(
      'accounts that have proven to own these addresses are admins, and can request a sign-in link to `/admin`',
    ),
    ALLOWED_ORIGINS: separatedList(
      z.string().refine((origin) => URL.parse(origin)?.origin === origin, 'must be an origin'),
    ).describe(
      'other origins whose pages may receive the tokens of signed-in users and may embed this site in a frame',
    ),
    REQUIRE_VERIFIED_EMAIL: flag().describe('`true`: sign-in with a password requires a verified address'),
    GOOGLE_CLIENT_ID: text.describe('sign-in with Google'),
    GOOGLE_CLIENT_SECRET: text.describe('secret'),
    GITHUB_CLIENT_ID: text.describe('sign-in with GitHub'),
    GITHUB_CLIENT_SECRET: text.describe('secret'),
    APPLE_CLIENT_ID: text.describe('sign-in with Apple'),
    APPLE_TEAM_ID: text.describe('the team of that client'),
    APPLE_KEY_ID: text.describe('the key of that client'),
    APPLE_PRIVATE_KEY: text.describe('secret: that key in PEM (PKCS #8); line breaks may be written as `\\n`'),
    MICROSOFT_CLIENT_ID: text.describe('sign-in with Microsoft'),
    MICROSOFT_CLIENT_SECRET: text.describe('secret'),
    MICROSOFT_TENANT: withDefault(z.string().default('common')).describe(
      'the directory (tenant) whose accounts may sign in',
    ),
    OIDC_CLIENT_ID: text.describe('sign-in with any OpenID Connect provider'),
    OIDC_CLIENT_SECRET: text.describe('secret'),
    OIDC_DISCOVERY_URL: optional(z.url()).describe('its discovery document; plain HTTP only _local_'),
    OIDC_NAME: withDefault(z.string().max(40).default('single sign-on')).describe('its name on the button'),
  }),
)
export type SignInVars = z.infer<typeof SignInVars>

/** Returns the missing settings of partly configured providers. */
export const findMissingProviderSettings = (vars: SignInVars): string[] =>
  Object.values(PROVIDER_SETTINGS).flatMap((names: readonly (keyof SignInVars)[]) => {
    const missing = names.filter((name) => vars[name] === undefined)
    return missing.length < names.length ? missing : []
  })

/** Returns the configured sign-in providers by name. */
export function toProviders(vars: SignInVars) {
  const client = (id: string | undefined, secret: string | undefined) => ({ clientId: id!, clientSecret: secret! })
  return {
    ...(vars.GOOGLE_CLIENT_ID && { google: client(vars.GOOGLE_CLIENT_ID, vars.GOOGLE_CLIENT_SECRET) }),
    ...(vars.GITHUB_CLIENT_ID && { github: client(vars.GITHUB_CLIENT_ID, vars.GITHUB_CLIENT_SECRET) }),
    ...(vars.APPLE_CLIENT_ID && {
      apple: {
        clientId: vars.APPLE_CLIENT_ID,
        teamId: vars.APPLE_TEAM_ID!,
        keyId: vars.APPLE_KEY_ID!,
        /** PEM (PKCS #8). Line breaks may be written as `\n`. */
        privateKey: vars.APPLE_PRIVATE_KEY!.replaceAll('\\n', '\n'),
      },
    }),
    ...(vars.MICROSOFT_CLIENT_ID && {
      microsoft: {
        ...client(vars.MICROSOFT_CLIENT_ID, vars.MICROSOFT_CLIENT_SECRET),
        tenant: vars.MICROSOFT_TENANT,
      },
    }),
    ...(vars.OIDC_CLIENT_ID && {
      oidc: {
        ...client(vars.OIDC_CLIENT_ID, vars.OIDC_CLIENT_SECRET),
        discoveryUrl: vars.OIDC_DISCOVERY_URL!,
        name: vars.OIDC_NAME,
      },
    }),
  }
}
