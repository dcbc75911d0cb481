import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { IDENTITY_CLIENT } from './hosts.ts'

const MINUTE = 60
const SCOPES = 'openid email profile'

/** The email address that the provider asserts. */
export const getEmail = (login: string) => `${login}@club.example`

/**
 * Starts a real OpenID Connect provider on loopback, which accepts every name without a password.
 *
 * @param redirectUri the callback URL of the site
 */
export async function startIdentityService(port: number, redirectUri: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: IDENTITY_CLIENT.id,
        client_secret: IDENTITY_CLIENT.secret,
        redirect_uris: [redirectUri],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['loopback'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: MINUTE,
      Interaction: MINUTE,
      Session: MINUTE,
      Grant: MINUTE,
    },
    findAccount: (_, login) => ({
      accountId: login,
      claims: () => ({ sub: login, email: getEmail(login), email_verified: true, name: `Fan ${login}` }),
    }),
    // No consent screen: signing in grants the scopes.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  })
  const requests: string[] = []
  const listener = provider.callback()
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url!.split('?')[0]}`)
    if (!request.url!.startsWith('/interaction/')) return void listener(request, response)
    interact(provider, request, response).catch(() => response.writeHead(400).end())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    /** Method and path of every request so far. */
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

export type IdentityService = Awaited<ReturnType<typeof startIdentityService>>

const PAGE = `<!doctype html><html lang="en"><title>Fan Club</title><link rel="icon" href="data:,"><form method="post">
<label>Who are you? <input name="login"></label> <button>Enter</button></form><a href="?no">Rather not</a></html>`

/** The sign-in form: a name, without a password. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const accountId = new URLSearchParams(body).get('login')!
    return provider.interactionFinished(request, response, { login: { accountId } })
  }
  if (request.url!.endsWith('?no')) return provider.interactionFinished(request, response, { error: 'access_denied' })
  response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
}
