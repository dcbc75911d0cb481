import { beforeEach, describe, expect, it } from 'vitest'
import type { Env } from '#worker/env.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { takeConsole } from '../../support/quiet.ts'

const send = (app: TestApp, file: string | Uint8Array<ArrayBuffer>, ip = '192.0.2.1') =>
  upload(app, { file: new Blob([file]), path: 'player-photos/1.jpg', headers: { 'cf-connecting-ip': ip } })

const used = async () =>
  (
    await testEnv()
      .DB.prepare(`select sum(used) as n from window_counters where key glob 'uploads:*'`)
      .first<{ n: number }>()
  )?.n ?? 0

beforeEach(freshDatabase)

describe('photo uploads', () => {
  it('charges an upload even when its photo is unusable', async () => {
    const app = createTestApp()
    for (let i = 1; i <= 3; i++) {
      expect((await send(app, 'not a photo')).status).toBe(415)
      expect(await used()).toBe(i)
    }
    await testEnv().DB.exec(`update window_counters set used = 30 where key glob 'uploads:*'`)
    expect((await send(app, 'not a photo')).status).toBe(429)
    expect((await send(app, 'not a photo', '192.0.2.2')).status).toBe(415)
  })

  it('charges no upload when the storage fails', async () => {
    const env = testEnv()
    const FILES = new Proxy(env.FILES, {
      get(target, key) {
        if (key === 'put') return () => Promise.reject(new Error('put: We encountered an internal error. (10001)'))
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    const app = createTestApp({}, { ...env, FILES } as Env)
    expect((await send(app, portraitBytes())).status).toBeGreaterThanOrEqual(500)
    takeConsole()
    expect(await used()).toBe(0)
  })
})
