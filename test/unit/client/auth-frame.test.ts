import { describe, expect, test } from 'vitest'
import { createScriptedPeer } from '../../support/scripted-page.ts'
import { flushPromises } from '../../support/scripted-host.ts'
import { ANN, AUTH, BEN, URL_WITH_TOKENS, createSignInBrowser, SIGNED_OUT } from './signing-in.ts'

describe('sign-in in a frame', () => {
  const tokens = { access_token: 'u2-1', refresh_token: 'u2-r1', expires_in: 900, refresh_expires_in: 2_592_000 }
  const handOver = { type: 'BLINK_AUTH_TOKENS', projectId: 'p1', tokens }

  test.each([AUTH, 'http://localhost:3000', 'http://localhost:3001', 'http://127.0.0.1:8787', 'http://localhost'])(
    'prefers a frame’s tokens from a parent at %s to those in the URL and the storage, and does not store them',
    async (origin) => {
      const world = createSignInBrowser()
      world.store(world.server.issue('u1'))
      const parent = createScriptedPeer()
      const { auth } = world.open({}, URL_WITH_TOKENS, parent)
      expect(parent.heard).toEqual([{ message: { type: 'BLINK_REQUEST_AUTH_TOKENS', projectId: 'p1' }, origin: '*' }])
      await world.pass(99)
      expect(world.requests).toEqual([])
      parent.tell(handOver, origin)
      await flushPromises()
      expect(auth.state()).toMatchObject({ user: BEN, isLoading: false })
      expect(world.stored()).toMatchObject({ access_token: 'u1-1' })
      parent.tell({ type: 'BLINK_AUTH_LOGOUT' }, origin)
      expect(auth.state()).toEqual(SIGNED_OUT)
    },
  )

  test.each([
    ['another site', 'https://evil.example', handOver],
    ['a site whose name starts like the host', `${AUTH}.evil.example`, handOver],
    ['a site whose name starts like localhost', 'http://localhost.evil.example', handOver],
    ['a page without an origin', 'null', handOver],
    ['the host over plain HTTP', AUTH.replace('https', 'http'), handOver],
    ['the host, about another project', AUTH, { ...handOver, projectId: 'p2' }],
    ['the host, in the wrong shape', AUTH, { ...handOver, tokens: { access_token: 7 } }],
    ['the host, in another message', AUTH, 'hello'],
    ['the host, too late', AUTH, null],
  ])('ignores a frame’s tokens from %s, and uses the stored ones after 100 ms', async (_, origin, message) => {
    const world = createSignInBrowser()
    world.store(world.server.issue('u1'))
    const parent = createScriptedPeer()
    const { auth } = world.open({}, undefined, parent)
    if (message !== null) parent.tell(message, origin)
    await world.pass(100)
    expect(auth.state()).toMatchObject({ user: ANN, isLoading: false })
  })

  test('requests new tokens from a frame’s parent, and refreshes itself only when the parent has none', async () => {
    const world = createSignInBrowser()
    world.server.issue('u2')
    const parent = createScriptedPeer()
    const { client } = world.open({}, undefined, parent)
    parent.tell(handOver, AUTH)
    await flushPromises()
    await world.pass(880_000)
    const reading = client.db.sql('select 1')
    await flushPromises()
    parent.tell({ ...handOver, tokens: { ...tokens, access_token: 'u2-9' } }, AUTH)
    await reading
    expect(world.requests.at(-1)!.headers['authorization']).toBe('Bearer u2-9')
    expect(world.paths()).not.toContain('POST /api/auth/refresh')

    await world.pass(880_000)
    const again = client.db.sql('select 1')
    await world.pass(100)
    await again
    expect(world.paths()).toContain('POST /api/auth/refresh')
    expect([world.requests.at(-1)!.headers['authorization'], world.stored()]).toEqual(['Bearer u2-2', null])
  })
})
