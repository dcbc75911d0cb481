import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { CEILINGS, type Ceiling, createCeilings, NETWORK_PART, STRANGERS_PART } from '#worker/limits/ceilings.ts'
import { createTokenBuckets } from '#worker/limits/token-bucket.ts'
import { type AuthApp, createAuthApp, NOW, PASSWORD, PROJECT } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { countOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole, takeReachedCeilings } from '../../support/quiet.ts'
import { createDrivenApp } from '../../worker/edge/driven.ts'
import { sendForm } from '../../worker/edge/generating.ts'

const DAY_MS = 86_400_000
const KINDS = Object.keys(CEILINGS) as Ceiling[]
const json = { 'content-type': 'application/json' }

beforeEach(freshDatabase)

/** The number of tokens taken from a bucket. */
async function taken(key: string, now: number, perDay: number): Promise<number> {
  const row = await testEnv()
    .DB.prepare('select full_at from token_buckets where key = ?1')
    .bind(key)
    .first<number>('full_at')
  return row === null ? 0 : Math.round(Math.max(0, row - now) / Math.ceil(DAY_MS / perDay))
}

function createPlaces() {
  const time = { now: NOW }
  const buckets = createTokenBuckets({ db: testEnv().DB, clock: () => time.now, factor: 1 })
  return { time, buckets, ceilings: createCeilings({ buckets }) }
}

const done = async () => {}
const caller = (site: string, isKnown = true) => ({ address: site, site, isKnown })
const refusal = { code: 'RATE_LIMITED' }

describe('a ceiling of everybody', () => {
  it.each(KINDS)('gives one /48 at most 2 %% of all %s', async (kind) => {
    const { ceilings } = createPlaces()
    const part = CEILINGS[kind] * NETWORK_PART
    for (let n = 0; n < part; n++) await ceilings.hold(kind, caller('a'), done)
    await expect(ceilings.hold(kind, caller('a'), done)).rejects.toMatchObject(refusal)
    expect(takeReachedCeilings()).toEqual([])
    await ceilings.hold(kind, caller('b'), done)
  })

  it('keeps half for visitors known for longer than a day', async () => {
    const { ceilings } = createPlaces()
    const half = CEILINGS.siteMail * STRANGERS_PART
    for (let n = 0; n < half; n++) await ceilings.hold('siteMail', caller(`n${n}`, false), done)
    await expect(ceilings.hold('siteMail', caller('x', false), done)).rejects.toMatchObject(refusal)
    expect(takeReachedCeilings()).toEqual([`siteMail ${half}`])
    for (let n = 0; n < half; n++) await ceilings.hold('siteMail', caller(`k${n}`), done)
    await expect(ceilings.hold('siteMail', caller('y'), done)).rejects.toMatchObject(refusal)
    expect(takeReachedCeilings()).toEqual([`siteMail ${CEILINGS.siteMail}`])
  })

  it('has its place back after a refusal, and the network only after a fault of ours', async () => {
    const { ceilings } = createPlaces()
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

describe('what is refused takes nothing from everybody', () => {
  const send = (app: AuthApp, path: string, body: unknown, headers: object = {}) =>
    app.send(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

  it('a file that is no photo', async () => {
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

  it('a form that is sent twice', async () => {
    const driven = createDrivenApp()
    const ann = await driven.visitor()
    const id = 'a'.repeat(32)
    const answers = await Promise.all([sendForm(ann, { id }), sendForm(ann, { id }), sendForm(ann, { id })])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(await taken('generation:all', driven.time.now, CEILINGS.generation)).toBe(1)
    await driven.finish(ann, id)
  })

  it('reports of cards that do not exist', async () => {
    const app = createAuthApp()
    for (let n = 0; n < 5; n++)
      expect((await send(app, `/api/cards/no${n}/reports`, { reason: 'hate' })).status).toBe(404)
    expect(await taken('report:all', NOW, CEILINGS.report)).toBe(0)
  })

  it('sign-ups for addresses that have an account', async () => {
    const app = createAuthApp()
    await app.signUp('ann@example.com')
    for (let n = 0; n < 3; n++)
      expect(
        (await app.post('/signup', { email: 'ann@example.com', password: PASSWORD }, { ip: '192.0.2.9' })).status,
      ).toBe(409)
    expect(await taken('signUp:all', NOW, CEILINGS.signUp)).toBe(1)
  })

  it('links to choose a password for addresses without an account', async () => {
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

  it('contact messages beyond what their network may send', async () => {
    const app = createAuthApp()
    const write = (n: number) =>
      send(
        app,
        '/functions/v1/contact-submit',
        { name: 'Ann', email: 'ann@example.com', message: `Hello ${n}`, website: '' },
        { ...as.public(), 'cf-connecting-ip': `2001:db8:1:${n.toString(16)}00::1` },
      )
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await write(n)).status)
    const part = CEILINGS.contact * NETWORK_PART
    expect(statuses.filter((status) => status === 200)).toHaveLength(part)
    expect(await countOf('contact_submissions')).toBe(part)
    expect(await taken('contact:all', NOW, CEILINGS.contact)).toBe(part)
  })
})

describe('one IPv6 /48', () => {
  const address = (n: number) => ({ 'cf-connecting-ip': `2001:db8:7:${n.toString(16)}00::1` })

  it('signs in only four times as often as one of its networks', async () => {
    const app = createAuthApp()
    const signIn = (n: number) =>
      app.post('/signin/email', { email: `p${n}@example.com`, password: 'wrong' }, { headers: address(n % 256) })
    const statuses = []
    for (let n = 0; n < 260; n++) statuses.push((await signIn(n)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(240)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('casts at most 2 % of everybody’s votes of a day', async () => {
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
