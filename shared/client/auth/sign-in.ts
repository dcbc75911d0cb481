import { AppError } from '../errors.ts'
import type { Host } from '../host.ts'
import type { Page } from '../page.ts'
import { randomId } from '../random-id.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { magicTokenIn, ownAddress, returnAddress, withoutMagicToken } from './address.ts'
import type { AuthCalls, User } from './calls.ts'
import { askPopup } from './popup.ts'
import type { TokenState } from './token-state.ts'
import { leftKeyOf, stateKeyOf } from './start.ts'

export type SignUp = Readonly<Record<string, unknown>> & { readonly email: string; readonly password: string }

/**
 * `redirect`: the page leaves for the service and comes back signed in, for browsers that open no windows.
 * `redirectUrl`: a page of this origin.
 */
export type ProviderOptions = { readonly mode?: 'popup' | 'redirect'; readonly redirectUrl?: string }

export type SignInDeps = {
  readonly host: Host
  readonly calls: AuthCalls
  readonly tokenState: TokenState
  readonly projectId: string
  readonly authUrl: string
  readonly isHeadless: boolean
}

const failed = (code: 'INVALID_CREDENTIALS' | 'REDIRECT_FAILED' | 'VERIFICATION_FAILED', text?: string) =>
  new AppError(code, text, { kind: 'auth' })

/** The ways to sign in. Those that are the app's own screens' are refused while the hosted page is used. */
export function createSignIn({ host, calls, tokenState, projectId, authUrl, isHeadless }: SignInDeps) {
  const { page } = host

  function requireHeadless(method: string): void {
    if (!isHeadless) throw failed('INVALID_CREDENTIALS', CLIENT_FAILURE.headlessOnly(method))
  }

  /** @param back where to come back to; missing: this page */
  function authAddress({ address }: Page, back: string | undefined, more: Record<string, string> = {}): string {
    const redirectUrl = back === undefined ? returnAddress(address()) : ownAddress(back, address())
    if (redirectUrl === null) throw failed('REDIRECT_FAILED')
    return `${authUrl}/auth?${new URLSearchParams({ redirect_url: redirectUrl, project_id: projectId, ...more })}`
  }

  function goTo(from: Page, address: string): void {
    try {
      from.goTo(address)
    } catch (cause) {
      throw new AppError('REDIRECT_FAILED', undefined, { kind: 'auth', cause })
    }
  }

  async function byProvider(provider: string, { mode = 'popup', redirectUrl }: ProviderOptions = {}): Promise<User> {
    if (page === null) throw failed('REDIRECT_FAILED')
    const state = randomId()
    const origin = new URL(page.address()).origin
    const more = mode === 'popup' ? { mode, opener_origin: origin } : {}
    const address = authAddress(page, redirectUrl, { provider, state, ...more })
    page.session.set(stateKeyOf(projectId), state)
    if (mode === 'redirect') {
      goTo(page, address)
      // The page is being left.
      return new Promise<never>(() => {})
    }
    const asking = askPopup({ host, page, address, authOrigin: new URL(authUrl).origin, projectId, state })
    const tokens = await asking.finally(() => page.session.set(stateKeyOf(projectId), null))
    return tokenState.enter({ tokens, user: null })
  }

  /** Named after the method that is called, which its refusal names. */
  const provider =
    (method: string, name: string) =>
    async (options?: ProviderOptions): Promise<User> => {
      requireHeadless(method)
      return byProvider(name, options)
    }

  return {
    /**
     * Leaves for the hosted page, which sends the browser back signed in.
     *
     * @param back the page to come back to, of this origin; missing: this one
     * @throws AppError `REDIRECT_FAILED` outside of a page, and for a page of another origin
     * @example backend.auth.login('/my-cards')
     */
    login(back?: string): void {
      if (page === null) throw failed('REDIRECT_FAILED')
      const address = authAddress(page, back)
      // Whatever this tab was waiting for before, it is not what comes back now.
      page.session.set(stateKeyOf(projectId), null)
      page.session.set(leftKeyOf(projectId), String(host.now()))
      goTo(page, address)
    },

    /**
     * @throws AppError `INVALID_EMAIL`, `WEAK_PASSWORD`, `EMAIL_ALREADY_EXISTS`; `EMAIL_NOT_VERIFIED` once it is made
     * @example const user = await backend.auth.signUp({ email: 'ann@example.com', password })
     */
    async signUp(fields: SignUp): Promise<User> {
      requireHeadless('signUp')
      return tokenState.enter(await calls.signIn('/signup', { ...fields, projectId }))
    },

    /**
     * @throws AppError `INVALID_CREDENTIALS`, `EMAIL_NOT_VERIFIED`, `RATE_LIMITED`
     * @example const user = await backend.auth.signInWithEmail('ann@example.com', password)
     */
    async signInWithEmail(email: string, password: string): Promise<User> {
      requireHeadless('signInWithEmail')
      return tokenState.enter(await calls.signIn('/signin/email', { email, password, projectId }))
    },

    /** @example button.onclick = () => backend.auth.signInWithGoogle({ mode: 'redirect' }).catch(show) */
    signInWithGoogle: provider('signInWithGoogle', 'google'),
    signInWithGitHub: provider('signInWithGitHub', 'github'),
    signInWithApple: provider('signInWithApple', 'apple'),
    signInWithMicrosoft: provider('signInWithMicrosoft', 'microsoft'),
    /**
     * @param name as the server lists it
     * @throws AppError as {@link askPopup} does
     * @example button.onclick = () => backend.auth.signInWithProvider('oidc').catch(show)
     */
    async signInWithProvider(name: string, options?: ProviderOptions): Promise<User> {
      requireHeadless('signInWithProvider')
      return byProvider(name, options)
    },

    /**
     * Signs in by a link from a mail. The token goes out of the address with it: it is good once.
     *
     * @param token missing: the one in the page's address
     * @throws AppError `VERIFICATION_FAILED`, sending nothing, when there is none; `MAGIC_LINK_EXPIRED`
     * @example const user = await backend.auth.verifyMagicLink()
     */
    async verifyMagicLink(token?: string): Promise<User> {
      const used = token || (page && magicTokenIn(page.address()))
      if (!used) throw failed('VERIFICATION_FAILED', CLIENT_FAILURE.noMagicToken)
      const signed = await calls.signIn('/signin/magic/verify', { token: used, projectId })
      if (page !== null && magicTokenIn(page.address()) === used) page.replaceAddress(withoutMagicToken(page.address()))
      return tokenState.enter(signed)
    },
  }
}
