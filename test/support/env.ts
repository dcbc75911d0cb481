import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { Env } from '#worker/env.ts'

/** The bindings and settings of the Worker under test. */
export const testEnv = (): Env => env as unknown as Env

/** Empties everything that is stored (D1, R2, KV, Durable Objects) and brings the database to its newest shape. */
export async function freshDatabase(): Promise<void> {
  await reset()
  // As one migration: file by file takes three times the calls, and this runs before most tests.
  const queries = inject('migrations').flatMap((migration) => migration.queries)
  await applyD1Migrations(testEnv().DB, [{ name: 'all', queries }])
}
