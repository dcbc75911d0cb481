import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { vi } from 'vitest'

type Pending = { challenge: string | null; nonce: string; redirectUri: string; clientId: string }

/** Responses of an OpenID Connect provider. Claims override valid defaults. */
export type ProviderClaims = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Returned instead of the ID token. */
  idToken?: string
  userInfo?: Record<string, unknown>
}

const text = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** One key pair for all tests, because clients may cache a provider's JWKS. */
const KEYS = generateKeyPair('RS256', { extractable: true })

/** Mocks `fetch` with every provider that the Worker knows. All use one key and check requests like real ones. */
export async function createIdentityService(clock: () => number) {
  const keys = await KEYS
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Pending>()
  const requests: string[] = []
  let says: ProviderClaims = {}
  let clientId = ''

  const getIssuer = (host: string) =>
    ({
      'oauth2.googleapis.com': 'https://accounts.google.com',
      'appleid.apple.com': 'https://appleid.apple.com',
      'login.microsoftonline.com': `https://login.microsoftonline.com/${String(says.claims?.['tid'])}/v2.0`,
    })[host] ?? `https://${host}`

  async function respondWithTokens(url: URL, request: Request): Promise<Response> {
    const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()))
    const pending = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier')
    const hash =
      verifier === null ? null : text(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
    if (pending === undefined || pending.redirectUri !== form.get('redirect_uri') || pending.challenge !== hash)
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const now = Math.floor(clock() / 1000)
    const idToken =
      says.idToken ??
      (await new SignJWT({
        iss: getIssuer(url.host),
        aud: pending.clientId,
        sub: 'person-1',
        nonce: pending.nonce,
        iat: now,
        exp: now + 300,
        ...says.claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...says.header })
        .sign(keys.privateKey))
    return Response.json({ access_token: 'at', token_type: 'Bearer', id_token: idToken })
  }

  async function respond(request: Request): Promise<Response> {
    const url = new URL(request.url)
    requests.push(url.origin + url.pathname)
    if (url.pathname === '/.well-known/openid-configuration')
      return Response.json({
        issuer: url.origin,
        authorization_endpoint: `${url.origin}/authorize`,
        token_endpoint: `${url.origin}/token`,
        jwks_uri: `${url.origin}/keys`,
        userinfo_endpoint: `${url.origin}/me`,
      })
    if (/keys$|certs$/.test(url.pathname)) return Response.json({ keys: [jwk] })
    if (/\/(?:token|access_token)$/.test(url.pathname)) return respondWithTokens(url, request)
    if (url.pathname === '/user/emails') return Response.json(says.userInfo?.['emails'])
    if (url.pathname === '/user' || url.pathname === '/me') return Response.json(says.userInfo)
    return new Response(null, { status: 404 })
  }

  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => respond(new Request(input as RequestInfo, init)))

  return {
    requests,
    publicJwk: jwk as Record<string, unknown>,
    get clientId() {
      return clientId
    },
    willSay: (next: ProviderClaims) => {
      says = next
    },
    /** Approves the sign-in, like a user. @returns the parameters of the callback */
    agree(location: string): URLSearchParams {
      const { searchParams } = new URL(location)
      const code = crypto.randomUUID()
      clientId = searchParams.get('client_id')!
      codes.set(code, {
        challenge: searchParams.get('code_challenge'),
        nonce: searchParams.get('nonce') ?? '',
        redirectUri: searchParams.get('redirect_uri')!,
        clientId,
      })
      return new URLSearchParams({ code, state: searchParams.get('state')! })
    },
  }
}

export type IdentityService = Awaited<ReturnType<typeof createIdentityService>>
