import { describe, expect, test } from 'vitest'
import { settled } from '../../support/scripted-host.ts'
import { refusalOf } from './recorder.ts'
import { ANN, createSigningIn, refuse } from './signing-in.ts'
import { watched } from './talking.ts'

const bearers = ({ requests }: ReturnType<typeof createSigningIn>) =>
  requests.map(({ headers }) => headers['authorization'])

/** A world in which Ann has been signed in for so many seconds, and a tab in which that is known. */
async function annFor(seconds: number, auth: Parameters<ReturnType<typeof createSigningIn>['open']>[0] = {}) {
  const world = createSigningIn()
  world.store(world.server.issue('u1'))
  const tab = world.open(auth)
  await world.pass(seconds * 1000)
  world.requests.length = 0
  return { world, ...tab }
}

describe('a call', () => {
  test('goes out with the key while there is no session, and with the user’s token from then on', async () => {
    const world = createSigningIn()
    const { client, auth } = world.open({ mode: 'headless' })
    await client.db.sql('select 1')
    expect(await auth.signInWithEmail('ann@example.com', 'secret')).toEqual(ANN)
    await client.db.sql('select 1')
    auth.signOut()
    await client.db.sql('select 1')
    // The server is told too, by the refresh token alone.
    const [, , , told] = world.requests
    expect([new URL(told!.url).pathname, told!.body]).toEqual(['/api/auth/signout', { refresh_token: 'u1-r1' }])
    expect(bearers(world)).toEqual(['Bearer public-key', undefined, 'Bearer u1-1', undefined, 'Bearer public-key'])
  })

  test('is preceded by one refresh, however many go out at once, from 30 seconds before the end', async () => {
    const { world, client } = await annFor(869)
    await client.db.sql('select 1')
    expect(bearers(world)).toEqual(['Bearer u1-1'])
    await world.pass(1_000)
    await Promise.all(Array.from({ length: 20 }, () => client.db.sql('select 1')))
    expect(world.paths().filter((path) => path.endsWith('/refresh'))).toHaveLength(1)
    expect(bearers(world).slice(2)).toEqual(Array.from({ length: 20 }, () => 'Bearer u1-2'))
    expect(world.stored()).toMatchObject({ access_token: 'u1-2', refresh_token: 'u1-r2', sign_in: 'first' })
  })

  test('whose token is refused is sent once more with a new one, and not a third time', async () => {
    const { world, client } = await annFor(0)
    world.script.answer = ({ url, headers }) =>
      url.includes('/sql') && headers['authorization'] !== 'Bearer u1-2' ? refuse(401, 'TOKEN_EXPIRED') : undefined
    await client.db.sql('select 1')
    expect(bearers(world)).toEqual(['Bearer u1-1', undefined, 'Bearer u1-2'])

    world.requests.length = 0
    world.script.answer = ({ url }) => (url.includes('/sql') ? refuse(401, 'TOKEN_EXPIRED') : undefined)
    expect(await refusalOf(client.db.sql('select 1'))).toMatchObject({ kind: 'auth', status: 401 })
    expect(world.paths().filter((path) => path.endsWith('/sql'))).toHaveLength(2)
  })

  test('that is refused for a wrong password is not sent again', async () => {
    const { world, auth } = await annFor(0)
    world.script.answer = () => refuse(401, 'INVALID_CREDENTIALS')
    expect(await refusalOf(auth.changePassword('a', 'b'))).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(world.paths()).toEqual(['POST /api/auth/password/change'])
  })

  test.each([429, 500, 503])('fails, and the session stays, when the refresh is answered by %i', async (status) => {
    const { world, client, auth } = await annFor(900)
    world.script.answer = () => refuse(status, status === 429 ? 'RATE_LIMITED' : 'INTERNAL')
    expect(await refusalOf(client.db.sql('select 1'))).toMatchObject({ status, retryable: true })
    expect([auth.isAuthenticated(), world.stored()]).toEqual([true, expect.objectContaining({ sign_in: 'first' })])
    world.script.answer = () => undefined
    await client.db.sql('select 1')
    expect(bearers(world).at(-1)).toBe('Bearer u1-2')
  })

  test('fails after eight seconds of a refresh without an answer, while its token is still answered', async () => {
    const { world, client, auth } = await annFor(900)
    world.script.answer = () => new Promise<Response>(() => {})
    const reading = watched(client.db.sql('select 1'))
    await world.pass(7_999)
    expect(reading.isOver).toBe(false)
    await world.pass(1)
    expect([reading.error, auth.isAuthenticated()]).toMatchObject([{ code: 'AUTH_TIMEOUT' }, true])
  })

  test('of a session that is over fails, and everybody is told', async () => {
    const { world, client, auth } = await annFor(900)
    world.server.ended.add('u1')
    await client.db.sql('select 1')
    expect(bearers(world)).toEqual([undefined, 'Bearer public-key'])
    expect([auth.state().user, auth.state().tokens, world.stored()]).toEqual([null, null, null])
  })
})

describe('other tabs', () => {
  test('are signed in with the first and out with the last, and ask nothing for a refresh', async () => {
    const world = createSigningIn()
    const [first, second] = [world.open({ mode: 'headless' }), world.open()]
    await settled()
    await first.auth.signUp({ email: 'ann@example.com', password: 'secret', displayName: 'Ann' })
    await settled()
    expect(second.auth.state()).toMatchObject({ user: ANN, isAuthenticated: true, isLoading: false })

    world.requests.length = 0
    await world.pass(880_000)
    await first.client.db.sql('select 1')
    await settled()
    expect(second.auth.state().tokens).toMatchObject({ access_token: 'u1-2' })
    await second.client.db.sql('select 1')
    expect(world.paths().map((path) => path.split('/').at(-1))).toEqual(['refresh', 'sql', 'sql'])

    second.auth.signOut()
    await settled()
    expect(first.auth.state()).toEqual({ user: null, tokens: null, isAuthenticated: false, isLoading: false })
  })

  test('see another person sign in', async () => {
    const { world, auth } = await annFor(0)
    const other = world.open()
    await settled()
    world.store(world.server.issue('u2'), 'second')
    other.page.local.set('auth-tokens:p1', world.browser.kept.get('auth-tokens:p1')!)
    await settled()
    expect(auth.state().user).toMatchObject({ id: 'u2' })
  })

  test('lose everything when the storage is emptied', async () => {
    const { world, auth } = await annFor(0)
    world.browser.kept.clear()
    world.wake()
    expect(auth.isAuthenticated()).toBe(false)
  })

  test.each([
    ['with locks, by one refresh', true, 1],
    ['without, within the overlap the server allows', false, 100],
  ])('all stay signed in when a hundred renew at once: %s', async (_, hasLocks, refreshes) => {
    const world = createSigningIn()
    world.browser.world.hasLocks = hasLocks
    world.store(world.server.issue('u1'))
    const tabs = Array.from({ length: 100 }, () => world.open())
    await world.pass(880_000)
    world.requests.length = 0
    await Promise.all(tabs.map(({ client }) => client.db.sql('select 1')))
    await settled()
    expect(world.paths().filter((path) => path.endsWith('/refresh'))).toHaveLength(refreshes)
    expect(bearers(world).filter((bearer) => bearer === 'Bearer u1-2')).toHaveLength(100)
    expect(tabs.every(({ auth }) => auth.isAuthenticated())).toBe(true)
    expect(world.server.ended.size).toBe(0)
  })

  test('that sign out while another renews stay signed out', async () => {
    const { world, client, auth } = await annFor(900)
    const other = world.open()
    let answer: (response: Response) => void = () => {}
    world.script.answer = ({ url }) =>
      url.endsWith('/refresh') ? new Promise<Response>((resolve) => (answer = resolve)) : undefined
    const reading = client.db.sql('select 1')
    await settled()
    other.auth.signOut()
    answer(Response.json(world.server.issue('u1')))
    await reading
    await settled()
    expect([auth.isAuthenticated(), other.auth.isAuthenticated(), world.stored()]).toEqual([false, false, null])
    expect(bearers(world).at(-1)).toBe('Bearer public-key')
  })
})

test('is over here whatever the server says of it', async () => {
  const { world, auth } = await annFor(0)
  world.script.answer = () => refuse(503, 'INTERNAL')
  auth.signOut()
  await settled()
  expect([auth.state().tokens, world.stored(), world.paths()]).toEqual([null, null, ['POST /api/auth/signout']])
})

test('where nothing can be stored, this tab alone is signed in', async () => {
  const world = createSigningIn()
  world.browser.world.storesNothing = true
  const { auth, client } = world.open({ mode: 'headless' })
  await auth.signInWithEmail('ann@example.com', 'secret')
  await world.pass(880_000)
  await client.db.sql('select 1')
  expect(bearers(world).at(-1)).toBe('Bearer u1-2')
  auth.signOut()
  expect(auth.state()).toMatchObject({ tokens: null, isAuthenticated: false })
})
