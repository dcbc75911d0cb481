import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { askJson } from './ask.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'

/** The endpoints that a browser or a request may be sent to. */
const Address = z.lazy(() => z.url({ protocol: /^https?$/ }))

const Metadata = z.lazy(() =>
  z.object({
    issuer: Address,
    authorization_endpoint: Address,
    token_endpoint: Address,
    jwks_uri: Address,
    userinfo_endpoint: Address.optional(),
  }),
)

/** The address of a service, or of its metadata. https://openid.net/specs/openid-connect-discovery-1_0.html */
export async function discover(address: string) {
  const issuer = address.endsWith(WELL_KNOWN) ? address.slice(0, -WELL_KNOWN.length) : address.replace(/\/$/, '')
  const parsed = Metadata.safeParse(await askJson(issuer + WELL_KNOWN))
  const metadata = parsed.data
  // One service may not speak for another: section 4.3.
  if (metadata === undefined || metadata.issuer.replace(/\/$/, '') !== issuer)
    throw new AppError('NETWORK_ERROR', undefined, { cause: 'the metadata is not of the service that was asked' })
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata
  const urls = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? issuer]
  if (issuer.startsWith('https:') && urls.some((url) => !url.startsWith('https:')))
    throw new AppError('NETWORK_ERROR', undefined, { cause: 'the metadata leads to plain HTTP' })
  return {
    issuer: metadata.issuer,
    authorizeUrl: authorization_endpoint,
    tokenUrl: token_endpoint,
    keysUrl: jwks_uri,
    userInfoUrl: userinfo_endpoint ?? null,
  }
}
