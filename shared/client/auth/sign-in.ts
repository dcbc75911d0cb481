import { AppError } from '../errors.ts'
import type { Host } from '../host.ts'
import type { Page } from '../page.ts'
import { randomId } from '../random-id.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { getMagicToken, ownAddress, returnAddress, withoutMagicToken } from './address.ts'
import type { AuthCalls, User } from './calls.ts'
import { signInByPopup } from './popup.ts'
import type { TokenState } from './token-state.ts'
import { getRedirectKey, getStateKey } from './start.ts'

export type SignUp = Readonly<Record<string, unknown>> & { readonly email: string; readonly password: string }

/**
 * `redirect`: the page leaves for the provider and comes back signed in, for browsers that block popups.
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

const toError = (code: 'INVALID_CREDENTIALS' | 'REDIRECT_FAILED' | 'VERIFICATION_FAILED', text?: string) =>
  new AppError(code, text, { kind: 'auth' })

/** The sign-in methods. Those for the app's own screens throw in `managed` mode. */
export function createSignIn({ host, calls, tokenState, projectId, authUrl, isHeadless }: SignInDeps) {
  const { page } = host

  function requireHeadless(method: string): void {
    if (!isHeadless) throw toError('INVALID_CREDENTIALS', CLIENT_FAILURE.headlessOnly(method))
  }

  /** @param back the return URL; default: this page */
  function getAuthUrl({ address }: Page, back: string | undefined, params: Record<string, string> = {}): string {
    const redirectUrl = back === undefined ? returnAddress(address()) : ownAddress(back, address())
    if (redirectUrl === null) throw toError('REDIRECT_FAILED')
    return `${authUrl}/auth?${new URLSearchParams({ redirect_url: redirectUrl, project_id: projectId, ...params })}`
  }

  function goTo(from: Page, address: string): void {
    try {
      from.goTo(address)
    } catch (cause) {
      throw new AppError('REDIRECT_FAILED', undefined, { kind: 'auth', cause })
    }
  }

  async function byProvider(provider: string, { mode = 'popup', redirectUrl }: ProviderOptions = {}): Promise<User> {
    if (page === null) throw toError('REDIRECT_FAILED')
    const state = randomId()
    const origin = new URL(page.address()).origin
    const popupParams = mode === 'popup' ? { mode, opener_origin: origin } : {}
    const address = getAuthUrl(page, redirectUrl, { provider, state, ...popupParams })
    page.session.set(getStateKey(projectId), state)
    if (mode === 'redirect') {
      goTo(page, address)
      // Never settles, because the page is navigating away.
      return new Promise<never>(() => {})
    }
    const popup = signInByPopup({ host, page, address, authOrigin: new URL(authUrl).origin, projectId, state })
    const tokens = await popup.finally(() => page.session.set(getStateKey(projectId), null))
    return tokenState.enter({ tokens, user: null })
  }

  /** @param method the method's name, for the error in `managed` mode */
  const provider =
    (method: string, name: string) =>
    async (options?: ProviderOptions): Promise<User> => {
      requireHeadless(method)
      return byProvider(name, options)
    }

  return {
    /**
     * Redirects to the hosted page, which sends the browser back signed in.
     *
     * @param back a page of this origin to come back to; default: this page
     * @throws AppError `REDIRECT_FAILED` outside of a page, and for a page of another origin
     * @example backend.auth.login('/my-cards')
     */
    login(back?: string): void {
      if (page === null) throw toError('REDIRECT_FAILED')
      const address = getAuthUrl(page, back)
      // Clears the state of an earlier attempt: this redirect carries none.
      page.session.set(getStateKey(projectId), null)
      page.session.set(getRedirectKey(projectId), String(host.now()))
      goTo(page, address)
    },

    /**
     * @throws AppError `INVALID_EMAIL`, `WEAK_PASSWORD`, `EMAIL_ALREADY_EXISTS`; `EMAIL_NOT_VERIFIED` after creating the account
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
    /** @example button.onclick = () => backend.auth.signInWithGitHub().catch(show) */
    signInWithGitHub: provider('signInWithGitHub', 'github'),
    /** @example button.onclick = () => backend.auth.signInWithApple().catch(show) */
    signInWithApple: provider('signInWithApple', 'apple'),
    /** @example button.onclick = () => backend.auth.signInWithMicrosoft().catch(show) */
    signInWithMicrosoft: provider('signInWithMicrosoft', 'microsoft'),
    /**
     * @param name as listed by the server
     * @throws AppError as {@link signInByPopup} does
     * @example button.onclick = () => backend.auth.signInWithProvider('oidc').catch(show)
     */
    async signInWithProvider(name: string, options?: ProviderOptions): Promise<User> {
      requireHeadless('signInWithProvider')
      return byProvider(name, options)
    },

    /**
     * Signs in by a magic link, and removes its single-use token from the URL.
     *
     * @param token default: the one in the page's URL
     * @throws AppError `VERIFICATION_FAILED`, sending nothing, without a token; `MAGIC_LINK_EXPIRED`
     * @example const user = await backend.auth.verifyMagicLink()
     */
    async verifyMagicLink(token?: string): Promise<User> {
      const magicToken = token || (page && getMagicToken(page.address()))
      if (!magicToken) throw toError('VERIFICATION_FAILED', CLIENT_FAILURE.noMagicToken)
      const signedIn = await calls.signIn('/signin/magic/verify', { token: magicToken, projectId })
      if (page !== null && getMagicToken(page.address()) === magicToken)
        page.replaceAddress(withoutMagicToken(page.address()))
      return tokenState.enter(signedIn)
    },
  }
}
