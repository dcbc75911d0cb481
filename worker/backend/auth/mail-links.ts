import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import { magicMail, passwordChangedMail, resetMail, verifyMail } from '#worker/mail/auth-mails.ts'
import type { Place } from '#worker/limits/ceilings.ts'
import type { MailContent } from '#worker/mail/templates.ts'
import { allowedUrl } from './allowed-origin.ts'
import type { AuthParts } from './deps.ts'
import type { RequestSource } from './request-source.ts'
import { readEmail } from './email.ts'
import type { OneTime, Purpose } from './one-time.ts'
import type { UserRow } from './user.ts'

export type LinkRequest = { readonly email: string; readonly redirectUrl?: string | undefined }

/** A token with its URL, for services with the service key that send their own mail. */
export type Generated = OneTime & { readonly url: string }

/** A mail that passed all checks and may be sent. */
type PendingMail = { readonly email: string; readonly page: string | null; readonly place: Place | null }

/**
 * Emails magic links, password resets and address confirmations. The work runs after the response. The response is
 * therefore the same, and takes equally long, whether or not the account exists (user enumeration).
 */
export class MailLinks {
  private readonly parts: AuthParts

  constructor(parts: AuthParts) {
    this.parts = parts
  }

  /** Sends a verification link. The caller has already counted the network. Does nothing without a mailer. */
  sendVerification(from: RequestSource, email: string, place: Place | null = null): void {
    if (!this.parts.mail.isConfigured) return
    this.send(from, email, async () => verifyMail((await this.issue(from, 'verify', email, null)).url), place)
  }

  /** Notifies the account's owner that the password was changed. */
  notifyPasswordChange(from: RequestSource, email: string): void {
    if (this.parts.mail.isConfigured)
      this.send(from, email, async () => passwordChangedMail(new URL('/auth?view=forgot', from.origin).href))
  }

  /** Emails a password reset link. @throws AppError `INVALID_EMAIL`, `REDIRECT_FAILED`, `RATE_LIMITED` */
  async requestReset(from: RequestSource, request: LinkRequest): Promise<void> {
    const { email, page, place } = await this.begin(from, 'reset', request)
    const write = async () => {
      const row = await this.parts.users.byEmail(email)
      return row === null ? null : resetMail((await this.issue(from, 'reset', email, page)).url)
    }
    this.send(from, email, write, place)
  }

  /**
   * Emails a magic link. Any address may request one. If there is no account, the first use creates it.
   *
   * @param hosted the URL of our sign-in page with its query; the link leads back to it
   * @throws AppError `INVALID_EMAIL`, `REDIRECT_FAILED`, `RATE_LIMITED`
   */
  async requestMagicLink(from: RequestSource, request: LinkRequest, hosted: string | null = null): Promise<void> {
    const { email, page, place } = await this.begin(from, 'magic', request)
    const write = async () => {
      const { token, url } = await this.issue(from, 'magic', email, page)
      return magicMail(hosted === null ? url : createMagicLink(hosted, token))
    }
    this.send(from, email, write, place)
  }

  /**
   * Emails a verification link. An address that was confirmed without proof of the account's creator may be confirmed
   * again.
   *
   * @throws AppError `VERIFICATION_FAILED` when the account is already proven, `RATE_LIMITED`
   */
  async requestVerification(from: RequestSource, row: UserRow): Promise<void> {
    if (row.is_proven === 1) throw new AppError('VERIFICATION_FAILED', 'This address is already verified.')
    const { email, place } = await this.begin(from, 'verify', { email: row.email })
    this.sendVerification(from, email, place)
  }

  /**
   * Creates a link without sending it. Only for the service key, because the token gives access to the account.
   *
   * @throws AppError `USER_NOT_FOUND`, `RATE_LIMITED`
   */
  async generate(from: RequestSource, purpose: Purpose, request: LinkRequest): Promise<Generated> {
    const email = readEmail(request.email)
    const page = this.requireAllowed(from, request.redirectUrl)
    await this.parts.guard.account('generate', email)
    if (purpose !== 'magic' && (await this.parts.users.byEmail(email)) === null) throw new AppError('USER_NOT_FOUND')
    return this.issue(from, purpose, email, page)
  }

  private requireAllowed(from: RequestSource, redirectUrl: string | undefined): string | null {
    if (redirectUrl === undefined) return null
    const url = allowedUrl(redirectUrl, [from.origin, ...this.parts.config.auth.allowedOrigins])
    if (url === null) throw new AppError('REDIRECT_FAILED')
    return url.href
  }

  private async issue(from: RequestSource, purpose: Purpose, email: string, page: string | null): Promise<Generated> {
    const issued = await this.parts.oneTime.issue(purpose, email)
    return {
      ...issued,
      url: createLink(purpose, issued.token, { origin: from.origin, projectId: this.parts.config.projectId, page }),
    }
  }

  /** Sends a mail in the background. @param place under the mail ceiling; given back if no mail is sent */
  private send(
    from: RequestSource,
    email: string,
    write: () => Promise<MailContent | null>,
    place: Place | null = null,
  ): void {
    const work = async () => {
      const content = await write()
      if (content === null) return place?.refund()
      await this.parts.mail.send({ to: [email], ...content })
    }
    from.later(
      work().catch(async (thrown: unknown) => {
        log.error('sign-in mail not sent', { cause: describeError(thrown) })
        await place?.refund(thrown)
      }),
    )
  }

  private async begin(from: RequestSource, purpose: Purpose, request: LinkRequest): Promise<PendingMail> {
    await this.parts.guard.network('mail', from)
    const email = readEmail(request.email)
    const page = this.requireAllowed(from, request.redirectUrl)
    if (!this.parts.mail.isConfigured) throw new AppError('NOT_CONFIGURED', 'Mail is not configured.')
    return { email, page, place: await this.parts.guard.mail(purpose, email, from) }
  }
}

/** Adds a magic link's token to a page's URL. */
function createMagicLink(page: string, token: string): string {
  const url = new URL(page)
  url.searchParams.set('magic_token', token)
  return url.href
}

type Hosted = { readonly origin: string; readonly projectId: string; readonly page: string | null }

/**
 * Creates the URL of an emailed link. Our page asks for a confirmation first, so a mail scanner that opens the link
 * does not use it up.
 *
 * @param page the final destination; a magic link leads there directly, because that page signs in by itself
 */
function createLink(purpose: Purpose, token: string, { origin, projectId, page }: Hosted): string {
  const url = new URL('/auth', origin)
  url.searchParams.set('project_id', projectId)
  if (purpose === 'magic') return createMagicLink(page ?? url.href, token)
  url.searchParams.set('view', purpose)
  url.searchParams.set('token', token)
  if (page !== null) url.searchParams.set('redirect_url', page)
  return url.href
}
