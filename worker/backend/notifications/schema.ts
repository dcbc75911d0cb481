import * as z from 'zod'
import { isMailAddress, parseMailAddress } from '#shared/domain/mail-address.ts'
import { base64In } from '#worker/http/data-url.ts'

const URL_MAX_CHARACTERS = 4096
/** Maximum number of to, cc and bcc recipients together. The mail services have the same limit. */
export const RECIPIENTS_MAX = 50
export const ATTACHMENTS_MAX = 10
/** Maximum total size of all files. As base64, and with the text, it stays below the mail services' 5 MiB. */
export const ATTACHMENTS_MAX_BYTES = 3_500_000
/** Maximum request size: texts and base64 attachments. Callers without the service key may send only text. */
export const EMAIL_BODY_MAX_BYTES = { service: 6_000_000, edge: 6_000_000, raw: 64 * 1024 }

/** Skips all further checks for a text that is too long. */
const REFUSE = { abort: true }
const isOneLine = (text: string) => !/[\r\n\0]/.test(text)
const oneLine = (max: number) => z.string().trim().min(1).max(max, REFUSE).refine(isOneLine, 'must be one line')

/** Checks only the alphabet. A pattern with groups of four characters overflows the stack on a few megabytes. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const Address = z.lazy(() =>
  z
    .string()
    .refine((text) => isMailAddress(text) && !/[,;<>"]/.test(text), 'must be an email address')
    .transform((text) => parseMailAddress(text)!),
)
const Addresses = z.lazy(() =>
  z.union([
    Address.transform((address) => [address]),
    z.array(Address).min(1).max(RECIPIENTS_MAX, `at most ${RECIPIENTS_MAX}`),
  ]),
)

const AttachmentRequest = z.lazy(() =>
  z
    .strictObject({
      filename: oneLine(255).refine((name) => !/[/\\"]/.test(name), 'must be a name without a path'),
      type: z
        .string()
        .max(255, REFUSE)
        .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type')
        .default('application/octet-stream'),
      /** Base64, or a data URL. */
      content: z
        .string()
        .transform((content) => base64In(content).replaceAll(/\s/g, ''))
        .refine((content) => content.length % 4 === 0 && BASE64.test(content), 'must be base64')
        .optional(),
      /** The URL of a file of this project. */
      url: z.string().max(URL_MAX_CHARACTERS, REFUSE).pipe(z.url()).optional(),
      disposition: z.enum(['attachment', 'inline']).optional(),
      cid: z
        .string()
        .max(128, REFUSE)
        .regex(/^[\w.@-]{1,128}$/, 'must be letters, digits and .@-_')
        .optional(),
    })
    .refine(({ content, url }) => (content === undefined) !== (url === undefined), {
      path: ['content'],
      message: 'either content or url is required',
    })
    .refine(({ disposition, cid }) => disposition !== 'inline' || cid !== undefined, {
      path: ['cid'],
      message: 'is required for inline attachments',
    }),
)
export type AttachmentRequest = z.infer<typeof AttachmentRequest>

/** `POST /api/notifications/:project/email`. Unknown fields are validation errors, not ignored. */
export const EmailRequest = z.lazy(() =>
  z
    .strictObject({
      to: Addresses,
      cc: Addresses.optional(),
      bcc: Addresses.optional(),
      replyTo: Address.optional(),
      /** A sender name, or the site's own address. */
      from: oneLine(254)
        .refine((from) => from.includes('@') || !/["<>\\]/.test(from), 'must be a plain name')
        .optional(),
      subject: z
        .string()
        .max(998, REFUSE)
        .refine((subject) => subject.trim() !== '', 'is required')
        .refine(isOneLine, 'must be one line'),
      html: z.string().min(1).optional(),
      text: z.string().min(1).optional(),
      attachments: z.array(AttachmentRequest).max(ATTACHMENTS_MAX, `at most ${ATTACHMENTS_MAX}`).default([]),
    })
    .refine(({ html, text }) => html !== undefined || text !== undefined, {
      path: ['html'],
      message: 'html or text is required',
    })
    .refine(({ to, cc = [], bcc = [] }) => to.length + cc.length + bcc.length <= RECIPIENTS_MAX, {
      path: ['to'],
      message: `at most ${RECIPIENTS_MAX} recipients in total`,
    }),
)
export type EmailRequest = z.infer<typeof EmailRequest>
