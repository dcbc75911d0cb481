import { withoutEnd } from '#shared/client/without-end.ts'

/** A file that goes with a mail. */
export type Attachment = {
  readonly filename: string
  /** A MIME type. */
  readonly type: string
  /** Base64. */
  readonly content: string
  /** The id by which the HTML refers to it, as `cid:…`; null: the HTML does not show it. */
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
  /** Name of the sender; the address is always the site's own. */
  readonly fromName?: string | null
  readonly attachments?: readonly Attachment[]
}

/** Sends one mail from an address. @throws AppError told apart as `senders/failure.ts` says */
export type MailTransport = (mail: Mail, from: string) => Promise<{ messageId: string }>

/** Number of bytes that base64 stands for. */
export const countBytes = ({ content }: Pick<Attachment, 'content'>): number =>
  Math.floor((withoutEnd(content, '=').length * 3) / 4)
