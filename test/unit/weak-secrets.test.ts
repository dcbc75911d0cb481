import { describe, expect, it } from 'vitest'
import { faultsOf } from '#worker/config.ts'
import { weakSecretsOf } from '#worker/settings/weak-secrets.ts'

const vars = {
  PROJECT_ID: 'fantasy-cards',
  PUBLIC_KEY: 'public-fantasy-cards',
  SERVICE_KEY: 'Zm9vYmFyIGJhcmZvbyBzZXJ2aWNlIGtleQ1',
  TOKEN_SECRET: '7c1e0b5d9a3f48e2b6d07f13c58a94e0',
  VISITOR_SECRET: 'visitors-9f2c6e1b8d7a4035-of-cards',
  DONATION_URL: 'https://donate.example',
  PUBLIC_URL: 'https://cards.example',
}

describe('a deployment', () => {
  it('accepts secrets that are random and different', () => {
    expect(faultsOf(vars)).toEqual([])
  })

  it.each([
    ['one character', 'a'.repeat(32)],
    ['a short text again and again', 'secret-'.repeat(5)],
    ['a text that breaks off in its repetition', 'abcdefghijkl'.repeat(3).slice(0, 33)],
    ['digits in order', '0123456789'.repeat(4)],
    ['few characters', 'aaaabbbbccccddddeeeeffffaaaabbbc'],
    ['twice the same', '7c1e0b5d9a3f48e27c1e0b5d9a3f48e2'],
  ])('refuses a secret of %s, by name and never by value', (_, secret) => {
    for (const name of ['SERVICE_KEY', 'TOKEN_SECRET', 'VISITOR_SECRET', 'TOKEN_SECRET_PREVIOUS']) {
      const faults = faultsOf({ ...vars, [name]: secret })
      expect(faults).toEqual([{ name, message: 'must be random, not repetitive' }])
    }
  })

  it.each([
    ['VISITOR_SECRET', 'TOKEN_SECRET'],
    ['TOKEN_SECRET', 'SERVICE_KEY'],
    ['VISITOR_SECRET_PREVIOUS', 'SERVICE_KEY'],
  ] as const)('refuses %s that is the same as %s', (name, other) => {
    expect(faultsOf({ ...vars, [name]: vars[other] })).toEqual([{ name, message: `must not be the same as ${other}` }])
  })

  it('refuses a secret that everybody has as the public key', () => {
    const key = 'pk-4f8a1c9e-7b2d-4e60-9a35-c1d8e7f60b24'
    expect(faultsOf({ ...vars, PUBLIC_KEY: key, SERVICE_KEY: key })).toEqual([
      { name: 'SERVICE_KEY', message: 'must not be the same as PUBLIC_KEY' },
    ])
  })

  it('accepts a secret that is still named as its own predecessor', () => {
    expect(weakSecretsOf({ ...vars, TOKEN_SECRET_PREVIOUS: vars.TOKEN_SECRET })).toEqual([])
  })

  it('is no local one: there any secret will do', () => {
    const same = { SERVICE_KEY: 'a'.repeat(32), TOKEN_SECRET: 'a'.repeat(32), VISITOR_SECRET: 'a'.repeat(32) }
    expect(faultsOf({ ...vars, ...same, APP_ENV: 'local' })).toEqual([])
    expect(faultsOf({ ...vars, ...same }).map(({ name }) => name)).toEqual([
      'SERVICE_KEY',
      'TOKEN_SECRET',
      'VISITOR_SECRET',
    ])
  })
})
