import { describe, expect, test } from 'vitest'
import { flushPromises } from '../../support/scripted-host.ts'
import { getRejection } from './recorder.ts'
import { ANN, createSignInBrowser, refuse } from './signing-in.ts'
import { trackPromise } from './talking.ts'

const bearers = ({ requests }: ReturnType<typeof createSignInBrowser>) =>
  requests.map(({ headers }) => headers['authorization'])

/** Signs Ann in, and lets this many seconds pass. */
async function signInFor(seconds: number, auth: Parameters<ReturnType<typeof createSignInBrowser>['open']>[0] = {}) {
  const world = createSignInBrowser()
  world.store(world.server.issue('u1'))
  const tab = world.open(auth)
  await world.pass(seconds * 1000)
  world.requests.length = 0
  return { world, ...tab }
}

describe('authenticated calls', () => {
  test('sends the key without a session, and the user’s token from sign-in on', async () => {
    const world = createSignInBrowser()
    const { client, auth } = world.open({ mode: 'headless' })
    await client.db.sql('select 1')
    expect(await auth.signInWithEmail('ann@example.com', 'secret')).toEqual(ANN)
    await client.db.sql('select 1')
    auth.signOut()
    await client.db.sql('select 1')
    // The server is notified with the refresh token only.
    const [, , , last] = world.requests
    expect([new URL(last!.url).pathname, last!.body]).toEqual(['/api/auth/signout', { refresh_token: 'u1-r1' }])
    expect(bearers(world)).toEqual(['Bearer public-key', undefined, 'Bearer u1-1', undefined, 'Bearer public-key'])
  })

  test('refreshes a token once for any number of calls, from 30 seconds before it expires', async () => {
    const { world, client } = await signInFor(869)
    await client.db.sql('select 1')
    expect(bearers(world)).toEqual(['Bearer u1-1'])
    await world.pass(1_000)
    await Promise.all(Array.from({ length: 20 }, () => client.db.sql('select 1')))
    expect(world.paths().filter((path) => path.endsWith('/refresh'))).toHaveLength(1)
    expect(bearers(world).slice(2)).toEqual(Array.from({ length: 20 }, () => 'Bearer u1-2'))
    expect(world.stored()).toMatchObject({ access_token: 'u1-2', refresh_token: 'u1-r2', sign_in: 'first' })
  })

  test('retries a call whose token was rejected once with a new one', async () => {
    const { world, client } = await signInFor(0)
    world.script.respond = ({ url, headers }) =>
      url.includes('/sql') && headers['authorization'] !== 'Bearer u1-2' ? refuse(401, 'TOKEN_EXPIRED') : undefined
    await client.db.sql('select 1')
    expect(bearers(world)).toEqual(['Bearer u1-1', undefined, 'Bearer u1-2'])

    world.requests.length = 0
    world.script.respond = ({ url }) => (url.includes('/sql') ? refuse(401, 'TOKEN_EXPIRED') : undefined)
    expect(await getRejection(client.db.sql('select 1'))).toMatchObject({ kind: 'auth', status: 401 })
    expect(world.paths().filter((path) => path.endsWith('/sql'))).toHaveLength(2)
  })

  test('does not retry a call with a wrong password', async () => {
    const { world, auth } = await signInFor(0)
    world.script.respond = () => refuse(401, 'INVALID_CREDENTIALS')
    expect(await getRejection(auth.changePassword('a', 'b'))).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(world.paths()).toEqual(['POST /api/auth/password/change'])
  })

  test.each([429, 500, 503])('fails a call and keeps the session when the refresh returns %i', async (status) => {
    const { world, client, auth } = await signInFor(900)
    world.script.respond = () => refuse(status, status === 429 ? 'RATE_LIMITED' : 'INTERNAL')
    expect(await getRejection(client.db.sql('select 1'))).toMatchObject({ status, retryable: true })
    expect([auth.isAuthenticated(), world.stored()]).toEqual([true, expect.objectContaining({ sign_in: 'first' })])
    world.script.respond = () => undefined
    await client.db.sql('select 1')
    expect(bearers(world).at(-1)).toBe('Bearer u1-2')
  })

  test('times out a call after eight seconds of a pending refresh, while its token is still valid', async () => {
    const { world, client, auth } = await signInFor(900)
    world.script.respond = () => new Promise<Response>(() => {})
    const reading = trackPromise(client.db.sql('select 1'))
    await world.pass(7_999)
    expect(reading.isOver).toBe(false)
    await world.pass(1)
    expect([reading.error, auth.isAuthenticated()]).toMatchObject([{ code: 'AUTH_TIMEOUT' }, true])
  })

  test('fails a call of an expired session, and notifies all listeners', async () => {
    const { world, client, auth } = await signInFor(900)
    world.server.ended.add('u1')
    await client.db.sql('select 1')
    expect(bearers(world)).toEqual([undefined, 'Bearer public-key'])
    expect([auth.state().user, auth.state().tokens, world.stored()]).toEqual([null, null, null])
  })
})

describe('other tabs', () => {
  test('signs in and out with the other tabs, without a refresh', async () => {
    const world = createSignInBrowser()
    const [first, second] = [world.open({ mode: 'headless' }), world.open()]
    await flushPromises()
    await first.auth.signUp({ email: 'ann@example.com', password: 'secret', displayName: 'Ann' })
    await flushPromises()
    expect(second.auth.state()).toMatchObject({ user: ANN, isAuthenticated: true, isLoading: false })

    world.requests.length = 0
    await world.pass(880_000)
    await first.client.db.sql('select 1')
    await flushPromises()
    expect(second.auth.state().tokens).toMatchObject({ access_token: 'u1-2' })
    await second.client.db.sql('select 1')
    expect(world.paths().map((path) => path.split('/').at(-1))).toEqual(['refresh', 'sql', 'sql'])

    second.auth.signOut()
    await flushPromises()
    expect(first.auth.state()).toEqual({ user: null, tokens: null, isAuthenticated: false, isLoading: false })
  })

  test('notices that another user signed in in another tab', async () => {
    const { world, auth } = await signInFor(0)
    const other = world.open()
    await flushPromises()
    world.store(world.server.issue('u2'), 'second')
    other.page.local.set('auth-tokens:p1', world.browser.stored.get('auth-tokens:p1')!)
    await flushPromises()
    expect(auth.state().user).toMatchObject({ id: 'u2' })
  })

  test('signs out when the storage is cleared', async () => {
    const { world, auth } = await signInFor(0)
    world.browser.stored.clear()
    world.wake()
    expect(auth.isAuthenticated()).toBe(false)
  })

  test.each([
    ['with locks and one refresh', true, 1],
    ['without locks, within the overlap the server allows', false, 100],
  ])('keeps a hundred tabs signed in when all refresh at once, %s', async (_, hasLocks, refreshes) => {
    const world = createSignInBrowser()
    world.browser.world.hasLocks = hasLocks
    world.store(world.server.issue('u1'))
    const tabs = Array.from({ length: 100 }, () => world.open())
    await world.pass(880_000)
    world.requests.length = 0
    await Promise.all(tabs.map(({ client }) => client.db.sql('select 1')))
    await flushPromises()
    expect(world.paths().filter((path) => path.endsWith('/refresh'))).toHaveLength(refreshes)
    expect(bearers(world).filter((bearer) => bearer === 'Bearer u1-2')).toHaveLength(100)
    expect(tabs.every(({ auth }) => auth.isAuthenticated())).toBe(true)
    expect(world.server.ended.size).toBe(0)
  })

  test('stays signed out when another tab refreshes meanwhile', async () => {
    const { world, client, auth } = await signInFor(900)
    const other = world.open()
    let reply: (response: Response) => void = () => {}
    world.script.respond = ({ url }) =>
      url.endsWith('/refresh') ? new Promise<Response>((resolve) => (reply = resolve)) : undefined
    const reading = client.db.sql('select 1')
    await flushPromises()
    other.auth.signOut()
    reply(Response.json(world.server.issue('u1')))
    await reading
    await flushPromises()
    expect([auth.isAuthenticated(), other.auth.isAuthenticated(), world.stored()]).toEqual([false, false, null])
    expect(bearers(world).at(-1)).toBe('Bearer public-key')
  })
})

test('ends the session locally, whatever the server returns', async () => {
  const { world, auth } = await signInFor(0)
  world.script.respond = () => refuse(503, 'INTERNAL')
  auth.signOut()
  await flushPromises()
  expect([auth.state().tokens, world.stored(), world.paths()]).toEqual([null, null, ['POST /api/auth/signout']])
})

test('signs in only this tab when storage is unavailable', async () => {
  const world = createSignInBrowser()
  world.browser.world.storesNothing = true
  const { auth, client } = world.open({ mode: 'headless' })
  await auth.signInWithEmail('ann@example.com', 'secret')
  await world.pass(880_000)
  await client.db.sql('select 1')
  expect(bearers(world).at(-1)).toBe('Bearer u1-2')
  auth.signOut()
  expect(auth.state()).toMatchObject({ tokens: null, isAuthenticated: false })
})
