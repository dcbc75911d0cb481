import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { fetchJson } from './ask.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'

/** An endpoint URL. */
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

/**
 * Fetches a provider's endpoints (https://openid.net/specs/openid-connect-discovery-1_0.html).
 *
 * @param address the provider's issuer URL, or the URL of its metadata
 * @throws AppError `NETWORK_ERROR`
 */
export async function discover(address: string) {
  const issuer = address.endsWith(WELL_KNOWN) ? address.slice(0, -WELL_KNOWN.length) : address.replace(/\/$/, '')
  const parsed = Metadata.safeParse(await fetchJson(issuer + WELL_KNOWN))
  const metadata = parsed.data
  // The issuer must match, so one provider cannot impersonate another (section 4.3).
  if (metadata === undefined || metadata.issuer.replace(/\/$/, '') !== issuer)
    throw new AppError('NETWORK_ERROR', undefined, { cause: 'the metadata belongs to another issuer' })
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata
  const urls = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? issuer]
  if (issuer.startsWith('https:') && urls.some((url) => !url.startsWith('https:')))
    throw new AppError('NETWORK_ERROR', undefined, { cause: 'the metadata contains a plain HTTP URL' })
  return {
    issuer: metadata.issuer,
    authorizeUrl: authorization_endpoint,
    tokenUrl: token_endpoint,
    keysUrl: jwks_uri,
    userInfoUrl: userinfo_endpoint ?? null,
  }
}
