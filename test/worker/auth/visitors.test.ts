import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { sign } from '#worker/http/signature.ts'
import {
  getSiteNetwork,
  giveVisitorCookie,
  readOnBehalf,
  readVisitor,
  type Secrets,
  toVisitorHeader,
  type Visitor,
} from '#worker/http/visitor.ts'
import {
  NOW,
  SERVICE,
  OLD_SERVICE,
  VISITORS,
  OLD_VISITORS,
  ID,
  runInWorker,
  getCookie,
  timestampBefore,
} from './callers.ts'

describe('the cookie of a visitor', () => {
  const getVisitor = (headers: Record<string, string>, secrets: Secrets = [VISITORS, OLD_VISITORS]) =>
    runInWorker(headers, (c) => readVisitor(c, secrets, NOW)) as Promise<Visitor>

  test('recognizes a visitor by cookie, flags new visitors, and re-signs the cookie after the secret was rotated', async () => {
    const address = await sign(VISITORS, 'address:127.0.0.1')
    const old = timestampBefore(120_000)
    const site = await sign(VISITORS, 'site:127.0.0.1')
    expect(await getVisitor(await getCookie(`visitor:${ID}:${old}`))).toEqual({
      kind: 'visitor',
      id: ID,
      address,
      site,
    })
    const fresh = timestampBefore(119_000)
    expect(await getVisitor(await getCookie(`visitor:${ID}:${fresh}`))).toEqual({
      kind: 'visitor',
      id: ID,
      address,
      site,
      isNew: true,
    })
    const known = { kind: 'visitor', id: ID, address, site, isKnown: true }
    const dayOld = (ago: number) => getCookie(`visitor:${ID}:${timestampBefore(86_400_000 + ago)}`)
    expect(await getVisitor(await dayOld(1000))).toEqual(known)
    for (const younger of [0, -1000])
      expect(await getVisitor(await dayOld(younger))).toEqual({ kind: 'visitor', id: ID, address, site })
    expect(await getVisitor(await getCookie(`visitor:${ID}`))).toEqual(known)
    expect(await getVisitor(await getCookie(`visitor:${ID}:${old}`, OLD_VISITORS))).toMatchObject({
      reissueFrom: old,
    })
    expect(await getVisitor(await getCookie(`visitor:${ID}`, OLD_VISITORS))).toMatchObject({ reissueFrom: '0' })
  })

  test('ignores a forged visitor cookie and falls back to network and browser family', async () => {
    const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140' }
    const nameless = (await getVisitor(browser)) as Visitor
    expect(nameless).toMatchObject({ kind: 'address' })
    expect(nameless.id).toBe(`address-${(await sign(VISITORS, `${nameless.address}:Firefox`)).slice(0, 32)}`)
    const good = (await getCookie(`visitor:${ID}:${timestampBefore(0)}`)).cookie
    for (const cookie of [
      good.replace(ID, 'b'.repeat(32)),
      good.replace(`.${timestampBefore(0)}.`, `.${timestampBefore(10_000_000)}.`),
      good.slice(0, -2),
      '__Host-visitor=',
      '__Host-visitor=..',
      `__Host-visitor=${ID}`,
      good.replace('__Host-visitor', 'visitor'),
      (await getCookie(`visitor:${ID}:1:2`)).cookie,
      (await getCookie(`visitor:${'A'.repeat(32)}:1`)).cookie,
      (await getCookie(`visitor:${ID}a:1`)).cookie,
      (await getCookie(`visitor:${ID}:1`, 'another secret')).cookie,
    ])
      expect(await getVisitor({ ...browser, cookie })).toEqual(nameless)
    const elsewhere = (await getVisitor({ ...browser, 'cf-connecting-ip': '203.0.113.9' })) as Visitor
    expect(elsewhere.address).not.toBe(nameless.address)
    expect(elsewhere.id).not.toBe(nameless.id)
    expect(((await getVisitor({ 'user-agent': 'curl' })) as Visitor).id).not.toBe(nameless.id)
  })

  test('identifies a household by its network, without reading the cookie', async () => {
    const of = (ip: string) => runInWorker({ 'cf-connecting-ip': ip }, (c) => getSiteNetwork(c, VISITORS))
    expect(await of('2001:db8:1:2::1')).toBe(await of('2001:db8:1:ffff::9'))
    expect(await of('2001:db8:1:2::1')).not.toBe(await of('2001:db8:2:2::1'))
    expect(await of('2001:db8:1:2::1')).toBe(await sign(VISITORS, 'site:2001:db8:1'))
  })

  test('sets the visitor cookie for a year, host-only, SameSite and HttpOnly', async () => {
    const give = (secure: boolean) => {
      const app = new Hono().get('*', async (c) => c.json(await giveVisitorCookie(c, VISITORS, 'n', NOW)))
      return app.request(`${secure ? 'https' : 'http'}://cards.example/`)
    }
    for (const secure of [true, false]) {
      const response = await give(secure)
      const visitor = await response.json<Visitor>()
      expect(visitor).toEqual({
        kind: 'visitor',
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        address: 'n',
        isNew: true,
      })
      const time = Math.floor(NOW / 1000).toString(36)
      const value = `${visitor.id}.${time}.${await sign(VISITORS, `visitor:${visitor.id}:${time}`)}`
      expect(response.headers.get('set-cookie')).toBe(
        secure
          ? `__Host-visitor=${value}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`
          : `visitor=${value}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
      )
    }
  })

  test('identifies callers correctly beyond the size of the name cache', async () => {
    const before = (await getVisitor({})) as Visitor
    for (let n = 0; n < 600; n++) await getVisitor({ 'cf-connecting-ip': `10.0.${n >> 8}.${n & 255}` })
    expect(await getVisitor({})).toEqual(before)
  })
})

describe('the on-behalf-of header', () => {
  const read = (headers: Record<string, string>, keys = [SERVICE, OLD_SERVICE]) =>
    readOnBehalf(new Headers(headers), keys)

  test.each<[string, Visitor]>([
    ['a visitor', { kind: 'visitor', id: ID, address: 'n' }],
    ['a new visitor', { kind: 'visitor', id: ID, address: 'n', isNew: true }],
    ['a known visitor and its larger network', { kind: 'visitor', id: ID, address: 'n', site: 's', isKnown: true }],
    ['a network', { kind: 'address', id: 'address-1', address: 'n' }],
  ])('passes on %s, signed with the current or previous service key', async (_, visitor) => {
    for (const key of [SERVICE, OLD_SERVICE]) expect(await read(await toVisitorHeader(visitor, key))).toEqual(visitor)
    expect(await read(await toVisitorHeader(visitor, 'another key'))).toBeNull()
  })

  test('writes an on-behalf-of header that every version of the Worker can read', async () => {
    const visitor: Visitor = { kind: 'visitor', id: ID, address: 'n', site: 's' }
    for (const [flags, kind] of [
      [{}, 'visitor'],
      [{ isNew: true }, 'new'],
      [{ isKnown: true }, 'known'],
    ] as const) {
      const claim = `${kind}.${ID}.n.s`
      expect(await toVisitorHeader({ ...visitor, ...flags }, SERVICE)).toEqual({
        'x-on-behalf-of': `${claim}.${await sign(SERVICE, `behalf:${claim}`)}`,
      })
    }
  })

  test('rejects an on-behalf-of header with any part changed', async () => {
    const claims = (await toVisitorHeader({ kind: 'address', id: ID, address: 'n' }, SERVICE))['x-on-behalf-of']!
    for (const [from, to] of [
      ['address.', 'visitor.'],
      ['address.', 'new.'],
      ['address.', 'admin.'],
      [ID, 'b'.repeat(32)],
      ['.n.', '.m.'],
    ] as const)
      expect(await read({ 'x-on-behalf-of': claims.replace(from, to) })).toBeNull()
    expect(await read({})).toBeNull()
    expect(await read({ 'x-on-behalf-of': `admin.${ID}.n.${await sign(SERVICE, `behalf:admin.${ID}.n`)}` })).toBeNull()
  })
})
