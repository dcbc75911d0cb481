import { describe, expect, test } from 'vitest'
import { requireStrong } from '#worker/backend/auth/password-rule.ts'
import { findOffenders } from '../support/offenders.ts'

const refusal = expect.objectContaining({
  code: 'WEAK_PASSWORD',
  message: 'Password is too weak. Please choose a stronger password.',
})

describe('weak passwords', () => {
  test('rejects a common password', async () => {
    const offenders = await findOffenders(
      `Password1! P@ssw0rd1 Pa55w0rd!! password !!Password!! 123password P4$$w0rd2024 Summer2024 Winter2025!
     October1999 letmein12 L3tm31n!! trustno1! iloveyou2 Welcome123 qwerty123! qwertyuiop 1qaz2wsx
     1q2w3e4r zxcvbnm1 asdfghjkl poiuytrewq qazwsx123 12345679 987654321 1234567890 12344321
     abcd1234 abcdefgh aaaaaaaaaaaa 1111222233 Football1 Cowboys99! FantasyFootball aB3$xyz short`.split(/\s+/),
      JSON.stringify,
      (password) => {
        expect(() => requireStrong(password, 'someone@example.com')).toThrow(refusal)
      },
    )
    expect(offenders).toEqual([])
  })

  test('rejects a password that contains its owner’s email address', async () => {
    const offenders = await findOffenders(
      [
        ['ann12345', 'ann@example.com'],
        ['Ann!2024', 'ann@example.com'],
        ['xannx1234', 'ann@example.com'],
        ['annabel.smith1', 'annabel.smith@example.com'],
        ['Smith123!', 'annabel.smith@example.com'],
        ['password.ann', 'ann@example.com'],
        ['ann@example.com', 'ann@example.com'],
      ],
      JSON.stringify,
      ([password, email]) => {
        expect(() => requireStrong(password, email)).toThrow(refusal)
      },
    )
    expect(offenders).toEqual([])
  })
})

test('accepts a long or rare password', async () => {
  const offenders = await findOffenders(
    [
      'correct horse battery',
      'a better horse battery',
      'the horse of a stranger',
      'guess number 7 of many',
      'kR7!vq9Zt2',
      'joanna rides a tall horse',
      'mangrove-lantern-4',
      'Tr0ub4dor&3x',
      'пароль из слов',
      '白い馬と青い空と海',
    ],
    JSON.stringify,
    (password) => {
      expect(() => requireStrong(password, 'ann@example.com')).not.toThrow()
    },
  )
  expect(offenders).toEqual([])
})
