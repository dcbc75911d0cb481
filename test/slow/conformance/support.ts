import { PostgrestClient } from '@supabase/postgrest-js'
import { beforeAll, expect, inject, test } from 'vitest'
import { createHost, type Host } from '#shared/client/host.ts'
import { type Client, type ClientOptions, createClient } from '#shared/client/index.ts'
import { readConfig } from '#worker/config.ts'
import type { Env } from '#worker/env.ts'
import { toVisitorHeader } from '#worker/http/visitor.ts'
import { createTestApp, ORIGIN, type TestApp } from '../../support/app.ts'
import { createSockets } from '../../support/app-sockets.ts'
import { quickKey } from '../../support/auth.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { listMembers, recordCalls } from './members.ts'

export const PUBLIC_KEY = readConfig(testEnv()).publicKey
export const SERVICE_KEY = readConfig(testEnv()).serviceKey
export const MAKER = 'a'.repeat(32)

/** Sends requests like a remote client. */
export const createFetch =
  ({ send }: TestApp) =>
  (url: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
    send(String(url).slice(ORIGIN.length), init)

/** The unmodified postgrest-js client in front of the whole Worker. */
export function postgrest(app: TestApp, key: string, headers: Record<string, string> = {}) {
  return new PostgrestClient(`${ORIGIN}/rest/v1`, {
    headers: { apikey: key, authorization: `Bearer ${key}`, ...headers },
    fetch: createFetch(app) as typeof fetch,
  })
}

export type Postgrest = ReturnType<typeof postgrest>

/** postgrest-js as used in one visitor's browser. */
export const visitorsPostgrest = async (app: TestApp, id = MAKER) =>
  postgrest(app, PUBLIC_KEY, await toVisitorHeader({ kind: 'visitor', id, address: 'somewhere' }, SERVICE_KEY))

export type Send = (url: string, init?: RequestInit) => Promise<Response>

/** A client, and how other programs reach the same backend. */
export type Served = {
  client: Client
  send: Send
  origin: string
  /** Creates another client of the same backend. */
  open: (options: Partial<ClientOptions>) => Client
}

/** `bare`: no third-party provider is configured. */
export type Connect = (key: string, options?: { bare?: boolean }) => Promise<Served>

type Way = { send: Send; origin: string; headers?: Record<string, string>; openSocket: Host['openSocket'] }

const seen = new Set<string>()

function served(name: string, { send, origin, headers, openSocket }: Way, key: string): Served {
  const host = { ...createHost(), openSocket }
  const usual = { projectId: 'fantasy-cards', coreUrl: origin, publicUrl: origin, key, host, fetch: send, headers }
  const open: Served['open'] = (options) =>
    recordCalls(createClient({ ...usual, ...options }), (member, how) => void seen.add(`${name} ${member} ${how}`))
  return { client: open({}), send, origin, open }
}

/** Each transport between a client and the same backend. */
export const TRANSPORTS: readonly (readonly [name: string, connect: Connect])[] = [
  [
    'in process',
    async (key, { bare = false } = {}) => {
      // Over HTTP, passwords are hashed at their real cost.
      const app = createTestApp(
        { deriveKey: quickKey },
        bare ? testEnv() : ({ ...testEnv(), ...inject('others').settings } as Env),
      )
      return served('in process', { send: createFetch(app), origin: ORIGIN, openSocket: createSockets(app) }, key)
    },
  ],
  [
    'over HTTP',
    async (key, { bare = false } = {}) => {
      const send: Send = (url, init) => fetch(url, init)
      const { openSocket } = createHost()
      const headers: Record<string, string> = bare ? { 'x-bare': 'yes' } : {}
      return served('over HTTP', { send, origin: inject('servedUrl'), headers, openSocket }, key)
    },
  ],
]

/**
 * Goes last in a file that covers a part of the client. Asserts that each of its members succeeded there on each
 * transport. @param onlyCalled members that can only fail here, and that an end-to-end test covers
 */
export function expectEveryMember(part: keyof Client, onlyCalled: readonly string[] = []): void {
  beforeAll(() => seen.clear())
  test.each(TRANSPORTS)(`covers every member of ${part} %s`, (name) => {
    const client = createClient({ projectId: 'p', coreUrl: ORIGIN })
    const wanted = listMembers({ [part]: client[part] }).map(
      (member) => `${name} ${member} ${onlyCalled.includes(member) ? 'called' : 'answered'}`,
    )
    expect(wanted.filter((one) => !seen.has(one))).toEqual([])
  })
}

/** Returns the reason of a rejected promise, or null for a fulfilled one. */
export const getFailure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )

/** Returns and clears the requests that a fake service received. */
export const takeRequests = async <T>(which: 'ai' | 'web'): Promise<T[]> =>
  (await fetch(`${inject('others').requestsUrl}/${which}`)).json()

const NOTES = [
  { id: 'a', title: 'Alpha', rank: 1, score: 0.5, done: true, tags: ['x', { y: 1 }] },
  { id: 'b', title: 'alpha', rank: 2, score: null, done: false, tags: null },
  { id: 'c', title: '100% *sure*', rank: null, score: 2.5, done: null, tags: {} },
  { id: 'd', title: 'x,"y" (z)', rank: 10, score: -1, done: true, tags: 'text' },
]

/** A Worker with a table of four notes, created with the service key. */
export async function createAppWithNotes(): Promise<TestApp> {
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
  await resetNotes()
  return app
}

/** Resets the table to the four notes. */
export async function resetNotes(): Promise<void> {
  const { DB } = testEnv()
  const columns = ['id', 'title', 'rank', 'score', 'done', 'tags'] as const
  const insert = DB.prepare(`insert into notes (${columns.join()}) values (?, ?, ?, ?, ?, ?)`)
  const stored = NOTES.map((note) => ({
    ...note,
    done: note.done === null ? null : Number(note.done),
    tags: note.tags === null ? null : JSON.stringify(note.tags),
  }))
  await DB.batch([
    DB.prepare('delete from notes'),
    ...stored.map((note) => insert.bind(...columns.map((c) => note[c]))),
  ])
}
