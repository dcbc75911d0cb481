import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { createApp } from '#worker/app.ts'
import { compose, type Overrides } from '#worker/compose.ts'
import type { Pictures } from '#worker/edge/pictures/pictures.ts'
import type { Env } from '#worker/env.ts'
import { listDocumentedCalls, findUndocumented } from './documented.ts'
import { testEnv } from './env.ts'

export const ORIGIN = 'https://cards.example'

/** Creates the whole Worker with an injected clock and other overrides. */
export function createTestApp(overrides: Overrides = {}, env: Env = testEnv()) {
  const deferred: Promise<unknown>[] = []
  // Keeps counts in memory until a test flushes them. Otherwise they would be written seconds after the test.
  const quiet = { defer: (work: Promise<unknown>) => void deferred.push(work) }
  const services = compose(env, { ...quiet, ...overrides })
  const app = createApp(services)
  const calls = listDocumentedCalls(app)

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const ctx = createExecutionContext()
    const response = await app.fetch(new Request(ORIGIN + path, init), env, ctx)
    await waitOnExecutionContext(ctx)
    await Promise.all(deferred.splice(0))
    const undocumented = await findUndocumented(calls, init.method ?? 'GET', path, response)
    if (undocumented !== null) throw new Error(undocumented)
    return response
  }
  return { services, calls, send, visitor: (headers: Record<string, string> = {}) => createTestVisitor(send, headers) }
}

/** Draws no images, for tests of other parts of a save. */
export const noPictures: Pictures = {
  get: () => Promise.reject(new Error('no pictures here')),
  prepare: () => Promise.resolve(),
}

export type TestApp = ReturnType<typeof createTestApp>

/** Creates a visitor that keeps its cookie like a browser. */
function createTestVisitor(
  sendAny: (path: string, init?: RequestInit) => Promise<Response>,
  own: Record<string, string>,
) {
  let cookie: string | null = null
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers({ ...own, ...Object.fromEntries(new Headers(init.headers)) })
    if (cookie !== null) headers.set('cookie', cookie)
    const response = await sendAny(path, { ...init, headers })
    const given = response.headers.getSetCookie().find((line) => line.startsWith('__Host-visitor='))
    cookie = given?.split(';')[0] ?? cookie
    return response
  }
  return {
    send,
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    form: (path: string, fields: Record<string, string | Blob>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return send(path, { method: 'POST', body: form })
    },
    /** Requests the front page. @returns the cookie that was set */
    arrive: async () => {
      await (await send('/api/config')).arrayBuffer()
      return cookie!
    },
    cookie: () => cookie,
  }
}

export type TestVisitor = ReturnType<typeof createTestVisitor>

export const getVisitorId = (cookie: string): string => cookie.split('=')[1]!.split('.')[0]!
