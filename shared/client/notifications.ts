import { AppError } from './errors.ts'
import { isRecord } from './failure.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { CallOptions, Transport } from './transport.ts'

export type Email = {
  readonly to: string | readonly string[]
  readonly subject: string
  readonly html?: string
  readonly text?: string
  readonly replyTo?: string
}

export type EmailSent = { readonly success: boolean; readonly messageId: string | null }

export function createNotifications({ call }: Transport, projectId: string) {
  return {
    /**
     * Sends one mail.
     *
     * @throws AppError of kind `notifications`, sending nothing, without an address, a subject, or html or text
     */
    async email(email: Email, options: CallOptions = {}): Promise<EmailSent> {
      const { to, subject, html, text } = email
      if (!to || to.length === 0 || !subject || !(html || text))
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
