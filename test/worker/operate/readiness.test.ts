import { beforeEach, describe, expect, test } from 'vitest'
import worker from '#worker/index.ts'
import { ReadinessService } from '#worker/edge/operate/readiness.ts'
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
  test('returns 200 from /health while the Worker runs, without touching its dependencies', async () => {
    const response = await createTestApp({}, { ...testEnv(), DB: brokenDb }).send('/health')
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('returns 503 from /health when the settings are invalid', async () => {
    const env = { ...testEnv(), SERVICE_KEY: 'short' }
    const response = await worker.fetch!(
      new Request(`${ORIGIN}/health`) as Request<unknown, IncomingRequestCfProperties>,
      env,
      createExecutionContext(),
    )
    expect(response.status).toBe(503)
    expect(takeConsole().join('')).toContain('SERVICE_KEY')
  })
})

describe('/ready', () => {
  test('checks every dependency for /ready, and returns their times only to the service key', async () => {
    const { send } = createTestApp()
    const open = await send('/ready')
    expect([open.status, await open.json()]).toEqual([200, { ok: true }])
    const response = await send('/ready', { headers: as.service() })
    const { ok, parts, tasks } = await response.json<{
      ok: boolean
      parts: Record<string, unknown>
      tasks: unknown[]
    }>()
    expect(tasks).toEqual([])
    expect([response.status, ok, Object.keys(parts)]).toEqual([200, true, PARTS])
    for (const part of PARTS) expect(parts[part]).toEqual({ ok: true, ms: expect.any(Number) })
  })

  test.each([
    ['database', { DB: brokenDb }],
    ['files', { FILES: { head: broken } as unknown as R2Bucket }],
    ['gate', { GATE: { get: broken } as unknown as KVNamespace }],
    ['objects', { CHANNELS: { idFromName: broken } as unknown as DurableObjectNamespace }],
  ])('returns 503 from /ready without the %s, and names it without its URL', async (part, env) => {
    const { send } = createTestApp({}, { ...testEnv(), ...env })
    const open = await send('/ready')
    expect([open.status, await open.json()]).toEqual([503, { ok: false }])
    const response = await send('/ready', { headers: as.service() })
    const { parts } = await response.json<{ parts: Record<string, { ok: boolean }> }>()
    expect(parts[part]).toEqual({ ok: false, ms: expect.any(Number), error: 'Error: [address] is down' })
    for (const other of PARTS.filter((name) => name !== part)) expect(parts[other]).toMatchObject({ ok: true })
  })

  test('checks the dependencies once in five seconds for callers without a key', async () => {
    const time = { now: 0, questions: 0 }
    const readiness = new ReadinessService({
      parts: { one: () => Promise.resolve(time.questions++) },
      clock: () => time.now,
    })
    await Promise.all(Array.from({ length: 20 }, () => readiness.recent()))
    time.now = 4_999
    await readiness.recent()
    expect(time.questions).toBe(1)
    time.now = 5_000
    await readiness.recent()
    expect(time.questions).toBe(2)
    await readiness.ask()
    expect(time.questions).toBe(3)
  })

  test('times out a dependency that never responds', async () => {
    const readiness = new ReadinessService({
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
