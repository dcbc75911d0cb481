import { Hono } from 'hono'
import type { BackendEnv, BackendServices } from '#worker/backend/app-env.ts'
import { readCaller } from '#worker/backend/caller.ts'
import { createCardsModule } from '#worker/backend/cards/module.ts'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { BACKEND_TABLES } from '#worker/backend/db/own-tables.ts'
import { dbRoutes, restRoutes } from '#worker/backend/db/routes.ts'
import { DbService } from '#worker/backend/db/service.ts'
import { sqlRoutes } from '#worker/backend/db/sql-routes.ts'
import { SchemaCache } from '#worker/backend/db/schema.ts'
import { SqlService } from '#worker/backend/db/sql-service.ts'
import { LEAGUE_TABLES } from '#worker/backend/leagues/tables.ts'
import { readConfig } from '#worker/config.ts'
import { onError, onNotFound } from '#worker/http/errors.ts'
import { sign } from '#worker/http/signature.ts'
import { DenyCache, type DenyStore } from '#worker/limits/deny-cache.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv } from '../../support/faults/hostile-kv.ts'

export const CARDS = '/rest/v1/fantasy_football_cards'
export const NOW = Date.parse('2026-11-21T12:00:00.000Z')
export const DAY_MS = 86_400_000

const PRODUCT_TABLES = { ...CARD_TABLES, ...LEAGUE_TABLES }
export const OWN_TABLES = new Set([...BACKEND_TABLES, ...Object.keys(PRODUCT_TABLES)])

/** Empties the database. Drops the previous test's tables first, so that the product's own need no new migration. */
export async function emptyDatabase(): Promise<void> {
  const { DB } = testEnv()
  const { results } = await DB.prepare(
    `select type, name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%'
       and name not like '_cf_%' order by type desc, rowid desc`,
  ).all<{ type: string; name: string }>()
  const made = results.filter(({ name }) => !OWN_TABLES.has(name))
  if (made.length > 0) await DB.batch(made.map(({ type, name }) => DB.prepare(`drop ${type} if exists "${name}"`)))
  await freshDatabase()
}

/** Header that marks a request as signed in, in place of a token. */
const SIGNED_IN = 'x-test-signed-in'

export type RequestOptions = {
  as?: 'keyless' | 'public' | 'service'
  visitor?: string
  /** The signed-in user's id. */
  user?: string
  ip?: string
  agent?: string
} & RequestInit

/** There is no art, and nothing draws. */
const NO_ART = {
  projectId: 'fantasy-cards',
  files: {
    head: async () => null,
    read: async () => null,
    put: () => Promise.reject(new Error('nothing is stored here')),
    remove: async () => undefined,
  },
  drawCardFile: () => Promise.reject(new Error('nothing is drawn here')),
  fingerprint: async () => '',
  budget: { requireLeft: async () => undefined, spend: async () => undefined, refund: async () => undefined },
}

/** The table routes with a clock that tests move, and nothing else of the backend. Refusals are not cached. */
export function createTables({ denyStore, db = testEnv().DB }: { denyStore?: DenyStore; db?: D1Database } = {}) {
  const config = readConfig({ ...testEnv(), PUBLIC_URL: 'https://cards.example' })
  const clock = { now: NOW }
  const cards = createCardsModule({
    db,
    clock: () => clock.now,
    votes: config.votes,
    denied: new DenyCache({
      store: denyStore ?? createHostileKv(() => clock.now, { staleMs: Number.POSITIVE_INFINITY }).store,
      clock: () => clock.now,
      later: (work) => void work,
      patienceMs: 5,
    }),
    allowsName: async () => true,
    reviewsFaceless: false,
    events: { voted: () => undefined, published: () => undefined },
    art: NO_ART,
  })
  const schema = new SchemaCache(db, () => clock.now, PRODUCT_TABLES)
  const service = new DbService({
    db,
    schema,
    projectId: config.projectId,
    clock: () => clock.now,
    tables: PRODUCT_TABLES,
    handlers: cards.handlers,
  })
  const app = new Hono<BackendEnv>()
    .onError(onError)
    .notFound(onNotFound)
    .use(async (c, next) => {
      c.set('services', { config, db: service, sql: new SqlService(db, schema) } as BackendServices)
      const caller = await readCaller(c, { ...config, readAccess: () => Promise.reject(new Error('no tokens here')) })
      const user = c.req.header(SIGNED_IN)
      c.set('caller', user === undefined ? caller : { ...caller, role: 'user', userId: user })
      await next()
    })
    .route('/rest/v1', restRoutes)
    .route('/api/db/:project/rest/v1', dbRoutes)
    .route('/api/db/:project', sqlRoutes)

  async function ask(
    path: string,
    { as = 'public', visitor, user, ip, agent, ...init }: RequestOptions = {},
  ): Promise<Response> {
    const headers = new Headers(init.headers)
    const key = as === 'service' ? config.serviceKey : config.publicKey
    if (as !== 'keyless') {
      headers.set('apikey', key)
      headers.set('authorization', `Bearer ${key}`)
    }
    if (visitor !== undefined) headers.set('cookie', await getCookie(visitor))
    if (user !== undefined) headers.set(SIGNED_IN, user)
    if (ip !== undefined) headers.set('cf-connecting-ip', ip)
    if (agent !== undefined) headers.set('user-agent', agent)
    return app.fetch(new Request(`http://127.0.0.1:8787${path}`, { ...init, headers }), testEnv())
  }

  const send =
    (method: string) =>
    (path: string, body: unknown, options: RequestOptions = {}) =>
      ask(path, {
        ...options,
        method,
        headers: { 'content-type': 'application/json', ...options.headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })

  return {
    clock,
    ask,
    post: send('POST'),
    patch: send('PATCH'),
    rows: async (path: string, options: RequestOptions = {}) =>
      (await (await ask(path, options)).json()) as Record<string, unknown>[],
    /** Returns the status and code of an error response. */
    refusal: async (pending: Promise<Response>) => {
      const response = await pending
      const body = (await response.json()) as { code: string; error: string; message: string; details: unknown }
      return { status: response.status, code: body.code, message: body.message, details: body.details }
    },
  }
}

export type Tables = ReturnType<typeof createTables>

/** 32 hexadecimal digits that identify one browser. */
export const visitorId = (n: number): string => n.toString(16).padStart(32, '0')

const getCookie = async (id: string) =>
  `visitor=${id}.${await sign(readConfig(testEnv()).visitorSecret, `visitor:${id}`)}`

export const RETURNING = { prefer: 'return=representation' }
