import { topicIn } from '#shared/domain/contact-topics.ts'
import { cutText } from '#shared/domain/text.ts'
import { escapeHtml } from './escape-html.ts'
import { button, framed } from './framed.ts'

export type MailContent = { subject: string; html: string; text: string }

const SUBJECT_NAME_CHARACTERS = 80
/** What mail services take as an address; the form takes more. */
const ANSWERABLE = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/
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
  const topic = topicIn(message)
  const html = framed('New message', [
    `<p><strong>From:</strong> ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</p>`,
    ...(topic === null ? [] : [`<p><strong>Topic:</strong> ${escapeHtml(topic)}</p>`]),
    `<p style="white-space:pre-wrap">${escapeHtml(message)}</p>`,
    `<p style="color:#5c5a52">Reference ${escapeHtml(reference)}. Answering this mail writes to its sender.</p>`,
  ])
  return {
    subject: `${topic ?? 'New message'} from ${cutText(name, SUBJECT_NAME_CHARACTERS)}`,
    html,
    text: `From: ${name} <${email}>\n\n${message}\n\nReference ${reference}\n`,
    replyTo: ANSWERABLE.test(email) && email.length <= ADDRESS_MAX_CHARACTERS ? email : null,
  }
}

/** The mail to the site's admin when reports have hidden as many cards as they may by themselves. */
export function reportCeilingMail(perHour: number, link: string): MailContent {
  const words = `Reports have hidden ${perHour} cards within an hour. Until that is less, further cards are not hidden by reports alone and wait for you.`
  const subject = 'Reports no longer hide cards by themselves'
  return {
    subject,
    html: framed(subject, [`<p>${words}</p>`, button('Look at them', link)]),
    text: `${words}\n\n${link}\n`,
  }
}

/** The mail to the site's admin when a limit of all networks together is reached. @param kind of rows */
export function ceilingMail(kind: string, perDay: number): MailContent {
  const words = `The limit of ${perDay} a day for ${kind} of all visitors together is reached. Until it is less, people are refused and told to come back later. This may be a flood from many networks.`
  const subject = `Limit reached: ${kind}`
  return { subject, html: framed(subject, [`<p>${escapeHtml(words)}</p>`]), text: `${words}\n` }
}
