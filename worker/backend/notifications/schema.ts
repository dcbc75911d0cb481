import * as z from 'zod'
import { isMailAddress, parseMailAddress } from '#shared/domain/mail-address.ts'
import { base64In } from '#worker/http/data-url.ts'

const URL_MAX_CHARACTERS = 4096
/** Recipients of to, cc and bcc together: the limit of the mail services. */
export const RECIPIENTS_MAX = 50
export const ATTACHMENTS_MAX = 10
/** Bytes of all files together: with base64 and the rest it stays below the 5 MiB that mail services take. */
export const ATTACHMENTS_MAX_BYTES = 3_500_000
/** Bytes of a request: attachments in base64 and texts; without the service key a text alone. */
export const EMAIL_BODY_MAX_BYTES = { service: 6_000_000, edge: 6_000_000, raw: 64 * 1024 }

/** A text that is too long is refused before any other check looks at it. */
const REFUSE = { abort: true }
const isOneLine = (text: string) => !/[\r\n\0]/.test(text)
const oneLine = (max: number) => z.string().trim().min(1).max(max, REFUSE).refine(isOneLine, 'must be one line')

/** By hand: an expression that looks at four characters at a time runs out of stack with some megabytes. */
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
      /** Base64; may begin like a data URL. */
      content: z
        .string()
        .transform((content) => base64In(content).replaceAll(/\s/g, ''))
        .refine((content) => content.length % 4 === 0 && BASE64.test(content), 'must be base64')
        .optional(),
      /** The address of a file of this project. */
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

/** `POST /api/notifications/:project/email`. What is not served is refused by name, not dropped. */
export const EmailRequest = z.lazy(() =>
  z
    .strictObject({
      to: Addresses,
      cc: Addresses.optional(),
      bcc: Addresses.optional(),
      replyTo: Address.optional(),
      /** A name to send under, or the site's own address. */
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
