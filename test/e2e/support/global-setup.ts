import type { Server } from './server.ts'
import { setUp, STAGE_VARIABLE } from './stage.ts'

let server: Server | undefined

/** Runs once, before the first file of a whole run. */
export async function globalSetup(): Promise<void> {
  const stage = await setUp()
  server = stage.server
  process.env[STAGE_VARIABLE] = JSON.stringify(stage.place)
}

export async function globalTeardown(): Promise<void> {
  await server?.close()
}
