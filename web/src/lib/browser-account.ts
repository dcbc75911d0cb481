import { TOKEN_STORE } from '#shared/client/auth/store-key.ts'
import { type Account, createAccount } from './account.ts'

/** Whose cards are asked for is told by who asks; lists are everybody's, and the token is for no other host's eyes. */
const concernsOwner = (url: string) => url.startsWith('/api/cards') && !url.startsWith('/api/cards?')

/** Which project's session is kept under a key, or null. */
const projectOf = (key: string | null) => (key?.startsWith(TOKEN_STORE) ? key.slice(TOKEN_STORE.length) : null)

function storedProject(): string | null {
  try {
    return Object.keys(localStorage).map(projectOf).find(Boolean) ?? null
  } catch {
    return null
  }
}

export type BrowserAccount = {
  account: Account
  /** `fetch`, as whoever is signed in. */
  send: (url: string, init: RequestInit) => Promise<Response>
  /**
   * Over when nothing of a sign-in is left in the address. Until then nothing may read it that could write it again.
   * In a frame the page around is asked, too.
   *
   * @param projectId whose sign-in it may be; asked for only then
   */
  arrive: (projectId: () => Promise<string>) => Promise<void>
}

/** Loads what being signed in takes when this browser has traces of it, or another tab signs in. */
export function createBrowserAccount(): BrowserAccount {
  const account = createAccount((id) => import('./backend/account.ts').then(({ openAccount }) => openAccount(id)))
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
      const params = new URLSearchParams(location.search)
      if (params.has('access_token') || params.has('error')) await account.open(await projectId())
      // The page around this one may know who is signed in; nobody waits for it to say so.
      else if (parent !== window) void projectId().then(openQuietly, () => {})
    },
  }
}
