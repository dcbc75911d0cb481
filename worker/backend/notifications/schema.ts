import * as z from 'zod'

const Address = z
  .string()
  .regex(/^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/, 'must be an email address')
  .max(254)
const RECIPIENTS_MAX = 50

/** `POST /api/notifications/:projectId/email`. What is not served (cc, attachments …) is refused by name, not dropped. */
export const EmailRequest = z
  .strictObject({
    to: z.union([Address.transform((address) => [address]), z.array(Address).min(1).max(RECIPIENTS_MAX)]),
    subject: z
      .string()
      .max(998)
      .refine((subject) => subject.trim() !== '', 'is required')
      .refine((subject) => !/[\r\n\0]/.test(subject), 'must be one line'),
    html: z.string().min(1).optional(),
    text: z.string().min(1).optional(),
  })
  .refine(({ html, text }) => html !== undefined || text !== undefined, {
    path: ['html'],
    message: 'html or text is required',
  })
export type EmailRequest = z.infer<typeof EmailRequest>
