import { isRecord } from '../failure.ts'
import type { AuthCalls } from './calls.ts'
import { DEFAULT_PROVIDERS } from './limits.ts'
import type { AuthStanding } from './standing.ts'

/** A token to put into a mail of one's own, until when it is good, and the address to use it at. */
export type Generated<Address extends string> = { readonly token: string; readonly expiresAt: string } & {
  readonly [Name in Address]: string
}

export type Asking = { readonly redirectUrl?: string }

type Deps = {
  readonly calls: AuthCalls
  readonly standing: Pick<AuthStanding, 'requireToken' | 'asked'>
  readonly projectId: string
  readonly key: string | null
}

/** Passwords, addresses and links by mail. Each throws an AppError of kind `auth`. */
export function createByMail({ calls, standing, projectId, key }: Deps) {
  const post = async (path: string, json: object): Promise<void> => void (await calls.post(path, json, null))
  const generate = async <Address extends string>(path: string, json: object) => {
    const answer: unknown = await calls.post(path, json, key)
    return (isRecord(answer) ? answer : {}) as Generated<Address>
  }

  return {
    /** For the service key. */
    generatePasswordResetToken: (email: string): Promise<Generated<'resetUrl'>> =>
      generate('/password/reset/generate', { email, projectId }),

    /** Answers the same whether the address has an account or not. */
    sendPasswordResetEmail: (email: string, { redirectUrl }: Asking = {}): Promise<void> =>
      post('/password/reset', { email, projectId, redirectUrl }),

    /** @throws AppError `WEAK_PASSWORD`; `VERIFICATION_FAILED` when the link is unknown, used or over */
    confirmPasswordReset: (token: string, password: string): Promise<void> =>
      post('/password/reset/confirm', { token, password, projectId }),

    /** @throws AppError `INVALID_CREDENTIALS` for another old password; sending nothing, when nobody is signed in */
    async changePassword(oldPassword: string, newPassword: string): Promise<void> {
      await standing.requireToken()
      await calls.post('/password/change', { oldPassword, newPassword })
    },

    /** @param email for the service key: whose address is to be verified; else the signed-in user's own is */
    async generateEmailVerificationToken(email?: string): Promise<Generated<'verifyUrl'>> {
      if (email !== undefined) return generate('/email/verify/generate', { email })
      await standing.requireToken()
      return (await calls.post('/email/verify/generate')) as Generated<'verifyUrl'>
    },

    /** @throws AppError `VERIFICATION_FAILED` when the address is verified already */
    async sendEmailVerification(): Promise<void> {
      await standing.requireToken()
      await calls.post('/email/verify/send')
    },

    /**
     * Who is signed in shows by it that he made the account, and stays so; to anybody else the account is handed over as
     * one that a stranger may have made.
     *
     * @throws AppError `VERIFICATION_FAILED` when the link is unknown, used or over
     */
    verifyEmail: async (token: string): Promise<void> => void (await calls.post('/email/verify', { token, projectId })),

    /** For the service key. */
    generateMagicLinkToken: (email: string, { redirectUrl }: Asking = {}): Promise<Generated<'magicUrl'>> =>
      generate('/signin/magic/generate', { email, redirectUrl, projectId }),

    sendMagicLink: (email: string, { redirectUrl }: Asking = {}): Promise<void> =>
      post('/signin/magic', { email, redirectUrl, projectId }),

    /** What can be signed in by; what every server has, where this one does not say. */
    getAvailableProviders: (): Promise<readonly string[]> => calls.providers(projectId).catch(() => DEFAULT_PROVIDERS),
  }
}
