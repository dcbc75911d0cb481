import { AppError } from './errors.ts'
import { isRecord } from './failure.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { CallOptions, Transport } from './transport.ts'

export type EmailAttachment = {
  readonly filename: string
  /** A media type. */
  readonly type?: string
  /** Base64; else set `url`. */
  readonly content?: string
  /** The URL of a file in the project's storage. */
  readonly url?: string
  readonly disposition?: 'attachment' | 'inline'
  /** The id that the HTML references as `cid:…`. */
  readonly cid?: string
}

export type Email = {
  readonly to: string | readonly string[]
  readonly subject: string
  readonly html?: string
  readonly text?: string
  /** The sender's display name. */
  readonly from?: string
  readonly replyTo?: string
  readonly cc?: string | readonly string[]
  readonly bcc?: string | readonly string[]
  readonly attachments?: readonly EmailAttachment[]
}

export type EmailSent = { readonly success: boolean; readonly messageId: string | null }

const isMissing = (value: unknown) => typeof value !== 'string' || value.trim() === ''
const hasNoRecipient = (to: unknown) => (Array.isArray(to) ? to.length === 0 || to.some(isMissing) : isMissing(to))

export function createNotifications({ call }: Transport, projectId: string) {
  return {
    /**
     * Sends one email. Without the service key, it can go only to the site itself (`ADMIN_EMAIL`).
     *
     * @throws AppError of kind `notifications`, sending nothing, without a recipient, a subject, or html or text; from
     * the server `VALIDATION_ERROR`, `FORBIDDEN`, `FILE_TOO_LARGE`, `RATE_LIMITED`, `NOT_CONFIGURED`
     * @example
     * await backend.notifications.email({ to: 'ann@example.com', subject: 'Welcome', text: 'Hello Ann' })
     */
    async email(email: Email, options: CallOptions = {}): Promise<EmailSent> {
      const { to, subject, html, text } = email
      if (hasNoRecipient(to) || isMissing(subject) || (isMissing(html) && isMissing(text)))
        throw new AppError('VALIDATION_ERROR', CLIENT_FAILURE.emailFieldsNeeded, { kind: 'notifications' })
      const path = `/api/notifications/${encodeURIComponent(projectId)}/email`
      const { body } = await call({ method: 'POST', path, json: email, ...options })
      if (!isRecord(body) || typeof body['success'] !== 'boolean')
        throw new AppError('INTERNAL', CLIENT_FAILURE.emailNotSent, { kind: 'notifications' })
      const messageId = typeof body['messageId'] === 'string' ? body['messageId'] : null
      return { success: body['success'], messageId }
    },
  }
}
