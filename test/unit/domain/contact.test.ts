import { describe, expect, test } from 'vitest'
import { contactFault } from '#shared/contracts/contact.ts'

const message = { name: 'Ann', email: 'ann@example.com', message: 'Hello' }
const fresh = { lastSentAt: null, now: 1_000_000 }

describe('a contact message', () => {
  test('may be sent when complete', () => expect(contactFault(message, fresh)).toBeNull())

  test('names every empty field first, blanks included', () => {
    expect(contactFault({ ...message, name: ' ', message: '' }, { lastSentAt: 999_999, now: 1_000_000 })).toEqual({
      code: 'fields',
      message: 'Please fill in all fields.',
      fields: ['name', 'message'],
    })
  })

  test.each(['ann', 'ann@', 'ann@example', '@example.com', 'a nn@example.com', 'ann@exam ple.com', 'ann@@example.com'])(
    'cannot come from %s',
    (email) =>
      expect(contactFault({ ...message, email }, fresh)).toMatchObject({
        code: 'email',
        message: 'Please enter a valid email address.',
      }),
  )

  test('waits until 20 seconds after the last one, not a millisecond longer', () => {
    const at = (now: number) => contactFault(message, { lastSentAt: 1_000_000, now })
    expect(at(1_019_999)).toMatchObject({
      code: 'cooldown',
      message: 'Please wait a moment before sending another message.',
    })
    expect(at(1_020_000)).toBeNull()
  })

  test('is judged by how long it is after everything else', () => {
    const long = { ...message, message: 'x'.repeat(5001) }
    expect(contactFault(long, { lastSentAt: 1_000_000, now: 1_000_001 })).toMatchObject({ code: 'cooldown' })
    expect(contactFault(long, fresh)).toEqual({
      code: 'length',
      message: 'This is too long: 5000 characters at most.',
      fields: ['message'],
    })
  })
})
