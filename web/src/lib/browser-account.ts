import { TOKEN_STORE } from '#shared/client/auth/store-key.ts'
import { type Account, createAccount } from './account.ts'

/** True if a request needs the token. The visitor's own data does; public lists do not, and other hosts never get it. */
const concernsOwner = (url: string) =>
  OWN_PATHS.some((path) => url.startsWith(path)) || (url.startsWith('/api/cards') && !url.startsWith('/api/cards?'))
const OWN_PATHS = ['/api/auth/account', '/api/auth/password/change', '/api/generations']

/** Returns the project whose tokens are stored under a key, or null. */
const parseProject = (key: string | null) => (key?.startsWith(TOKEN_STORE) ? key.slice(TOKEN_STORE.length) : null)

function storedProject(): string | null {
  try {
    return Object.keys(localStorage).map(parseProject).find(Boolean) ?? null
  } catch {
    return null
  }
}

/** The query parameter of a magic link's token. */
const MAGIC_PARAMETER = 'magic_token'

export type BrowserAccount = {
  account: Account
  /** `fetch` with the session's token. */
  send: (url: string, init: RequestInit) => Promise<Response>
  /**
   * Resolves once the URL has no sign-in parameters left. Until then, nothing may read the URL and write it back. In a
   * frame, also requests a session from the parent page.
   *
   * @param projectId called only when needed
   */
  arrive: (projectId: () => Promise<string>) => Promise<void>
}

const loadAccount: Parameters<typeof createAccount>[0] = (id, confirm) =>
  import('./backend/account.ts').then(({ openAccount }) => openAccount(id, confirm))

/** Loads the session code if this browser has stored tokens, or when another tab signs in. */
export function createBrowserAccount(load = loadAccount): BrowserAccount {
  const account = createAccount(load)
  const openQuietly = (id: string | null) => void (id && account.open(id).catch(() => {}))
  openQuietly(storedProject())
  addEventListener('storage', ({ key, newValue }) => openQuietly(newValue && parseProject(key)))

  return {
    account,
    async send(url, init) {
      const token = concernsOwner(url) ? await account.token() : null
      if (token === null) return fetch(url, init)
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(url, { ...init, headers })
    },
    async arrive(projectId) {
      const address = new URL(location.href)
      const params = address.searchParams
      const token = params.get(MAGIC_PARAMETER)
      if (token !== null) {
        params.delete(MAGIC_PARAMETER)
        // Removed first, so that no link, error report or other code sees the token.
        history.replaceState(history.state, '', address)
        // Runs in the background: the user is asked first.
        account.enter(token, projectId)
      }
      if (params.has('access_token') || params.has('error')) await account.open(await projectId())
      // The parent frame may have a session. The page does not wait for it.
      else if (parent !== window) void projectId().then(openQuietly, () => {})
    },
  }
}
