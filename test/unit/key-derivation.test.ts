import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COST, isAffordable } from '#worker/backend/auth/passwords.ts'

const sources = ['worker', 'shared', 'web/src']
  .flatMap((side) => readdirSync(side, { recursive: true, encoding: 'utf8' }).map((name) => `${side}/${name}`))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

test('derives keys from passwords with a single function', () => {
  const derivers = sources.filter((file) =>
    /pbkdf2|deriveBits|deriveKey\(|bcrypt|argon2|scrypt\(/i.test(readFileSync(file, 'utf8')),
  )
  expect(derivers).toEqual(['worker/backend/auth/passwords.ts'])
})

/** https://developers.cloudflare.com/workers/platform/limits/#memory */
const ISOLATE_BYTES = 128 * 1024 * 1024
const toBytes = (ln: number, r: number) => 128 * 2 ** ln * r

test('accepts no hash cost above an eighth of an isolate’s memory', () => {
  expect(isAffordable(COST)).toBe(true)
  for (let ln = 1; ln < 24; ln++)
    for (let r = 1; r < 64; r++)
      for (const p of [1, 5, 16])
        if (isAffordable({ ln, r, p })) expect(toBytes(ln, r), `${ln} ${r} ${p}`).toBeLessThanOrEqual(ISOLATE_BYTES / 8)
})

test.each([
  ['half the memory for twice the lanes', { ln: 13, r: 8, p: 10 }, true],
  ['wider blocks', { ln: 13, r: 16, p: 5 }, true],
  ['less of everything', { ln: 10, r: 8, p: 1 }, true],
  ['twice the work', { ln: 14, r: 8, p: 10 }, false],
  ['twice the memory', { ln: 15, r: 8, p: 1 }, false],
])('decides whether an older hash cost is affordable: %s', (_what, cost, isPaid) => {
  expect(isAffordable(cost)).toBe(isPaid)
})
