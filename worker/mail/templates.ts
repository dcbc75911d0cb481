import { getTopic } from '#shared/domain/contact-topics.ts'
import { cutText } from '#shared/domain/text.ts'
import { escapeHtml } from '#worker/http/escape-html.ts'
import { button, renderMail } from './framed.ts'

export type MailContent = { subject: string; html: string; text: string }

const SUBJECT_NAME_CHARACTERS = 80
/** Excludes invisible characters and those that an unquoted address must not contain (RFC 5322, specials). */
const ATOM = String.raw`[^\s@,;:<>()[\]\\"\p{Cc}\p{Cf}]+`
/** Addresses that mail services accept. The form accepts more. */
const REPLY_ADDRESS = new RegExp(String.raw`^${ATOM}@${ATOM}\.${ATOM}$`, 'u')
const ADDRESS_MAX_CHARACTERS = 254

type ContactText = { name: string; email: string; message: string; reference: string }

/**
 * Returns the mail to the admin about a message from the contact form. Escapes everything the visitor typed.
 *
 * @returns `replyTo` is null if the typed address cannot receive a reply
 */
export function contactMail({ name, email, message, reference }: ContactText): MailContent & {
  replyTo: string | null
} {
  const topic = getTopic(message)
  const replyTo = REPLY_ADDRESS.test(email) && email.length <= ADDRESS_MAX_CHARACTERS ? email : null
  const replyNote =
    replyTo === null
      ? 'Replies to this email do not reach the sender, because the address is not valid as typed.'
      : 'Reply to this email to answer the sender.'
  const html = renderMail('New message', [
    `<p><strong>From:</strong> ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</p>`,
    ...(topic === null ? [] : [`<p><strong>Topic:</strong> ${escapeHtml(topic)}</p>`]),
    `<p style="white-space:pre-wrap">${escapeHtml(message)}</p>`,
    `<p style="color:#5c5a52">Reference ${escapeHtml(reference)}. ${replyNote}</p>`,
  ])
  return {
    subject: `${topic ?? 'New message'} from ${cutText(name, SUBJECT_NAME_CHARACTERS)}`,
    html,
    text: `From: ${name} <${email}>\n\n${message}\n\nReference ${reference}. ${replyNote}\n`,
    replyTo,
  }
}

/** An alert to an operator: the event and the next steps. */
export type Alert = { readonly subject: string; readonly words: string; readonly todo: readonly string[] }

/** Returns the mail for an alert. @param link URL of the admin page */
export function alertMail({ subject, words, todo }: Alert, link: string): MailContent {
  const items = todo.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
  return {
    subject,
    html: renderMail(subject, [
      `<p>${escapeHtml(words)}</p>`,
      `<p><strong>What to do</strong></p><ul>${items}</ul>`,
      button('Open the admin page', link),
    ]),
    text: `${words}\n\nWhat to do\n${todo.map((item) => `- ${item}`).join('\n')}\n\n${link}\n`,
  }
}

/** The alert sent when one network's reports have hidden the maximum number of cards. */
export const hidingAlert = (perHour: number): Alert => ({
  subject: 'Reports from one network no longer hide cards',
  words: `Reports from one network have hidden ${perHour} cards within an hour. For now its reports hide no more cards, except those about minors and nudity. The other reported cards wait for your decision.`,
  todo: ['Decide on the reports at /admin.'],
})
