import { readD1Migrations } from '@cloudflare/vitest-plugin'
import type { TestProject } from 'vitest/node'
import { fileURLToPath } from 'node:url'

/** Reads the SQL files in Node and provides them to tests in workerd, which has no file system. */
export default async function provideMigrations(project: TestProject) {
  const folder = fileURLToPath(new URL('../../worker/backend/migrations', import.meta.url).href)
  project.provide('migrations', await readD1Migrations(folder))
}

declare module 'vitest' {
  interface ProvidedContext {
    migrations: Awaited<ReturnType<typeof readD1Migrations>>
  }
}
