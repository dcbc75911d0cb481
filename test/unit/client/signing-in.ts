import type { AuthOptions } from '#shared/client/auth/auth.ts'
import { createClient } from '#shared/client/index.ts'
import { createScriptedHost } from '../../support/scripted-host.ts'
import { createScriptedBrowser, type ScriptedPeer } from '../../support/scripted-page.ts'
import type { Recorded } from './recorder.ts'

export const STORED = 'auth-tokens:p1'
export const AUTH = 'https://auth.example'
export const ANN = { id: 'u1', email: 'ann@example.com', displayName: 'Ann', role: 'editor' }
export const BEN = { id: 'u2', email: 'ben@example.com', displayName: 'Ben', role: 'viewer' }

type Responder = (request: Recorded) => Response | Promise<Response> | undefined

/** Every access token is `{user}-{n}`, every refresh token `{user}-r{n}`. Only the newest refresh token is valid. */
function createServer(now: () => number) {
  const users = new Map([ANN, BEN].map((user) => [user.id, user]))
  const newest = new Map<string, { n: number; usedAt: number }>()
  const ended = new Set<string>()

  function issue(id: string, n = (newest.get(id)?.n ?? 0) + 1) {
    if (n > (newest.get(id)?.n ?? 0)) newest.set(id, { n, usedAt: now() })
    return {
      access_token: `${id}-${n}`,
      refresh_token: `${id}-r${n}`,
      token_type: 'Bearer',
      expires_in: 900,
      refresh_expires_in: 2_592_000,
    }
  }

  function refresh(token: string): Response {
    const [id, n] = [token.split('-')[0]!, Number(token.split('-r')[1])]
    const last = newest.get(id)
    const isInOverlap = last?.n === n + 1 && now() - last.usedAt <= 10_000
    if (last === undefined || ended.has(id) || (last.n !== n && !isInOverlap)) {
      ended.add(id)
      return refuse(401, 'TOKEN_EXPIRED')
    }
    return Response.json(issue(id, isInOverlap ? last.n : n + 1))
  }

  function me(authorization = ''): Response {
    const id = authorization.replace('Bearer ', '').split('-')[0]!
    const user = users.get(id)
    return user === undefined || ended.has(id) ? refuse(401, 'TOKEN_EXPIRED') : Response.json({ user })
  }

  return { issue, refresh, me, ended }
}

export const refuse = (status: number, code: string) => Response.json({ error: `said: ${code}`, code }, { status })

/** A browser, a clock and a server that signs Ann and Ben in. `respond` overrides the server. */
export function createSignInBrowser() {
  const scripted = createScriptedHost()
  const browser = createScriptedBrowser()
  const server = createServer(scripted.host.now)
  const requests: Recorded[] = []
  const script: { respond: Responder } = { respond: () => undefined }

  async function respond(request: Recorded): Promise<Response> {
    requests.push(request)
    const own = await script.respond(request)
    if (own !== undefined) return own
    const path = new URL(request.url).pathname.replace('/api/auth', '')
    const body = request.body as Record<string, string> | null
    if (path === '/me') return server.me(request.headers['authorization'])
    if (path === '/refresh') return server.refresh(body!['refresh_token']!)
    const signsIn = ['/signup', '/signin/email', '/signin/magic/verify'].includes(path)
    if (signsIn) return Response.json({ ...server.issue('u1'), user: ANN })
    return Response.json(path === '/providers' ? { providers: ['email', 'github'] } : { success: true, rows: [] })
  }

  /** Opens the app in a tab. */
  function open(
    auth: AuthOptions = {},
    address?: string,
    parent: ScriptedPeer | null = null,
    remembered: Record<string, string> = {},
  ) {
    const tab = browser.openTab(address, parent)
    for (const [key, text] of Object.entries(remembered)) tab.page.session.set(key, text)
    const client = createClient({
      projectId: 'p1',
      coreUrl: 'https://core.example',
      authUrl: AUTH,
      key: 'public-key',
      host: { ...scripted.host, page: tab.page },
      auth,
      fetch: async (url, init) => {
        const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
        return respond({ method: init.method!, url, headers: Object.fromEntries(new Headers(init.headers)), body })
      },
    })
    return { client, auth: client.auth, ...tab }
  }

  return {
    ...scripted,
    browser,
    server,
    requests,
    script,
    open,
    /** Stores the tokens of an earlier visit. */
    store(tokens: object, signIn = 'first') {
      const issued_at = Math.floor(scripted.host.now() / 1000)
      browser.stored.set(STORED, JSON.stringify({ issued_at, sign_in: signIn, ...tokens }))
    },
    stored: () => JSON.parse(browser.stored.get(STORED) ?? 'null') as Record<string, unknown> | null,
    paths: () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`),
  }
}

export type SigningIn = ReturnType<typeof createSignInBrowser>

/** The state before the session is known, and the state without a session. */
export const LOADING = { user: null, tokens: null, isAuthenticated: false, isLoading: true }
export const SIGNED_OUT = { ...LOADING, isLoading: false }
/** A URL with the tokens of {@link ANN} and parameters of its own. */
export const URL_WITH_TOKENS =
  'https://app.example/play?a=%41+b&access_token=u1-1&refresh_token=u1-r1&token_type=Bearer&project_id=p1&expires_in=9&refresh_expires_in=9#top'
