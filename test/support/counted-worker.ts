/**
 * The whole Worker, which counts every call to its bindings by kind, including calls after the response. Send one request
 * at a time, because the counts belong to the last request and its Durable Objects.
 */
import { GenerationJob as Job, RealtimeChannel as Channel, RealtimeGateway as Gateway } from '#worker/index.ts'
import worker from '#worker/index.ts'
import type { Env } from '#worker/env.ts'
import { type Intercept, interceptMethods } from './intercepted-bindings.ts'
import { type Counts, COUNTS_PATH, type Kind, KINDS } from '../bench/counted.ts'
import { createCountingDb } from './counting-db.ts'

const none = (): Counts => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Counts
let counts = none()
let goingOn: Promise<unknown>[] = []

const counting =
  (kinds: Readonly<Record<string, Kind>>): Intercept =>
  (name, run) => {
    counts[kinds[name.slice(name.indexOf('.') + 1)]!]++
    return run()
  }

const counted = <T extends object>(binding: T, kinds: Readonly<Record<string, Kind>>): T =>
  interceptMethods(binding, 'binding', Object.keys(kinds), counting(kinds))

/** Cloudflare does not charge for deleting files. It charges listing and multipart uploads as writes. */
const R2 = {
  get: 'r2Reads',
  head: 'r2Reads',
  put: 'r2Writes',
  list: 'r2Writes',
  createMultipartUpload: 'r2Writes',
} as const
const KV = { put: 'kvWrites', delete: 'kvWrites', list: 'kvWrites' } as const

/** Counts every key of a bulk read, because Cloudflare charges each one. */
function countedKv(namespace: KVNamespace): KVNamespace {
  const note = (keys: unknown) => (counts.kvReads += Array.isArray(keys) ? keys.length : 1)
  return interceptMethods(namespace, 'binding', Object.keys(KV), counting(KV), {
    get: (keys: unknown, ...rest: unknown[]) => (note(keys), Reflect.apply(namespace.get, namespace, [keys, ...rest])),
    getWithMetadata: (keys: unknown, ...rest: unknown[]) => (
      note(keys),
      Reflect.apply(namespace.getWithMetadata, namespace, [keys, ...rest])
    ),
  })
}

/** Each Durable Object host has its own bindings. */
const databases: ReturnType<typeof createCountingDb>['counts'][] = []

function countedDatabase(database: D1Database): D1Database {
  const counting = createCountingDb(database)
  databases.push(counting.counts)
  return counting.db
}

/** Returns and resets the counts. */
function takeCounts(): Counts {
  const all = { ...counts }
  for (const database of databases) {
    all.d1Calls += database.calls
    all.statements += database.statements
    all.rowsRead += database.rowsRead
    all.rowsWritten += database.rowsWritten
    Object.assign(database, { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0 })
  }
  counts = none()
  return all
}

const countedEnvs = new WeakMap<Env, Env>()

function countedEnv(env: Env): Env {
  const cached = countedEnvs.get(env)
  if (cached !== undefined) return cached
  const objects = { get: 'objectCalls' } as const
  const whole: Env = {
    ...env,
    DB: countedDatabase(env.DB),
    FILES: counted(env.FILES, R2),
    GATE: countedKv(env.GATE),
    JOBS: counted(env.JOBS, objects),
    CHANNELS: counted(env.CHANNELS, objects),
    GATEWAYS: counted(env.GATEWAYS, objects),
    ...(env.ASSETS && { ASSETS: counted(env.ASSETS, { fetch: 'assetCalls' }) }),
  }
  countedEnvs.set(env, whole)
  return whole
}

/** Waits for all background work, including work started meanwhile. */
async function waitForWork(): Promise<void> {
  while (goingOn.length > 0) {
    const works = goingOn
    goingOn = []
    await Promise.allSettled(works)
  }
}

export class GenerationJob extends Job {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, countedEnv(env))
  }
}
export class RealtimeChannel extends Channel {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, countedEnv(env))
  }
}
export class RealtimeGateway extends Gateway {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, countedEnv(env))
  }
}

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    if (pathname === COUNTS_PATH) {
      await waitForWork()
      return Response.json(takeCounts())
    }
    const watched = interceptMethods(ctx, 'ctx', [], (_, run) => run(), {
      waitUntil: (work: Promise<unknown>) => {
        goingOn.push(work)
        ctx.waitUntil(work)
      },
    })
    return worker.fetch(request as never, countedEnv(env), watched)
  },
} satisfies ExportedHandler<Env>
