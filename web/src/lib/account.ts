import type { Auth } from '#shared/client/auth/auth.ts'
import type { ConfirmSignIn } from '#shared/client/auth/start.ts'
import { ADMIN_MAY } from '#shared/domain/roles.ts'

/** The optional session. Its code is lazy-loaded for visitors that are signed in, or sign in. */
export type Account = {
  /** The signed-in user's address, or null. */
  email: () => string | null
  subscribe: (run: () => void) => () => void
  /** True if there may be a session: this browser holds traces of one. */
  isExpected: () => boolean
  /** Leaves for the page that people sign in at, which sends them back here. */
  signIn: (projectId: string) => Promise<void>
  signOut: () => void
  /** Why the sign-in page has returned without a session, as a sentence, or null. */
  failure: () => string | null
  /** True if the signed-in user is an admin. */
  isAdmin: () => boolean
  /** The access token; null without a session. */
  token: () => Promise<string | null>
  /** The question to confirm before a link signs in, or null. */
  question: () => SignInQuestion | null
}

/** `email`: the account of the link, where that is known before it is used. */
export type SignInQuestion = {
  readonly email: string | null
  /** Rejects when the link is no good. */
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

  /** @param act what follows the answer */
  function ask(email: string | null, act: (isWanted: boolean) => Promise<void>): void {
    const show = (next: SignInQuestion | null) => {
      question = next
      listeners.forEach((run) => run())
    }
    show({
      email,
      answer(isWanted) {
        show(null)
        return act(isWanted)
      },
    })
  }

  const confirm: ConfirmSignIn = ({ email = null }) =>
    new Promise((resolve) => ask(email, async (isWanted) => resolve(isWanted)))

  /** A session that was found in this browser. A file that cannot be had now is asked for again with the next need. */
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
    // Without an answer the visitor goes on without a session.
    token: async () => (loading === null ? null : loading.then((loaded) => loaded.token()).catch(() => null)),
  }
  /** Signs in by the link of a mail, once the visitor has confirmed. Answering fails as `verifyMagicLink` does. */
  function enter(token: string, projectId: () => Promise<string>): void {
    ask(null, async (isWanted) => {
      if (isWanted) await (await open(await projectId())).verifyMagicLink(token)
    })
  }

  return { ...account, open, enter }
}
