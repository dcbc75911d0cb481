import { describe, expect, test } from 'vitest'
import {
  ContactResponse,
  findContactFault,
  ContactMessage,
  isReference,
  getReference,
} from '#shared/contracts/contact.ts'

const message = { name: 'Ann', email: 'ann@example.com', message: 'Hello' }
const fresh = { lastSentAt: null, now: 1_000_000 }

describe('a contact message', () => {
  test('accepts a complete contact message', () => expect(findContactFault(message, fresh)).toBeNull())

  test('names every empty field first, blank ones included', () => {
    expect(findContactFault({ ...message, name: ' ', message: '' }, { lastSentAt: 999_999, now: 1_000_000 })).toEqual({
      code: 'fields',
      message: 'Please fill in all fields.',
      fields: ['name', 'message'],
    })
  })

  test.each([
    'ann',
    'ann@',
    'ann@example',
    '@example.com',
    'a nn@example.com',
    'ann@exam ple.com',
    'ann@@example.com',
    'ann@example.',
    'ann@.com',
    'ann@example.com, bob@example.com',
    'ann@example.com b',
  ])('refuses a message from %s', (email) =>
    expect(findContactFault({ ...message, email }, fresh)).toEqual({
      code: 'email',
      message: 'Please enter a valid email address.',
      fields: ['email'],
    }),
  )

  test('accepts blanks around every field', () => {
    expect(findContactFault({ name: ' Ann ', email: ' ann@example.com ', message: ' Hello ' }, fresh)).toBeNull()
    const edge = { ...message, message: ` ${'x'.repeat(5000)} ` }
    expect(findContactFault(edge, fresh)).toBeNull()
    expect(findContactFault({ ...message, email: ' ' }, fresh)).toMatchObject({ code: 'fields', fields: ['email'] })
    expect(findContactFault({ ...message, message: '\n' }, fresh)).toMatchObject({
      code: 'fields',
      fields: ['message'],
    })
  })

  test('reads fields that are not text as empty', () => {
    expect(ContactMessage.parse({ name: 7, message: null })).toEqual({ name: '', email: '', message: '', website: '' })
  })

  test('waits until 20 seconds after the last message, not a millisecond longer', () => {
    const at = (now: number) => findContactFault(message, { lastSentAt: 1_000_000, now })
    expect(at(1_019_999)).toMatchObject({
      code: 'cooldown',
      message: 'Please wait a moment before sending another message.',
    })
    expect(at(1_020_000)).toBeNull()
  })

  test('checks the length of a message after everything else', () => {
    const long = { ...message, message: 'x'.repeat(5001) }
    expect(findContactFault(long, { lastSentAt: 1_000_000, now: 1_000_001 })).toMatchObject({ code: 'cooldown' })
    expect(findContactFault(long, fresh)).toEqual({
      code: 'length',
      message: 'This is too long: 5000 characters at most.',
      fields: ['message'],
    })
  })

  test('accepts the longest email address, and refuses one character more for its length', () => {
    const of = (email: string) => findContactFault({ ...message, email }, fresh)
    const ofLength = (length: number) => `ann@${'x'.repeat(length - 'ann@.com'.length)}.com`
    expect(of(ofLength(254))).toBeNull()
    expect(of('x'.repeat(254))).toMatchObject({ code: 'email' })
    for (const longer of [ofLength(255), 'x'.repeat(255)])
      expect(of(longer)).toEqual({
        code: 'length',
        message: 'This is too long: 254 characters at most.',
        fields: ['email'],
      })
  })
})

describe('the reference of a message', () => {
  test('accepts eight uppercase hexadecimal digits as a reference', () => {
    expect(isReference('0A1B2C3D')).toBe(true)
    for (const other of ['0a1b2c3d', '0A1B2C3', '0A1B2C3D4', ' 0A1B2C3D', '0A1B2C3D\n', 12_345_678, ['0A1B2C3D'], null])
      expect([other, isReference(other)]).toEqual([other, false])
  })

  test('finds the reference in any answer that has one', () => {
    expect(getReference({ success: true, reference: '0A1B2C3D' })).toBe('0A1B2C3D')
    for (const body of [null, undefined, {}, 'text', { reference: 'none' }]) expect(getReference(body)).toBeNull()
    expect(ContactResponse.parse({ success: true, reference: '0A1B2C3D' })).toEqual({
      success: true,
      reference: '0A1B2C3D',
    })
    for (const body of [
      { success: false, reference: '0A1B2C3D' },
      { success: true, reference: 'x' },
    ])
      expect(ContactResponse.safeParse(body).success).toBe(false)
  })

  test('measures a reference before it compares its characters', () => {
    const getIssues = (reference: string) => ContactResponse.safeParse({ success: true, reference }).error?.issues
    expect(getIssues('0A1B2C3D4')).toMatchObject([{ code: 'too_big', maximum: 8 }])
    expect(getIssues('0A1B2C3')).toMatchObject([{ code: 'invalid_format' }])
  })
})
