import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { Env } from '#worker/env.ts'

/** The bindings and settings of the Worker under test. */
export const testEnv = (): Env => env as unknown as Env

/** Empties everything that is stored (D1, R2, KV, Durable Objects) and brings the database to its newest shape. */
export async function freshDatabase(): Promise<void> {
  await reset()
  await applyD1Migrations(testEnv().DB, inject('migrations'))
}
