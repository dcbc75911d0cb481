import { describe, expect, test } from 'vitest'
import { contactFault } from '#shared/contracts/contact.ts'
import { mailAddressOf } from '#shared/domain/mail-address.ts'
import { readEmail } from '#worker/backend/auth/email.ts'
import { EmailRequest } from '#worker/backend/notifications/schema.ts'

const isTakenByAccounts = (email: string): boolean => {
  try {
    return readEmail(email) !== ''
  } catch {
    return false
  }
}
const isTakenByContact = (email: string) =>
  contactFault({ name: 'Ann', email, message: 'Hi' }, { lastSentAt: null, now: 0 }) === null
const isTakenByMail = (to: string) => EmailRequest.safeParse({ to, subject: 'Hi', text: 'Hi' }).success

describe('a mail address', () => {
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
  ])('%s is taken by accounts, the contact form and the mail API alike: %s', (email, isTaken) => {
    expect([isTakenByAccounts(email), isTakenByContact(email), isTakenByMail(email)]).toEqual([
      isTaken,
      isTaken,
      isTaken,
    ])
  })

  test('is written in the letters that DNS knows', () => {
    expect(mailAddressOf('Ann@Bücher.example')).toBe('Ann@xn--bcher-kva.example')
    expect(readEmail('ANN@BÜCHER.example')).toBe('ann@xn--bcher-kva.example')
    expect(mailAddressOf('Ann@Example.com')).toBe('Ann@Example.com')
  })
})
