import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { askJson } from './ask.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'

const Metadata = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
})

/** The address of a service, or of its metadata. https://openid.net/specs/openid-connect-discovery-1_0.html */
export async function discover(address: string) {
  const issuer = address.endsWith(WELL_KNOWN) ? address.slice(0, -WELL_KNOWN.length) : address.replace(/\/$/, '')
  const parsed = Metadata.safeParse(await askJson(issuer + WELL_KNOWN))
  const metadata = parsed.data
  // One service may not speak for another: section 4.3.
  if (metadata === undefined || metadata.issuer.replace(/\/$/, '') !== issuer)
    throw new AppError('NETWORK_ERROR', undefined, { cause: 'the metadata is not of the service that was asked' })
  const urls = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]
  if (issuer.startsWith('https:') && urls.some((url) => !url.startsWith('https:')))
    throw new AppError('NETWORK_ERROR', undefined, { cause: 'the metadata leads to plain HTTP' })
  return {
    issuer: metadata.issuer,
    authorizeUrl: metadata.authorization_endpoint,
    tokenUrl: metadata.token_endpoint,
    keysUrl: metadata.jwks_uri,
    userInfoUrl: metadata.userinfo_endpoint ?? null,
  }
}
