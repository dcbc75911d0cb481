import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthApp, createAuthApp, PASSWORD } from '../../support/auth.ts'
import { freshDatabase } from '../../support/env.ts'

const ANN = 'ann@example.com'
const HOME = '198.51.100.1'

let app: AuthApp
beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp()
})

async function newBrowser(): Promise<Record<string, string>> {
  const [cookie] = (await app.send('/api/config')).headers.getSetCookie()
  return { cookie: cookie!.split(';')[0]! }
}
const signIn = async (password: string, headers: Record<string, string>) =>
  (await app.post('/signin/email', { email: ANN, password }, { ip: HOME, headers })).status
const askForLink = async (headers: Record<string, string>) =>
  (await app.post('/signin/magic', { email: ANN }, { ip: HOME, headers })).status

describe.each([
  ['with a cookie', newBrowser],
  ['without a cookie', async () => ({})],
])('a neighbor on the owner’s IP address, %s', (_, neighborsHeaders) => {
  it('lets the owner’s known browser sign in while a neighbor guesses passwords', async () => {
    const [owner, neighbor] = [await newBrowser(), await neighborsHeaders()]
    await app.post('/signup', { email: ANN, password: PASSWORD }, { ip: HOME, headers: owner })
    for (let n = 0; n < 12; n++) await signIn('wrong password', neighbor)
    expect(await signIn(PASSWORD, neighbor)).toBe(429)
    expect(await signIn(PASSWORD, owner)).toBe(200)
  })

  it('sends the owner’s known browser its mail after a neighbor used up the limit', async () => {
    const [owner, neighbor] = [await newBrowser(), await neighborsHeaders()]
    await app.post('/signup', { email: ANN, password: PASSWORD }, { ip: HOME, headers: owner })
    for (let n = 0; n < 6; n++) await askForLink(neighbor)
    expect(await askForLink(neighbor)).toBe(429)
    expect(await askForLink(owner)).toBe(200)
  })
})
