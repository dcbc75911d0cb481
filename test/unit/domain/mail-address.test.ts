import { describe, expect, test } from 'vitest'
import { findContactFault } from '#shared/contracts/contact.ts'
import { parseMailAddress } from '#shared/domain/mail-address.ts'
import { readEmail } from '#worker/backend/auth/email.ts'
import { EmailRequest } from '#worker/backend/notifications/schema.ts'

const isAcceptedByAccounts = (email: string): boolean => {
  try {
    return readEmail(email) !== ''
  } catch {
    return false
  }
}
const isAcceptedByContact = (email: string) =>
  findContactFault({ name: 'Ann', email, message: 'Hi' }, { lastSentAt: null, now: 0 }) === null
const isAcceptedByMail = (to: string) => EmailRequest.safeParse({ to, subject: 'Hi', text: 'Hi' }).success

describe('email addresses', () => {
  test.each([
    ['ann@example.com', true],
    ['ann@bücher.example', true],
    ['ann@例え.テスト', true],
    ['ann@пример.рф', true],
    ['müller@example.com', false],
    ['мария@пример.рф', false],
    ['ann@exam ple.com', false],
    ['ann@ü/x.example', false],
    ['ann@ü#.example', false],
  ])('treats %s alike in accounts, the contact form and the mail API: %s', (email, isAccepted) => {
    expect([isAcceptedByAccounts(email), isAcceptedByContact(email), isAcceptedByMail(email)]).toEqual([
      isAccepted,
      isAccepted,
      isAccepted,
    ])
  })

  test('writes the host of an email address in Punycode', () => {
    expect(parseMailAddress('Ann@Bücher.example')).toBe('Ann@xn--bcher-kva.example')
    expect(readEmail('ANN@BÜCHER.example')).toBe('ann@xn--bcher-kva.example')
    expect(parseMailAddress('Ann@Example.com')).toBe('Ann@Example.com')
  })
})
