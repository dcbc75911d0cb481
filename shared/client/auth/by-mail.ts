import { isRecord } from '../failure.ts'
import type { AuthCalls } from './calls.ts'
import { DEFAULT_PROVIDERS } from './limits.ts'
import type { TokenState } from './token-state.ts'

/** A token to put into a mail of one's own, until when it is good, and the address to use it at. */
export type Generated<Address extends string> = { readonly token: string; readonly expiresAt: string } & {
  readonly [Name in Address]: string
}

export type Asking = { readonly redirectUrl?: string }

type Deps = {
  readonly calls: AuthCalls
  readonly tokenState: Pick<TokenState, 'requireToken' | 'asked'>
  readonly projectId: string
  readonly key: string | null
}

/** Passwords, addresses and links by mail. Each throws an AppError of kind `auth`. */
export function createByMail({ calls, tokenState, projectId, key }: Deps) {
  const post = async (path: string, json: object): Promise<void> => void (await calls.post(path, json, null))
  const generate = async <Address extends string>(path: string, json: object) => {
    const answer: unknown = await calls.post(path, json, key)
    return (isRecord(answer) ? answer : {}) as Generated<Address>
  }

  return {
    /**
     * For the service key.
     *
     * @example const { resetUrl } = await backend.auth.generatePasswordResetToken('ann@example.com')
     */
    generatePasswordResetToken: (email: string): Promise<Generated<'resetUrl'>> =>
      generate('/password/reset/generate', { email, projectId }),

    /**
     * Answers the same whether the address has an account or not (no account enumeration).
     *
     * @example await backend.auth.sendPasswordResetEmail('ann@example.com')
     */
    sendPasswordResetEmail: (email: string, { redirectUrl }: Asking = {}): Promise<void> =>
      post('/password/reset', { email, projectId, redirectUrl }),

    /**
     * @throws AppError `WEAK_PASSWORD`; `VERIFICATION_FAILED` when the link is unknown, used or expired
     * @example await backend.auth.confirmPasswordReset(token, newPassword)
     */
    confirmPasswordReset: (token: string, password: string): Promise<void> =>
      post('/password/reset/confirm', { token, password, projectId }),

    /**
     * @throws AppError `INVALID_CREDENTIALS` for another old password; sending nothing, without a signed-in user
     * @example await backend.auth.changePassword(oldPassword, newPassword)
     */
    async changePassword(oldPassword: string, newPassword: string): Promise<void> {
      await tokenState.requireToken()
      await calls.post('/password/change', { oldPassword, newPassword })
    },

    /**
     * @param email for the service key: the address to verify; otherwise it is the signed-in user's own
     * @example const { verifyUrl } = await backend.auth.generateEmailVerificationToken('ann@example.com')
     */
    async generateEmailVerificationToken(email?: string): Promise<Generated<'verifyUrl'>> {
      if (email !== undefined) return generate('/email/verify/generate', { email })
      await tokenState.requireToken()
      return (await calls.post('/email/verify/generate')) as Generated<'verifyUrl'>
    },

    /**
     * Sends the signed-in user a mail with a link that verifies the address.
     *
     * @throws AppError `VERIFICATION_FAILED` when the address is verified already
     * @example await backend.auth.sendEmailVerification()
     */
    async sendEmailVerification(): Promise<void> {
      await tokenState.requireToken()
      await calls.post('/email/verify/send')
    },

    /**
     * Confirms the address. A signed-in user shows by the session to have made the account, and keeps it; otherwise the
     * account is handed over with its previous credentials revoked (defence against account pre-hijacking).
     *
     * @throws AppError `VERIFICATION_FAILED` when the link is unknown, used or expired
     * @example await backend.auth.verifyEmail(token)
     */
    verifyEmail: async (token: string): Promise<void> => void (await calls.post('/email/verify', { token, projectId })),

    /**
     * For the service key.
     *
     * @example const { magicUrl } = await backend.auth.generateMagicLinkToken('ann@example.com')
     */
    generateMagicLinkToken: (email: string, { redirectUrl }: Asking = {}): Promise<Generated<'magicUrl'>> =>
      generate('/signin/magic/generate', { email, redirectUrl, projectId }),

    /** @example await backend.auth.sendMagicLink('ann@example.com', { redirectUrl: 'https://app.example.com/' }) */
    sendMagicLink: (email: string, { redirectUrl }: Asking = {}): Promise<void> =>
      post('/signin/magic', { email, redirectUrl, projectId }),

    /**
     * The configured sign-in providers; the default ones when the server cannot be reached.
     *
     * @example const hasGoogle = (await backend.auth.getAvailableProviders()).includes('google')
     */
    getAvailableProviders: (): Promise<readonly string[]> => calls.providers(projectId).catch(() => DEFAULT_PROVIDERS),
  }
}
