import { escapeHtml } from '#worker/http/escape-html.ts'
import { button, renderMail } from './framed.ts'
import type { MailContent } from './templates.ts'

type LinkMail = { subject: string; says: string; button: string; link: string; lasts: string }

/** Returns a mail with one sentence, one link, and a note for readers who did not request it, as text and HTML. */
function linkMail({ subject, says, button: words, link, lasts }: LinkMail): MailContent {
  const rest = `The link works once and expires in ${lasts}. If you didn't request this, you can ignore this email.`
  return {
    subject,
    text: `${says}\n\n${link}\n\n${rest}\n`,
    html: renderMail(subject, [
      `<p>${escapeHtml(says)}</p>`,
      button(words, link),
      `<p style="word-break:break-all">${escapeHtml(link)}</p>`,
      `<p>${escapeHtml(rest)}</p>`,
    ]),
  }
}

export const magicMail = (link: string): MailContent =>
  linkMail({
    subject: 'Your sign-in link',
    says: 'Sign in to Fantasy Football Cards with this link. No password needed.',
    button: 'Sign in',
    link,
    lasts: '15 minutes',
  })

export const resetMail = (link: string): MailContent =>
  linkMail({
    subject: 'Choose a new password',
    says: 'Someone requested a new password for your Fantasy Football Cards account. You can choose one here.',
    button: 'Choose a password',
    link,
    lasts: 'one hour',
  })

export const verifyMail = (link: string): MailContent =>
  linkMail({
    subject: 'Confirm your email address',
    says: 'Confirm your email address to finish setting up your Fantasy Football Cards account.',
    button: 'Confirm this address',
    link,
    lasts: '24 hours',
  })

export const adminMail = (link: string): MailContent =>
  linkMail({
    subject: 'Your admin link',
    says: 'Open the admin pages of Fantasy Football Cards with this link.',
    button: 'Open the admin pages',
    link,
    lasts: '15 minutes',
  })

/** Returns the notice after a password change, with a reset link in case the reader did not make the change. */
export function passwordChangedMail(resetLink: string): MailContent {
  const says =
    'The password of your Fantasy Football Cards account was just changed, and every other device was signed out.'
  const rest = "If that wasn't you, choose a new password now:"
  const subject = 'Your password was changed'
  return {
    subject,
    text: `${says}\n\n${rest}\n${resetLink}\n`,
    html: renderMail(subject, [
      `<p>${escapeHtml(says)}</p>`,
      `<p>${escapeHtml(rest)}</p>`,
      button('Choose a new password', resetLink),
      `<p style="word-break:break-all">${escapeHtml(resetLink)}</p>`,
    ]),
  }
}
