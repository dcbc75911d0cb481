import { beforeEach, describe, expect, test } from 'vitest'
import worker from '#worker/index.ts'
import { createReadiness } from '#worker/edge/operate/readiness.ts'
import { createExecutionContext } from 'cloudflare:test'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const PARTS = ['database', 'files', 'gate', 'objects']
const broken = (): never => {
  throw new Error('https://inside.example is down')
}
const brokenDb = { prepare: broken } as unknown as D1Database

describe('/health', () => {
  test('says that the Worker runs, and asks nothing of any part', async () => {
    const answer = await createTestApp({}, { ...testEnv(), DB: brokenDb }).send('/health')
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('is 503 when the settings cannot be read', async () => {
    const env = { ...testEnv(), SERVICE_KEY: 'short' }
    const answer = await worker.fetch!(
      new Request(`${ORIGIN}/health`) as Request<unknown, IncomingRequestCfProperties>,
      env,
      createExecutionContext(),
    )
    expect(answer.status).toBe(503)
    expect(takeConsole().join('')).toContain('SERVICE_KEY')
  })
})

describe('/ready', () => {
  test('asks every part, and shows them with their times to the service key alone', async () => {
    const { send } = createTestApp()
    const open = await send('/ready')
    expect([open.status, await open.json()]).toEqual([200, { ok: true }])
    const told = await send('/ready', { headers: as.service() })
    const { ok, parts, tasks } = await told.json<{ ok: boolean; parts: Record<string, unknown>; tasks: unknown[] }>()
    expect(tasks).toEqual([])
    expect([told.status, ok, Object.keys(parts)]).toEqual([200, true, PARTS])
    for (const part of PARTS) expect(parts[part]).toEqual({ ok: true, ms: expect.any(Number) })
  })

  test.each([
    ['database', { DB: brokenDb }],
    ['files', { FILES: { head: broken } as unknown as R2Bucket }],
    ['gate', { GATE: { get: broken } as unknown as KVNamespace }],
    ['objects', { CHANNELS: { idFromName: broken } as unknown as DurableObjectNamespace }],
  ])('is 503 without the %s, and names it without its address', async (part, env) => {
    const { send } = createTestApp({}, { ...testEnv(), ...env })
    const open = await send('/ready')
    expect([open.status, await open.json()]).toEqual([503, { ok: false }])
    const told = await send('/ready', { headers: as.service() })
    const { parts } = await told.json<{ parts: Record<string, { ok: boolean }> }>()
    expect(parts[part]).toEqual({ ok: false, ms: expect.any(Number), error: 'Error: [address] is down' })
    for (const other of PARTS.filter((name) => name !== part)) expect(parts[other]).toMatchObject({ ok: true })
  })

  test('asks the parts once in five seconds, however many callers without a key there are', async () => {
    const time = { now: 0, asked: 0 }
    const readiness = createReadiness({
      parts: { one: () => Promise.resolve(time.asked++) },
      clock: () => time.now,
    })
    await Promise.all(Array.from({ length: 20 }, () => readiness.recent()))
    time.now = 4_999
    await readiness.recent()
    expect(time.asked).toBe(1)
    time.now = 5_000
    await readiness.recent()
    expect(time.asked).toBe(2)
    await readiness.ask()
    expect(time.asked).toBe(3)
  })

  test('gives up a part that never answers', async () => {
    const readiness = createReadiness({
      parts: { silent: () => new Promise(() => {}) },
      clock: Date.now,
      timeoutMs: 5,
    })
    expect(await readiness.ask()).toMatchObject({
      ok: false,
      parts: { silent: { error: 'Error: no answer within 5 ms' } },
    })
  })
})
