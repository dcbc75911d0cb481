import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createAuthApp, PASSWORD } from '../../support/auth.ts'

const ANN = 'ann@example.com'
const HOME = '198.51.100.1'
const MINUTE = 60_000

let app: ReturnType<typeof createAuthApp>
beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp()
})

const signIn = async (ip: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  (await app.post('/signin/email', { email: ANN, password }, { ip, headers })).status
const ask = async (what: string, ip: string) => (await app.post(what, { email: ANN }, { ip })).status

/** Uses up the strangers' limit for an account: sixty guesses from seven networks. */
async function guessAll(): Promise<void> {
  for (let n = 0; n < 62; n++) await signIn(`2001:db8:${n % 7}::1`, 'wrong password')
}

describe('an account under attack', () => {
  test('lets the owner sign in from a known device while strangers are refused', async () => {
    await app.post('/signup', { email: ANN, password: PASSWORD }, { ip: HOME })
    await guessAll()
    expect(await signIn('203.0.113.7')).toBe(429)
    expect(await signIn(HOME)).toBe(200)
    app.clock.now += 89 * 86_400_000
    await guessAll()
    expect(await signIn(HOME)).toBe(200)
  })

  test('lets a previously signed-in browser sign in from any network', async () => {
    const [cookie] = (await app.send('/api/config')).headers.getSetCookie()
    const browser = { cookie: cookie!.split(';')[0]! }
    await app.post('/signup', { email: ANN, password: PASSWORD }, { ip: '192.0.2.99' })
    expect(await signIn(HOME, PASSWORD, browser)).toBe(200)
    await guessAll()
    expect(await signIn('203.0.113.8', PASSWORD, browser)).toBe(200)
    expect(await signIn('203.0.113.9')).toBe(429)
  })

  test('limits guesses from a known network like others', async () => {
    await app.post('/signup', { email: ANN, password: PASSWORD }, { ip: HOME })
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push(await signIn(HOME, 'wrong password'))
    expect(statuses.slice(9)).toEqual([401, 429, 429])
  })
})

test.each(['/password/reset', '/signin/magic'])('keeps the owner’s access while a stranger floods %s', async (what) => {
  await app.post('/signup', { email: ANN, password: PASSWORD }, { ip: HOME })
  for (let n = 0; n < 5; n++) expect(await ask(what, `203.0.113.${n}`)).toBe(200)
  expect(await ask(what, '203.0.113.9')).toBe(429)
  expect(await ask(what, HOME)).toBe(200)
  // The link that strangers requested also works: it is in the owner's mailbox.
  app.clock.now += MINUTE
  expect((await app.mailsTo(ANN)).length).toBeGreaterThanOrEqual(6)
})

test('stores known devices as HMACs, and deletes them after 90 days', async () => {
  await app.post('/signup', { email: ANN, password: PASSWORD }, { ip: HOME })
  const rows = async () => (await testEnv().DB.prepare('select * from known_devices').all()).results
  expect(JSON.stringify(await rows())).not.toMatch(/ann|198\.51/)
  expect((await rows()).length).toBeGreaterThan(0)
  await app.services.sweep(app.clock.now + 91 * 86_400_000)
  expect(await rows()).toEqual([])
})
