import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { CEILINGS, type Ceiling, Ceilings, NETWORK_PART, STRANGERS_PART } from '#worker/limits/ceilings.ts'
import { TokenBuckets } from '#worker/limits/token-bucket.ts'
import { type AuthApp, createAuthApp, NOW, PASSWORD, PROJECT } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { countRows, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole, takeReachedCeilings } from '../../support/quiet.ts'
import { createDrivenApp } from '../../worker/edge/driven.ts'
import { sendForm } from '../../worker/edge/generating.ts'

const DAY_MS = 86_400_000
const KINDS = Object.keys(CEILINGS) as Ceiling[]
const json = { 'content-type': 'application/json' }

beforeEach(freshDatabase)

/** Returns the number of tokens taken from a bucket. */
async function taken(key: string, now: number, perDay: number): Promise<number> {
  const row = await testEnv()
    .DB.prepare('select full_at from token_buckets where key = ?1')
    .bind(key)
    .first<number>('full_at')
  return row === null ? 0 : Math.round(Math.max(0, row - now) / Math.ceil(DAY_MS / perDay))
}

function createTestCeilings() {
  const time = { now: NOW }
  const buckets = new TokenBuckets({ db: testEnv().DB, clock: () => time.now, factor: 1 })
  return { time, buckets, ceilings: new Ceilings({ buckets }) }
}

const done = async () => {}
const caller = (site: string, isKnown = true) => ({ address: site, site, isKnown })
const refusal = { code: 'RATE_LIMITED' }

describe('site-wide ceilings', () => {
  it.each(KINDS)('limits one IPv6 /48 to a fiftieth of all %s', async (kind) => {
    const { ceilings } = createTestCeilings()
    const part = CEILINGS[kind] * NETWORK_PART
    for (let n = 0; n < part; n++) await ceilings.hold(kind, caller('a'), done)
    await expect(ceilings.hold(kind, caller('a'), done)).rejects.toMatchObject(refusal)
    expect(takeReachedCeilings()).toEqual([])
    await ceilings.hold(kind, caller('b'), done)
  })

  it('reserves half of a ceiling for visitors known for more than a day', async () => {
    const { ceilings } = createTestCeilings()
    const half = CEILINGS.siteMail * STRANGERS_PART
    for (let n = 0; n < half; n++) await ceilings.hold('siteMail', caller(`n${n}`, false), done)
    await expect(ceilings.hold('siteMail', caller('x', false), done)).rejects.toMatchObject(refusal)
    expect(takeReachedCeilings()).toEqual([`siteMail ${half}`])
    for (let n = 0; n < half; n++) await ceilings.hold('siteMail', caller(`k${n}`), done)
    await expect(ceilings.hold('siteMail', caller('y'), done)).rejects.toMatchObject(refusal)
    expect(takeReachedCeilings()).toEqual([`siteMail ${CEILINGS.siteMail}`])
  })

  it('refunds a ceiling after a refusal, but the network only after our own failure', async () => {
    const { ceilings } = createTestCeilings()
    const fails = (error: unknown) => () => Promise.reject(error)
    const counts = () =>
      Promise.all([
        taken('contact:all', NOW, CEILINGS.contact),
        taken('contact:strangers', NOW, CEILINGS.contact * STRANGERS_PART),
        taken('contact:site:a', NOW, CEILINGS.contact * NETWORK_PART),
      ])
    const hold = (work: () => Promise<unknown>) => ceilings.hold('contact', caller('a', false), work)
    for (const code of ['VALIDATION_ERROR', 'FORBIDDEN', 'RATE_LIMITED', 'FILE_TOO_LARGE'] as const)
      await expect(hold(fails(new AppError(code)))).rejects.toMatchObject({ code })
    expect(await counts()).toEqual([0, 0, 4])
    for (const error of [new AppError('INTERNAL'), new AppError('NETWORK_ERROR'), new Error('lost')])
      await expect(hold(fails(error))).rejects.toBe(error)
    expect(await counts()).toEqual([0, 0, 4])
    await hold(done)
    expect(await counts()).toEqual([1, 1, 5])
  })
})

describe('refusals and the ceilings', () => {
  const send = (app: AuthApp, path: string, body: unknown, headers: object = {}) =>
    app.send(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

  it('charges no ceiling for a file that is not a photo', async () => {
    const driven = createDrivenApp()
    const ann = await driven.visitor()
    const { now } = driven.time
    for (let n = 0; n < 5; n++)
      expect(
        await sendForm(
          ann,
          {},
          Uint8Array.from('not a photo', (letter) => letter.charCodeAt(0)),
        ),
      ).toMatchObject({ status: 415 })
    expect(await taken('generation:all', now, CEILINGS.generation)).toBe(0)
    expect((await driven.run(ann)).state).toBe('ready')
    expect(await taken('generation:all', now, CEILINGS.generation)).toBe(1)
  })

  it('charges no ceiling for a resent form', async () => {
    const driven = createDrivenApp()
    const ann = await driven.visitor()
    const id = 'a'.repeat(32)
    const responses = await Promise.all([sendForm(ann, { id }), sendForm(ann, { id }), sendForm(ann, { id })])
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(await taken('generation:all', driven.time.now, CEILINGS.generation)).toBe(1)
    await driven.finish(ann, id)
  })

  it('charges no ceiling for reports of missing cards', async () => {
    const app = createAuthApp()
    for (let n = 0; n < 5; n++)
      expect((await send(app, `/api/cards/no${n}/reports`, { reason: 'hate' })).status).toBe(404)
    expect(await taken('report:all', NOW, CEILINGS.report)).toBe(0)
  })

  it('charges no ceiling for sign-ups with an existing email address', async () => {
    const app = createAuthApp()
    await app.signUp('ann@example.com')
    for (let n = 0; n < 3; n++)
      expect(
        (await app.post('/signup', { email: 'ann@example.com', password: PASSWORD }, { ip: '192.0.2.9' })).status,
      ).toBe(409)
    expect(await taken('signUp:all', NOW, CEILINGS.signUp)).toBe(1)
  })

  it('charges no ceiling for password links to unknown email addresses', async () => {
    const app = createAuthApp()
    expect((await send(app, '/api/auth/password/reset', { projectId: PROJECT, email: 'no@example.com' })).status).toBe(
      200,
    )
    await vi.waitFor(async () => expect(await taken('signInMail:all', NOW, CEILINGS.signInMail)).toBe(0))
    expect((await send(app, '/api/auth/signin/magic', { projectId: PROJECT, email: 'no@example.com' })).status).toBe(
      200,
    )
    expect(await taken('signInMail:all', NOW, CEILINGS.signInMail)).toBe(1)
  })

  it('charges no ceiling for contact messages beyond their network’s limit', async () => {
    const app = createAuthApp()
    const write = (n: number) =>
      send(
        app,
        '/functions/v1/contact-submit',
        { name: 'Ann', email: 'ann@example.com', message: `Hello ${n}`, website: '' },
        { ...as.public(), 'cf-connecting-ip': `2001:db8:1:${n.toString(16)}00::1` },
      )
    const statuses: number[] = []
    const part = CEILINGS.contact * NETWORK_PART
    for (let n = 0; n < part + 2; n++) statuses.push((await write(n)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(part)
    expect(await countRows('contact_submissions')).toBe(part)
    expect(await taken('contact:all', NOW, CEILINGS.contact)).toBe(part)
  })
})

describe('one IPv6 /48', () => {
  const address = (n: number) => ({ 'cf-connecting-ip': `2001:db8:7:${n.toString(16)}00::1` })

  it('limits sign-ins of an IPv6 /48 to four times those of one of its networks', async () => {
    const app = createAuthApp()
    const signIn = async (n: number) => {
      const options = { headers: address(n) }
      return (await app.post('/signin/email', { email: `p${n}@example.com`, password: 'wrong' }, options)).status
    }
    const getFullAt = async (key: string) =>
      (await testEnv()
        .DB.prepare('select full_at from token_buckets where key glob ?')
        .bind(key)
        .first<number>('full_at'))! - NOW
    expect(await signIn(0)).toBe(401)
    const [ofNetwork, ofAll] = [await getFullAt('signIn:network:*'), await getFullAt('signIn:networks:*')]
    expect(ofNetwork).toBe(4 * ofAll)
    // Like 60 networks with four sign-ins each, less one.
    await testEnv()
      .DB.prepare(`update token_buckets set full_at = ? where key glob 'signIn:networks:*'`)
      .bind(NOW + 239 * ofAll)
      .run()
    expect([await signIn(1), await signIn(2), await signIn(3)]).toEqual([401, 429, 429])
  })

  it('limits votes of an IPv6 /48 to 2 % of the site’s daily votes', async () => {
    const app = createAuthApp({ DAILY_VOTE_CEILING: '500' })
    await seedCard({ id: 'c1' })
    const vote = (headers: Record<string, string>) =>
      app.send('/api/cards/c1/votes', { method: 'POST', headers: { ...json, ...headers }, body: '{"votes":1}' })
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await vote(address(n))).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    expect((await vote({ 'cf-connecting-ip': '198.51.100.1' })).status).toBe(200)
    expect(takeConsole()).toEqual([])
  })
})
