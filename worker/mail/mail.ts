import { trimTrailing } from '#shared/client/without-end.ts'

/** A file attached to a mail. */
export type Attachment = {
  readonly filename: string
  /** A MIME type. */
  readonly type: string
  /** Base64. */
  readonly content: string
  /** The id that the HTML refers to as `cid:…`. Null if the HTML does not show the file. */
  readonly cid: string | null
}

export type Mail = {
  readonly to: readonly string[]
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly replyTo?: string | null
  /** Display name of the sender. The address is always the site's own. */
  readonly fromName?: string | null
  readonly attachments?: readonly Attachment[]
}

/** Sends one mail from an address. @throws AppError with a code from `senders/failure.ts` */
export type MailTransport = (mail: Mail, from: string) => Promise<{ messageId: string }>

/** Returns the decoded size of the base64 content in bytes. */
export const countBytes = ({ content }: Pick<Attachment, 'content'>): number =>
  Math.floor((trimTrailing(content, '=').length * 3) / 4)
