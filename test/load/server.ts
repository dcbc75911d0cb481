import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { freePort } from '../e2e/support/server.ts'
import { startProgram } from './program.ts'

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url).href)

export type Served = {
  readonly inspectorPort: number
  readonly url: string
  /** Of the runtime. */
  readonly pid: number
  readonly dataDir: string
  /** SIGKILL to every process of it. */
  kill(): Promise<void>
  /** Kills it and removes its data. */
  close(): Promise<void>
}

/**
 * @param dataDir that of a server from before; missing: a new one
 * @throws Error with what it said when it ends before it serves, or does not serve in time: nothing of it is left running
 */
export async function startServer(dataDir = mkdtempSync(join(tmpdir(), 'cards-load-'))): Promise<Served> {
  const inspectorPort = await freePort()
  const { started, kill } = await startProgram([SERVE], { DATA_DIR: dataDir, INSPECTOR_PORT: String(inspectorPort) })
  return {
    ...started,
    inspectorPort,
    dataDir,
    kill,
    close: async () => {
      await kill()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** Runs a statement on the stored database, past the server. */
export function inStore<T>(dataDir: string, sql: string, ...values: (string | number)[]): T[] {
  const db = openStore(dataDir)
  try {
    return db.prepare(sql).all(...values) as T[]
  } finally {
    db.close()
  }
}

/** @returns the stored database, to be closed @throws Error when there is none */
export function openStore(dataDir: string): DatabaseSync {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.includes('d1') && name.endsWith('.sqlite'))) {
    const db = new DatabaseSync(join(dataDir, file))
    db.exec('pragma busy_timeout = 5000')
    if (db.prepare(`select 1 from sqlite_master where name = 'fantasy_football_cards'`).get() !== undefined) return db
    db.close()
  }
  throw new Error(`no database below ${dataDir}`)
}
