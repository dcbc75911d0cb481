import { isRecord } from '#shared/client/failure.ts'
import { readLimited } from '#worker/http/outbound/read-limited.ts'
import { newId } from '#worker/http/signature.ts'
import type { Attachment, MailTransport } from '../mail.ts'
import { classifyStatus, mailFailure } from './failure.ts'

const TIMEOUT_MS = 10_000
const RESPONSE_MAX_BYTES = 64 * 1024
/** A failing service may respond with a whole error page. This much of it explains the failure. */
const CAUSE_CHARACTERS = 300

export type ResendSettings = { readonly key: string; readonly url: string }

/** Sends through the Resend HTTP API. Never retries, because a mail may have been sent before a timeout. */
export const sendByResend =
  ({ key, url }: ResendSettings, send: (request: Request) => Promise<Response> = fetch): MailTransport =>
  async (mail, from) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = new Request(`${url}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': newId(),
      },
      body: JSON.stringify(toBody(mail, from)),
      // Following a redirect would send the key to another host.
      redirect: 'manual',
      signal,
    })
    const { status, retryAfter, text } = await send(request)
      .then(async (response) => ({
        status: response.status,
        retryAfter: Number(response.headers.get('retry-after') ?? Number.NaN),
        text: await readLimited(response, RESPONSE_MAX_BYTES, signal).then(
          (bytes) => new TextDecoder().decode(bytes),
          () => '',
        ),
      }))
      .catch((thrown: unknown) => {
        throw mailFailure('service', thrown)
      })
    if (status >= 200 && status < 300) return { messageId: parseId(text) }
    const cause = new Error(`mail service returned ${status}: ${text.slice(0, CAUSE_CHARACTERS)}`)
    throw mailFailure(classifyStatus(status), cause, Number.isFinite(retryAfter) ? retryAfter : undefined)
  }

type SentMail = Parameters<MailTransport>[0]

const toBody = (mail: SentMail, from: string) => {
  const { to, cc = [], bcc = [], replyTo, fromName, subject, html, text, attachments = [] } = mail
  return {
    from: fromName ? `"${fromName}" <${from}>` : from,
    to,
    ...(cc.length === 0 ? {} : { cc }),
    ...(bcc.length === 0 ? {} : { bcc }),
    ...(replyTo ? { reply_to: replyTo } : {}),
    subject,
    ...(html === null ? {} : { html }),
    ...(text === null ? {} : { text }),
    ...(attachments.length === 0 ? {} : { attachments: attachments.map(toAttachment) }),
  }
}

const toAttachment = ({ filename, type, content, cid }: Attachment) => ({
  filename,
  content_type: type,
  content,
  ...(cid === null ? {} : { content_id: cid }),
})

function parseId(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (isRecord(body) && typeof body['id'] === 'string') return body['id']
  } catch {
    // Resend has accepted the mail. Throwing because of a missing id could make a caller send it twice.
  }
  return ''
}
