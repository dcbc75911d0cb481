import { beforeEach, describe, expect, it } from 'vitest'
import type { Env } from '#worker/env.ts'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const counts = { objects: 0 }

/** A namespace that counts how often it returns one of its objects. */
const counted = <T extends object>(namespace: T): T =>
  new Proxy(namespace, {
    get(target, key) {
      if (key === 'get') counts.objects++
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

const app = () => {
  const env = testEnv()
  return createTestApp({}, { ...env, JOBS: counted(env.JOBS), CHANNELS: counted(env.CHANNELS) } as Env)
}
const name = () => crypto.randomUUID().replaceAll('-', '')
const realtime = (path: string) => `/api/realtime/${PROJECT}/${path}`

beforeEach(async () => {
  await freshDatabase()
  counts.objects = 0
})

describe('made-up ids', () => {
  it.each(['', '/cancel', '/stats'])(
    'wakes no Durable Object for an unknown generation: /api/generations/{id}%s',
    async (run) => {
      const visitor = app().visitor()
      await visitor.arrive()
      for (let i = 0; i < 3; i++) {
        const method = run === '' ? 'GET' : 'POST'
        const response = await visitor.send(`/api/generations/${name()}${run}`, { method })
        expect(response.status).toBe(404)
      }
      expect(counts.objects).toBe(0)
    },
  )

  it.each(['adjusts', 'like'])(
    'wakes no Durable Object for an unknown generation in the form field %s',
    async (field) => {
      const visitor = app().visitor()
      await visitor.arrive()
      const form = new FormData()
      form.set(field, name())
      form.set('team', 'Chicago Bears')
      form.set('photo', new File(['not a photo'], 'a.jpg'))
      const response = await visitor.send('/api/generations', { method: 'POST', body: form })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(counts.objects).toBe(0)
    },
  )

  it.each([
    ['a free channel', () => `q${name()}`],
    ['a card', () => `card:${name()}`],
    ['a job', () => `job:${name()}`],
  ])('wakes no Durable Object for presence and messages of %s with a made-up id', async (_, channel) => {
    const site = app()
    const headers = as.public()
    const presence = await site.send(realtime(`presence?channel=${channel()}`), { headers })
    expect([presence.status, await presence.json()]).toMatchObject([200, { users: [], count: 0 }])
    const messages = await site.send(realtime(`messages?channel=${channel()}`), { headers })
    expect([messages.status, await messages.json()]).toMatchObject([200, { messages: [], count: 0, hasMore: false }])
    expect(counts.objects).toBe(0)
  })
})

describe('an existing channel', () => {
  it.each([
    ['a caller', as.public],
    ['the service', as.service],
  ])('returns presence and messages of a channel opened by %s from another isolate', async (_, by) => {
    const channel = `q${name()}`
    const response = await app().send(realtime('publish'), {
      method: 'POST',
      headers: { ...by(), 'content-type': 'application/json' },
      body: JSON.stringify({ channel, type: 'hello', data: 1 }),
    })
    expect(response.status).toBe(200)
    const messages = await app().send(realtime(`messages?channel=${channel}`), { headers: as.public() })
    expect(await messages.json()).toMatchObject({ count: 1 })
  })
})
