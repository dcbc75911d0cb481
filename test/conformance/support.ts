import { PostgrestClient } from '@supabase/postgrest-js'
import { inject } from 'vitest'
import { type Client, createClient } from '#shared/client/index.ts'
import { readConfig } from '#worker/config.ts'
import { onBehalfOf } from '#worker/http/visitor.ts'
import { createTestApp, ORIGIN, type TestApp } from '../support/app.ts'
import { freshDatabase, testEnv } from '../support/env.ts'

export const PUBLIC_KEY = readConfig(testEnv()).publicKey
export const SERVICE_KEY = readConfig(testEnv()).serviceKey
export const MAKER = 'a'.repeat(32)

/** Requests as a client on the other side of the network would send them. */
export const fetchOf =
  ({ send }: TestApp) =>
  (url: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
    send(String(url).slice(ORIGIN.length), init)

/** The public client, unmodified, in front of the whole Worker. */
export function postgrest(app: TestApp, key: string, headers: Record<string, string> = {}) {
  return new PostgrestClient(`${ORIGIN}/rest/v1`, {
    headers: { apikey: key, authorization: `Bearer ${key}`, ...headers },
    fetch: fetchOf(app) as typeof fetch,
  })
}

export type Postgrest = ReturnType<typeof postgrest>

/** The public client as one visitor's browser has it. */
export const visitorsPostgrest = async (app: TestApp, id = MAKER) =>
  postgrest(app, PUBLIC_KEY, await onBehalfOf({ kind: 'visitor', id, address: 'somewhere' }, SERVICE_KEY))

export type Send = (url: string, init?: RequestInit) => Promise<Response>

/** A client, and how anybody else reaches what it reaches. */
export type Served = { client: Client; send: Send; origin: string }

/** Each way a client can reach the same backend. */
export const TRANSPORTS: readonly (readonly [name: string, connect: (key: string) => Promise<Served>])[] = [
  [
    'in process',
    async (key) => {
      const send: Send = fetchOf(createTestApp())
      const client = createClient({ projectId: 'fantasy-cards', coreUrl: ORIGIN, key, fetch: send })
      return { client, send, origin: ORIGIN }
    },
  ],
  [
    'over HTTP',
    async (key) => {
      const origin = inject('servedUrl')
      const send: Send = (url, init) => fetch(url, init)
      return { client: createClient({ projectId: 'fantasy-cards', coreUrl: origin, key }), send, origin }
    },
  ],
]

const NOTES = [
  { id: 'a', title: 'Alpha', rank: 1, score: 0.5, done: true, tags: ['x', { y: 1 }] },
  { id: 'b', title: 'alpha', rank: 2, score: null, done: false, tags: null },
  { id: 'c', title: '100% *sure*', rank: null, score: 2.5, done: null, tags: {} },
  { id: 'd', title: 'x,"y" (z)', rank: 10, score: -1, done: true, tags: 'text' },
]

/** A Worker with a table of four notes, made through the service key's own door. */
export async function appWithNotes(): Promise<TestApp> {
  await freshDatabase()
  const app = createTestApp()
  const post = (path: string, body: unknown) =>
    app.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SERVICE_KEY}` },
      body: JSON.stringify(body),
    })
  await post('/api/db/fantasy-cards/sql', {
    query: `create table notes (id text primary key, title text not null check (title <> 'bad'), rank integer unique,
      score real, tags json, done boolean, at timestamp default current_timestamp)`,
  })
  await post('/rest/v1/notes', NOTES)
  return app
}
