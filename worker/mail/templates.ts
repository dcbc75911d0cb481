import { cutText } from '#shared/domain/text.ts'

export type MailContent = { subject: string; html: string; text: string }

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => NAMED[character]!)

const SUBJECT_NAME_CHARACTERS = 80

/** The mail to the site's admin after a message from the contact form. Whatever the visitor typed stays text. */
export function contactMail({ name, email, message }: { name: string; email: string; message: string }): MailContent {
  const html = [
    '<h1>New message</h1>',
    `<p><strong>From:</strong> ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</p>`,
    `<p style="white-space:pre-wrap">${escapeHtml(message)}</p>`,
  ].join('\n')
  return {
    subject: `New message from ${cutText(name, SUBJECT_NAME_CHARACTERS)}`,
    html,
    text: `From: ${name} <${email}>\n\n${message}\n`,
  }
}

/** The mail to the site's admin when reports have hidden as many cards as they may by themselves. */
export function reportCeilingMail(perHour: number, link: string): MailContent {
  const words = `Reports have hidden ${perHour} cards within an hour. Until that is less, further cards are not hidden by reports alone and wait for you.`
  return {
    subject: 'Reports no longer hide cards by themselves',
    html: `<p>${words}</p>\n<p><a href="${escapeHtml(link)}">Look at them</a></p>`,
    text: `${words}\n\n${link}\n`,
  }
}

/** The mail to the site's admin when a limit of all networks together is reached. @param kind of rows */
export function ceilingMail(kind: string, perDay: number): MailContent {
  const words = `The limit of ${perDay} a day for ${kind} of all visitors together is reached. Until it is less, people are refused and told to come back later. This may be a flood from many networks.`
  return { subject: `Limit reached: ${kind}`, html: `<p>${escapeHtml(words)}</p>`, text: `${words}\n` }
}
