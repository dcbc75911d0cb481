import { describe, expect, it } from 'vitest'
import { findFaults } from '#worker/config.ts'
import { findWeakSecrets } from '#worker/settings/weak-secrets.ts'

const vars = {
  PROJECT_ID: 'fantasy-cards',
  PUBLIC_KEY: 'public-fantasy-cards',
  SERVICE_KEY: 'Zm9vYmFyIGJhcmZvbyBzZXJ2aWNlIGtleQ1',
  TOKEN_SECRET: '7c1e0b5d9a3f48e2b6d07f13c58a94e0',
  VISITOR_SECRET: 'visitors-9f2c6e1b8d7a4035-of-cards',
  DONATION_URL: 'https://donate.example',
  PUBLIC_URL: 'https://cards.example',
}

describe('weak secrets in a deployment', () => {
  it('accepts random, distinct secrets', () => {
    expect(findFaults(vars)).toEqual([])
  })

  it.each([
    ['one character', 'a'.repeat(32)],
    ['a repeated short text', 'secret-'.repeat(5)],
    ['an incomplete repetition', 'abcdefghijkl'.repeat(3).slice(0, 33)],
    ['digits in order', '0123456789'.repeat(4)],
    ['few characters', 'aaaabbbbccccddddeeeeffffaaaabbbc'],
    ['the same half twice', '7c1e0b5d9a3f48e27c1e0b5d9a3f48e2'],
  ])('names a secret that is %s, without its value', (_, secret) => {
    for (const name of ['SERVICE_KEY', 'TOKEN_SECRET', 'VISITOR_SECRET', 'TOKEN_SECRET_PREVIOUS']) {
      const faults = findFaults({ ...vars, [name]: secret })
      expect(faults).toEqual([{ name, message: 'must be random, not repetitive' }])
    }
  })

  it.each([
    ['VISITOR_SECRET', 'TOKEN_SECRET'],
    ['TOKEN_SECRET', 'SERVICE_KEY'],
    ['VISITOR_SECRET_PREVIOUS', 'SERVICE_KEY'],
  ] as const)('rejects %s when it equals %s', (name, other) => {
    expect(findFaults({ ...vars, [name]: vars[other] })).toEqual([
      { name, message: `must not be the same as ${other}` },
    ])
  })

  it('rejects a secret that equals the public key', () => {
    const key = 'pk-4f8a1c9e-7b2d-4e60-9a35-c1d8e7f60b24'
    expect(findFaults({ ...vars, PUBLIC_KEY: key, SERVICE_KEY: key })).toEqual([
      { name: 'SERVICE_KEY', message: 'must not be the same as PUBLIC_KEY' },
    ])
  })

  it('accepts a secret that is still listed as its own predecessor', () => {
    expect(findWeakSecrets({ ...vars, TOKEN_SECRET_PREVIOUS: vars.TOKEN_SECRET })).toEqual([])
  })

  it('accepts any secret locally', () => {
    const same = { SERVICE_KEY: 'a'.repeat(32), TOKEN_SECRET: 'a'.repeat(32), VISITOR_SECRET: 'a'.repeat(32) }
    expect(findFaults({ ...vars, ...same, APP_ENV: 'local' })).toEqual([])
    expect(findFaults({ ...vars, ...same }).map(({ name }) => name)).toEqual([
      'SERVICE_KEY',
      'TOKEN_SECRET',
      'VISITOR_SECRET',
    ])
  })
})
