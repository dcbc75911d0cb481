import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import { magicMail, passwordChangedMail, resetMail, verifyMail } from '#worker/mail/auth-mails.ts'
import type { Place } from '#worker/limits/ceilings.ts'
import type { MailContent } from '#worker/mail/templates.ts'
import { allowedUrl } from './allowed-origin.ts'
import type { AuthParts } from './deps.ts'
import type { From } from './request-source.ts'
import { readEmail } from './email.ts'
import type { OneTime, Purpose } from './one-time.ts'
import type { UserRow } from './user.ts'

export type Ask = { readonly email: string; readonly redirectUrl?: string | undefined }

/** A token with its link, for holders of the service key that send the mail themselves. */
export type Generated = OneTime & { readonly url: string }

/** A mail that may be sent. */
type Begun = { readonly email: string; readonly page: string | null; readonly place: Place | null }

/**
 * Magic links, resets and confirmations. Asking for one gets the same answer, at once, whether the address has an
 * account or not: what there is to do is done after the answer.
 */
export class MailLinks {
  private readonly parts: AuthParts

  constructor(parts: AuthParts) {
    this.parts = parts
  }

  /** After a sign-up, which has counted the network already. Without a mailer nothing is sent. */
  sendVerification(from: From, email: string, place: Place | null = null): void {
    if (!this.parts.mail.isConfigured) return
    this.send(from, email, async () => verifyMail((await this.issue(from, 'verify', email, null)).url), place)
  }

  /** Mails the account's address that its password was changed. */
  tellChanged(from: From, email: string): void {
    if (this.parts.mail.isConfigured)
      this.send(from, email, async () => passwordChangedMail(new URL('/auth?view=forgot', from.origin).href))
  }

  /** @throws AppError `INVALID_EMAIL`, `REDIRECT_FAILED`, `RATE_LIMITED` */
  async askReset(from: From, ask: Ask): Promise<void> {
    const { email, page, place } = await this.begin(from, 'reset', ask)
    const write = async () => {
      const row = await this.parts.users.byEmail(email)
      return row === null ? null : resetMail((await this.issue(from, 'reset', email, page)).url)
    }
    this.send(from, email, write, place)
  }

  /**
   * Magic link. Any address may ask for one; without an account, the first use makes it.
   *
   * @param hosted the page of ours that asked, with all it was given; the link leads back to it
   * @throws AppError `INVALID_EMAIL`, `REDIRECT_FAILED`, `RATE_LIMITED`
   */
  async askMagic(from: From, ask: Ask, hosted: string | null = null): Promise<void> {
    const { email, page, place } = await this.begin(from, 'magic', ask)
    const write = async () => {
      const { token, url } = await this.issue(from, 'magic', email, page)
      return magicMail(hosted === null ? url : magicLinkTo(hosted, token))
    }
    this.send(from, email, write, place)
  }

  /**
   * An address that was confirmed without proof may be confirmed again with one.
   *
   * @throws AppError `VERIFICATION_FAILED` when it is proven already, `RATE_LIMITED`
   */
  async askVerification(from: From, row: UserRow): Promise<void> {
    if (row.is_proven === 1) throw new AppError('VERIFICATION_FAILED', 'This address is already verified.')
    const { email, place } = await this.begin(from, 'verify', { email: row.email })
    this.sendVerification(from, email, place)
  }

  /**
   * Needs the service key: the token gives access to the account.
   *
   * @throws AppError `USER_NOT_FOUND`, `RATE_LIMITED`
   */
  async generate(from: From, purpose: Purpose, ask: Ask): Promise<Generated> {
    const email = readEmail(ask.email)
    const page = this.requireAllowed(from, ask.redirectUrl)
    await this.parts.guard.account('generate', email)
    if (purpose !== 'magic' && (await this.parts.users.byEmail(email)) === null) throw new AppError('USER_NOT_FOUND')
    return this.issue(from, purpose, email, page)
  }

  private requireAllowed(from: From, redirectUrl: string | undefined): string | null {
    if (redirectUrl === undefined) return null
    const url = allowedUrl(redirectUrl, [from.origin, ...this.parts.config.auth.allowedOrigins])
    if (url === null) throw new AppError('REDIRECT_FAILED')
    return url.href
  }

  private async issue(from: From, purpose: Purpose, email: string, page: string | null): Promise<Generated> {
    const issued = await this.parts.oneTime.issue(purpose, email)
    return {
      ...issued,
      url: createLink(purpose, issued.token, { origin: from.origin, projectId: this.parts.config.projectId, page }),
    }
  }

  /** @param place below the ceiling of such mails, which a mail that is not sent gives back */
  private send(from: From, email: string, write: () => Promise<MailContent | null>, place: Place | null = null): void {
    const work = async () => {
      const content = await write()
      if (content === null) return place?.giveBack()
      await this.parts.mail.send({ to: [email], ...content })
    }
    from.later(
      work().catch(async (thrown: unknown) => {
        log.error('sign-in mail not sent', { cause: describeError(thrown) })
        await place?.giveBack(thrown)
      }),
    )
  }

  private async begin(from: From, purpose: Purpose, ask: Ask): Promise<Begun> {
    await this.parts.guard.network('mail', from)
    const email = readEmail(ask.email)
    const page = this.requireAllowed(from, ask.redirectUrl)
    if (!this.parts.mail.isConfigured) throw new AppError('NOT_CONFIGURED', 'Mail is not configured.')
    return { email, page, place: await this.parts.guard.mail(purpose, email, from) }
  }
}

/** A page that takes a magic link's token from its address. */
function magicLinkTo(page: string, token: string): string {
  const url = new URL(page)
  url.searchParams.set('magic_token', token)
  return url.href
}

type Hosted = { readonly origin: string; readonly projectId: string; readonly page: string | null }

/**
 * Address of a mail's link. Our own page only asks: a link that is merely opened, by a scanner say, uses nothing up.
 *
 * @param page where to go in the end; a magic link goes there at once, because that page signs in itself
 */
function createLink(purpose: Purpose, token: string, { origin, projectId, page }: Hosted): string {
  const url = new URL('/auth', origin)
  url.searchParams.set('project_id', projectId)
  if (purpose === 'magic') return magicLinkTo(page ?? url.href, token)
  url.searchParams.set('view', purpose)
  url.searchParams.set('token', token)
  if (page !== null) url.searchParams.set('redirect_url', page)
  return url.href
}
