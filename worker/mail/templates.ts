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
