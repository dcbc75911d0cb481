import type { Auth } from '#shared/client/auth/auth.ts'
import type { ConfirmSignIn } from '#shared/client/auth/start.ts'
import { ADMIN_MAY } from '#shared/domain/roles.ts'

/** The optional session. Its code is lazy-loaded for visitors who are signed in, or sign in. */
export type Account = {
  /** The signed-in user's email, or null. */
  email: () => string | null
  subscribe: (run: () => void) => () => void
  /** True if there may be a session, because this browser has stored tokens. */
  isExpected: () => boolean
  /** Redirects to the sign-in page, which returns here. */
  signIn: (projectId: string) => Promise<void>
  signOut: () => void
  /** Why the sign-in page returned without a session, as a message, or null. */
  failure: () => string | null
  /** True if the signed-in user is an admin. */
  isAdmin: () => boolean
  /** The access token; null without a session. */
  token: () => Promise<string | null>
  /** The pending confirmation before a link signs in, or null. */
  question: () => SignInQuestion | null
}

export type SignInQuestion = {
  /** The link's account, if known before the link is used. */
  readonly email: string | null
  /** Rejects when the link is invalid. */
  readonly answer: (isWanted: boolean) => Promise<void>
}

type Session = Pick<
  Auth,
  'state' | 'onAuthStateChanged' | 'failure' | 'login' | 'signOut' | 'token' | 'can' | 'verifyMagicLink'
>

/** @param load called once, with a session or for a sign-in; `confirm` asks before a link signs in */
export function createAccount(load: (projectId: string, confirm: ConfirmSignIn) => Promise<Session>) {
  let question: SignInQuestion | null = null
  const listeners = new Set<() => void>()
  let loading: Promise<Session> | null = null
  let session: Session | null = null

  /** @param onAnswer called with the visitor's answer */
  function ask(email: string | null, onAnswer: (isConfirmed: boolean) => Promise<void>): void {
    const show = (next: SignInQuestion | null) => {
      question = next
      listeners.forEach((run) => run())
    }
    show({
      email,
      answer(isConfirmed) {
        show(null)
        return onAnswer(isConfirmed)
      },
    })
  }

  const confirm: ConfirmSignIn = ({ email = null }) =>
    new Promise((resolve) => ask(email, async (isConfirmed) => resolve(isConfirmed)))

  /** Opens this browser's session. If the code fails to load, the next call retries. */
  function open(projectId: string): Promise<Session> {
    loading ??= load(projectId, confirm).then(
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
    isExpected: () => loading !== null,
    subscribe(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    signIn: async (projectId) => (await open(projectId)).login(),
    signOut: () => session?.signOut(),
    isAdmin: () => session?.can(...ADMIN_MAY) ?? false,
    failure: () => session?.failure?.message ?? null,
    question: () => question,
    // If this fails, the visitor continues without a session.
    token: async () => (loading === null ? null : loading.then((loaded) => loaded.token()).catch(() => null)),
  }
  /** Signs in by a magic link once the visitor has confirmed. The answer rejects as `verifyMagicLink` does. */
  function enter(token: string, projectId: () => Promise<string>): void {
    ask(null, async (isConfirmed) => {
      if (isConfirmed) await (await open(await projectId())).verifyMagicLink(token)
    })
  }

  return { ...account, open, enter }
}
