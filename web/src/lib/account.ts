import type { Auth } from '#shared/client/auth/auth.ts'
import { ADMIN_MAY } from '#shared/domain/roles.ts'

/** Being signed in, which nothing here needs. What it takes is loaded for whoever is, or wants to be. */
export type Account = {
  /** The address of who is signed in, or null. */
  email: () => string | null
  subscribe: (run: () => void) => () => void
  /** Leaves for the page that people sign in at, which sends them back here. */
  signIn: (projectId: string) => Promise<void>
  signOut: () => void
  /** Why the sign-in page has sent somebody back without being signed in, for people, or null. */
  failure: () => string | null
  /** Whether who is signed in runs the site. */
  isAdmin: () => boolean
  /** What calls prove it by; null while nobody is signed in. */
  token: () => Promise<string | null>
}

type Session = Pick<Auth, 'state' | 'onAuthStateChanged' | 'failure' | 'login' | 'signOut' | 'token' | 'can'>

/** @param load called once, when somebody is or wants to be signed in */
export function createAccount(load: (projectId: string) => Promise<Session>) {
  const listeners = new Set<() => void>()
  let loading: Promise<Session> | null = null
  let session: Session | null = null

  /** A session that was found in this browser. A file that cannot be had now is asked for again with the next need. */
  function open(projectId: string): Promise<Session> {
    loading ??= load(projectId).then(
      (loaded) => {
        session = loaded
        loaded.onAuthStateChanged(() => listeners.forEach((run) => run()))
        return loaded
      },
      (thrown: unknown) => {
        loading = null
        throw thrown
      },
    )
    return loading
  }

  const account: Account = {
    email: () => session?.state().user?.email ?? null,
    subscribe(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    signIn: async (projectId) => (await open(projectId)).login(),
    signOut: () => session?.signOut(),
    isAdmin: () => session?.can(...ADMIN_MAY) ?? false,
    failure: () => session?.failure?.message ?? null,
    // Whoever cannot be recognized just now goes on as the visitor he is.
    token: async () => (loading === null ? null : loading.then((loaded) => loaded.token()).catch(() => null)),
  }
  return { ...account, open }
}
