import { getTopic } from '#shared/domain/contact-topics.ts'
import { cutText } from '#shared/domain/text.ts'
import { escapeHtml } from '#worker/http/escape-html.ts'
import { button, framed } from './framed.ts'

export type MailContent = { subject: string; html: string; text: string }

const SUBJECT_NAME_CHARACTERS = 80
/** Nothing that is unseen or that an address has no place for unquoted (RFC 5322, specials). */
const ATOM = String.raw`[^\s@,;:<>()[\]\\"\p{Cc}\p{Cf}]+`
/** The addresses that mail services take; the form takes more. */
const ANSWERABLE = new RegExp(String.raw`^${ATOM}@${ATOM}\.${ATOM}$`, 'u')
const ADDRESS_MAX_CHARACTERS = 254

type ContactText = { name: string; email: string; message: string; reference: string }

/**
 * The mail to the site's admin after a message from the contact form. Whatever the visitor typed stays text.
 *
 * @returns `replyTo` is null when the address could not be answered at as it was typed
 */
export function contactMail({ name, email, message, reference }: ContactText): MailContent & {
  replyTo: string | null
} {
  const topic = getTopic(message)
  const replyTo = ANSWERABLE.test(email) && email.length <= ADDRESS_MAX_CHARACTERS ? email : null
  const answering =
    replyTo === null
      ? 'Replies to this email do not reach the sender, because the address is not valid as typed.'
      : 'Reply to this email to answer the sender.'
  const html = framed('New message', [
    `<p><strong>From:</strong> ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</p>`,
    ...(topic === null ? [] : [`<p><strong>Topic:</strong> ${escapeHtml(topic)}</p>`]),
    `<p style="white-space:pre-wrap">${escapeHtml(message)}</p>`,
    `<p style="color:#5c5a52">Reference ${escapeHtml(reference)}. ${answering}</p>`,
  ])
  return {
    subject: `${topic ?? 'New message'} from ${cutText(name, SUBJECT_NAME_CHARACTERS)}`,
    html,
    text: `From: ${name} <${email}>\n\n${message}\n\nReference ${reference}. ${answering}\n`,
    replyTo,
  }
}

/** The mail to an operator: the event, the next step, and where to look. */
export type Alert = { readonly subject: string; readonly words: string; readonly todo: readonly string[] }

/** The mail to the site's operators about one cause. @param link to the admin page */
export function alertMail({ subject, words, todo }: Alert, link: string): MailContent {
  const items = todo.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
  return {
    subject,
    html: framed(subject, [
      `<p>${escapeHtml(words)}</p>`,
      `<p><strong>What to do</strong></p><ul>${items}</ul>`,
      button('Open the admin page', link),
    ]),
    text: `${words}\n\nWhat to do\n${todo.map((item) => `- ${item}`).join('\n')}\n\n${link}\n`,
  }
}

/** The mail to the admin when the reports of one network have hidden as many cards as they may by themselves. */
export const hidingAlert = (perHour: number): Alert => ({
  subject: 'Reports from one network no longer hide cards',
  words: `Reports from one network have hidden ${perHour} cards within an hour. For now its reports hide no more cards, except those about minors and nudity. The other reported cards wait for your decision.`,
  todo: ['Decide on the reports at /admin.'],
})
