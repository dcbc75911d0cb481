import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COST } from '#worker/backend/auth/passwords.ts'

const sources = ['worker', 'shared', 'web/src']
  .flatMap((side) => readdirSync(side, { recursive: true, encoding: 'utf8' }).map((name) => `${side}/${name}`))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

test('keys are derived from passwords in one place, by one function', () => {
  const derivers = sources.filter((file) =>
    /pbkdf2|deriveBits|deriveKey\(|bcrypt|argon2|scrypt\(/i.test(readFileSync(file, 'utf8')),
  )
  expect(derivers).toEqual(['worker/backend/auth/passwords.ts'])
})

test('one derivation takes an eighth of the memory an isolate has, and no more work than production allows', () => {
  const { ln, r, p } = COST
  expect(128 * 2 ** ln * r).toBeLessThanOrEqual(16 * 1024 * 1024)
  expect([ln, r, p]).toEqual([14, 8, 5])
})
