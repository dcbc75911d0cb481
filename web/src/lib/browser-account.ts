import { TOKEN_STORE } from '#shared/client/auth/store-key.ts'
import { type Account, createAccount } from './account.ts'

/** True if a request carries the token: own cards need it, public lists do not, and it goes to no other host. */
const concernsOwner = (url: string) =>
  OWN_PATHS.some((path) => url.startsWith(path)) || (url.startsWith('/api/cards') && !url.startsWith('/api/cards?'))
const OWN_PATHS = ['/api/auth/account', '/api/auth/password/change']

/** Which project's session is kept under a key, or null. */
const projectOf = (key: string | null) => (key?.startsWith(TOKEN_STORE) ? key.slice(TOKEN_STORE.length) : null)

function storedProject(): string | null {
  try {
    return Object.keys(localStorage).map(projectOf).find(Boolean) ?? null
  } catch {
    return null
  }
}

/** The query parameter in which a mailed link brings its token. */
const MAGIC_PARAMETER = 'magic_token'

export type BrowserAccount = {
  account: Account
  /** `fetch` with the session's token. */
  send: (url: string, init: RequestInit) => Promise<Response>
  /**
   * Over when nothing of a sign-in is left in the address. Until then nothing may read it that could write it again.
   * In a frame the page around is asked, too.
   *
   * @param projectId of the sign-in; asked for only when needed
   */
  arrive: (projectId: () => Promise<string>) => Promise<void>
}

const loadAccount: Parameters<typeof createAccount>[0] = (id, confirm) =>
  import('./backend/account.ts').then(({ openAccount }) => openAccount(id, confirm))

/** Loads what being signed in takes when this browser has traces of it, or another tab signs in. */
export function createBrowserAccount(load = loadAccount): BrowserAccount {
  const account = createAccount(load)
  const openQuietly = (id: string | null) => void (id && account.open(id).catch(() => {}))
  openQuietly(storedProject())
  addEventListener('storage', ({ key, newValue }) => openQuietly(newValue && projectOf(key)))

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
        // Before anything else of the page, no link and no report of it, gets to see the token.
        history.replaceState(history.state, '', address)
        // In the background: the user is asked first.
        account.enter(token, projectId)
      }
      if (params.has('access_token') || params.has('error')) await account.open(await projectId())
      // The parent frame may have a session; its answer is not awaited.
      else if (parent !== window) void projectId().then(openQuietly, () => {})
    },
  }
}
