import { describe, expect, test } from 'vitest'
import { createScriptedPeer } from '../../support/scripted-page.ts'
import { settled } from '../../support/scripted-host.ts'
import { ANN, AUTH, BEN, BROUGHT, createSigningIn, SIGNED_OUT } from './signing-in.ts'

describe('in a frame', () => {
  const tokens = { access_token: 'u2-1', refresh_token: 'u2-r1', expires_in: 900, refresh_expires_in: 2_592_000 }
  const handOver = { type: 'BLINK_AUTH_TOKENS', projectId: 'p1', tokens }

  test.each([AUTH, 'http://localhost:3000', 'http://localhost:3001', 'http://127.0.0.1:8787', 'http://localhost'])(
    'tokens from a page of %s count, before the address’s and the stored ones, and are not stored',
    async (origin) => {
      const world = createSigningIn()
      world.store(world.server.issue('u1'))
      const parent = createScriptedPeer()
      const { auth } = world.open({}, BROUGHT, parent)
      expect(parent.heard).toEqual([{ message: { type: 'BLINK_REQUEST_AUTH_TOKENS', projectId: 'p1' }, origin: '*' }])
      await world.pass(99)
      expect(world.requests).toEqual([])
      parent.tell(handOver, origin)
      await settled()
      expect(auth.state()).toMatchObject({ user: BEN, isLoading: false })
      expect(world.stored()).toMatchObject({ access_token: 'u1-1' })
      parent.tell({ type: 'BLINK_AUTH_LOGOUT' }, origin)
      expect(auth.state()).toEqual(SIGNED_OUT)
    },
  )

  test.each([
    ['another site', 'https://evil.example', handOver],
    ['a site that is named like the host', `${AUTH}.evil.example`, handOver],
    ['a site that is named like a developer’s machine', 'http://localhost.evil.example', handOver],
    ['a page without an origin', 'null', handOver],
    ['the host over plain HTTP', AUTH.replace('https', 'http'), handOver],
    ['the host, about another project', AUTH, { ...handOver, projectId: 'p2' }],
    ['the host, in another shape', AUTH, { ...handOver, tokens: { access_token: 7 } }],
    ['the host, about something else', AUTH, 'hello'],
    ['the host, too late', AUTH, null],
  ])('tokens from %s do not count: after 100 ms what is stored does', async (_, origin, message) => {
    const world = createSigningIn()
    world.store(world.server.issue('u1'))
    const parent = createScriptedPeer()
    const { auth } = world.open({}, undefined, parent)
    if (message !== null) parent.tell(message, origin)
    await world.pass(100)
    expect(auth.state()).toMatchObject({ user: ANN, isLoading: false })
  })

  test('whose tokens run out the parent is asked for new ones, and refreshed with them only when it has none', async () => {
    const world = createSigningIn()
    world.server.issue('u2')
    const parent = createScriptedPeer()
    const { client } = world.open({}, undefined, parent)
    parent.tell(handOver, AUTH)
    await settled()
    await world.pass(880_000)
    const reading = client.db.sql('select 1')
    await settled()
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
