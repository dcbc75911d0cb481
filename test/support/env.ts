import { applyD1Migrations, listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { Env } from '#worker/env.ts'

/** The bindings and settings of the Worker under test. */
export const testEnv = (): Env => env as unknown as Env

/** Empties everything that is stored (D1, R2, KV, Durable Objects) and brings the database to its newest shape. */
export async function freshDatabase(): Promise<void> {
  await emptyStorage()
  // As one migration: file by file takes three times the calls, and this runs before most tests.
  const queries = inject('migrations').flatMap((migration) => migration.queries)
  await applyD1Migrations(testEnv().DB, [{ name: 'all', queries }])
}

/**
 * Empties D1, R2, KV and whatever object is awake. The runtime keeps the first three in objects too, clears only
 * those that are awake, and lets each fall asleep after some idle seconds: so they are called first.
 */
export async function emptyStorage(): Promise<void> {
  const { DB, FILES, GATE } = testEnv()
  await Promise.all([DB.prepare('select 1').first(), FILES.head('any'), GATE.get('any')])
  await reset()
}

/** Wakes the jobs, channels and gateways that are asleep, so that they are cleared and no alarm of theirs rings later. */
export async function wakeObjects(): Promise<void> {
  const { JOBS, CHANNELS, GATEWAYS } = testEnv()
  for (const namespace of [JOBS, CHANNELS, GATEWAYS] as DurableObjectNamespace[]) {
    const ids = await listDurableObjectIds(namespace)
    await Promise.all(ids.map((id) => runInDurableObject(namespace.get(id), () => {})))
  }
}
