import { describe, expect, test } from 'vitest'
import { ContactAnswer, contactFault, ContactMessage, isReference, referenceIn } from '#shared/contracts/contact.ts'

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
  ])('cannot come from %s', (email) =>
    expect(contactFault({ ...message, email }, fresh)).toEqual({
      code: 'email',
      message: 'Please enter a valid email address.',
      fields: ['email'],
    }),
  )

  test('may have blanks around everything', () => {
    expect(contactFault({ name: ' Ann ', email: ' ann@example.com ', message: ' Hello ' }, fresh)).toBeNull()
    const edge = { ...message, message: ` ${'x'.repeat(5000)} ` }
    expect(contactFault(edge, fresh)).toBeNull()
    expect(contactFault({ ...message, email: ' ' }, fresh)).toMatchObject({ code: 'fields', fields: ['email'] })
    expect(contactFault({ ...message, message: '\n' }, fresh)).toMatchObject({ code: 'fields', fields: ['message'] })
  })

  test('is empty where it is no text', () => {
    expect(ContactMessage.parse({ name: 7, message: null })).toEqual({ name: '', email: '', message: '', website: '' })
  })

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

describe('the reference of a message', () => {
  test('is eight digits and capitals of hexadecimal', () => {
    expect(isReference('0A1B2C3D')).toBe(true)
    for (const other of ['0a1b2c3d', '0A1B2C3', '0A1B2C3D4', ' 0A1B2C3D', '0A1B2C3D\n', 12_345_678, ['0A1B2C3D'], null])
      expect([other, isReference(other)]).toEqual([other, false])
  })

  test('is found in any answer that has one', () => {
    expect(referenceIn({ success: true, reference: '0A1B2C3D' })).toBe('0A1B2C3D')
    for (const said of [null, undefined, {}, 'text', { reference: 'none' }]) expect(referenceIn(said)).toBeNull()
    expect(ContactAnswer.parse({ success: true, reference: '0A1B2C3D' })).toEqual({
      success: true,
      reference: '0A1B2C3D',
    })
    for (const said of [
      { success: false, reference: '0A1B2C3D' },
      { success: true, reference: 'x' },
    ])
      expect(ContactAnswer.safeParse(said).success).toBe(false)
  })
})
