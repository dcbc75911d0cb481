import { isRecord } from '../failure.ts'
import type { AuthCalls } from './calls.ts'
import { DEFAULT_PROVIDERS } from './limits.ts'
import type { TokenState } from './token-state.ts'

/** A token for your own mail, its expiry, and the URL that redeems it. */
export type Generated<Address extends string> = { readonly token: string; readonly expiresAt: string } & {
  readonly [Name in Address]: string
}

export type LinkOptions = { readonly redirectUrl?: string }

type Deps = {
  readonly calls: AuthCalls
  readonly tokenState: Pick<TokenState, 'requireToken' | 'fetchUser'>
  readonly projectId: string
  readonly key: string | null
}

/** Password resets, email verification and magic links. Each method throws an AppError of kind `auth`. */
export function createByMail({ calls, tokenState, projectId, key }: Deps) {
  const post = async (path: string, json: object): Promise<void> => void (await calls.post(path, json, null))
  const generate = async <Address extends string>(path: string, json: object) => {
    const body: unknown = await calls.post(path, json, key)
    return (isRecord(body) ? body : {}) as Generated<Address>
  }

  return {
    /**
     * Needs the service key.
     *
     * @example const { resetUrl } = await backend.auth.generatePasswordResetToken('ann@example.com')
     */
    generatePasswordResetToken: (email: string): Promise<Generated<'resetUrl'>> =>
      generate('/password/reset/generate', { email, projectId }),

    /**
     * Behaves the same whether or not the address has an account (no account enumeration).
     *
     * @example await backend.auth.sendPasswordResetEmail('ann@example.com')
     */
    sendPasswordResetEmail: (email: string, { redirectUrl }: LinkOptions = {}): Promise<void> =>
      post('/password/reset', { email, projectId, redirectUrl }),

    /**
     * @throws AppError `WEAK_PASSWORD`; `VERIFICATION_FAILED` when the link is unknown, used or expired
     * @example await backend.auth.confirmPasswordReset(token, newPassword)
     */
    confirmPasswordReset: (token: string, password: string): Promise<void> =>
      post('/password/reset/confirm', { token, password, projectId }),

    /**
     * @throws AppError `INVALID_CREDENTIALS` for a wrong old password, and, sending nothing, without a signed-in user
     * @example await backend.auth.changePassword(oldPassword, newPassword)
     */
    async changePassword(oldPassword: string, newPassword: string): Promise<void> {
      await tokenState.requireToken()
      await calls.post('/password/change', { oldPassword, newPassword })
    },

    /**
     * @param email the address to verify (service key only); default: the signed-in user's
     * @example const { verifyUrl } = await backend.auth.generateEmailVerificationToken('ann@example.com')
     */
    async generateEmailVerificationToken(email?: string): Promise<Generated<'verifyUrl'>> {
      if (email !== undefined) return generate('/email/verify/generate', { email })
      await tokenState.requireToken()
      return (await calls.post('/email/verify/generate')) as Generated<'verifyUrl'>
    },

    /**
     * Emails the signed-in user a verification link.
     *
     * @throws AppError `VERIFICATION_FAILED` when the address is already verified
     * @example await backend.auth.sendEmailVerification()
     */
    async sendEmailVerification(): Promise<void> {
      await tokenState.requireToken()
      await calls.post('/email/verify/send')
    },

    /**
     * Confirms the email address. A signed-in user keeps the account, because the session proves who created it. For
     * anyone else, its previous credentials are revoked first (defense against account pre-hijacking).
     *
     * @throws AppError `VERIFICATION_FAILED` when the link is unknown, used or expired
     * @example await backend.auth.verifyEmail(token)
     */
    verifyEmail: async (token: string): Promise<void> => void (await calls.post('/email/verify', { token, projectId })),

    /**
     * Needs the service key.
     *
     * @example const { magicUrl } = await backend.auth.generateMagicLinkToken('ann@example.com')
     */
    generateMagicLinkToken: (email: string, { redirectUrl }: LinkOptions = {}): Promise<Generated<'magicUrl'>> =>
      generate('/signin/magic/generate', { email, redirectUrl, projectId }),

    /** @example await backend.auth.sendMagicLink('ann@example.com', { redirectUrl: 'https://app.example.com/' }) */
    sendMagicLink: (email: string, { redirectUrl }: LinkOptions = {}): Promise<void> =>
      post('/signin/magic', { email, redirectUrl, projectId }),

    /**
     * Returns the configured sign-in providers, or the default ones when the server cannot be reached.
     *
     * @example const hasGoogle = (await backend.auth.getAvailableProviders()).includes('google')
     */
    getAvailableProviders: (): Promise<readonly string[]> => calls.providers(projectId).catch(() => DEFAULT_PROVIDERS),
  }
}
