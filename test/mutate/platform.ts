import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/**
 * The platform that the targeted Worker tests need, in Node: D1 on in-memory SQLite with all migrations, and no-op
 * bindings. Tests that need more fail here without any mutant, and are not counted.
 */

const FOLDER = fileURLToPath(new URL('../../worker/backend/migrations/', import.meta.url).href)

const sqlite = new DatabaseSync(':memory:')
for (const name of readdirSync(FOLDER).toSorted())
  if (name.endsWith('.sql')) sqlite.exec(readFileSync(FOLDER + name, 'utf8'))
sqlite.exec('savepoint fresh')

class Statement {
  readonly sql: string
  readonly values: readonly unknown[]

  constructor(sql: string, values: readonly unknown[] = []) {
    this.sql = sql
    this.values = values
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.sql, values)
  }

  /** Runs immediately: a batch is one transaction. */
  runNow() {
    try {
      const values = this.values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) as SQLInputValue[]
      const results = sqlite.prepare(this.sql).all(...values) as Record<string, unknown>[]
      const rows = results.map((row) => ({ ...row }))
      return { success: true, results: rows, meta: { rows_read: 0, rows_written: 0, changes: 0, duration: 0 } }
    } catch (thrown) {
      const { message, errcode = 1 } = thrown as Error & { errcode?: number }
      const kind = (errcode & 0xff) === 19 ? 'SQLITE_CONSTRAINT' : 'SQLITE_ERROR'
      throw new Error(`D1_ERROR: ${message}: ${kind}`, { cause: thrown })
    }
  }

  all = async () => this.runNow()
  run = async () => this.runNow()
  first = async (column?: string) => {
    const row = this.runNow().results[0] ?? null
    return column === undefined || row === null ? row : row[column]
  }
  raw = async () => this.runNow().results.map((row) => Object.values(row))
}

const DB = {
  prepare: (sql: string) => new Statement(sql),
  async batch(statements: readonly Statement[]) {
    sqlite.exec('savepoint batch')
    try {
      const results = statements.map((one) => one.runNow())
      sqlite.exec('release batch')
      return results
    } catch (thrown) {
      sqlite.exec('rollback to batch; release batch')
      throw thrown
    }
  },
  async exec(sql: string) {
    sqlite.exec(sql)
    return { count: 0, duration: 0 }
  },
}

const nothing = { head: async () => null, get: async () => null, put: async () => null, delete: async () => {} }

export const env = {
  APP_ENV: 'local',
  SERVICE_KEY: 'service-key-for-tests-0123456789abcdef',
  TOKEN_SECRET: 'token-secret-for-tests-0123456789abcdef',
  VISITOR_SECRET: 'visitor-secret-for-tests-0123456789abcdef',
  ADMIN_EMAIL: 'admin@example.com',
  PROJECT_ID: 'fantasy-cards',
  PUBLIC_KEY: 'public-fantasy-cards',
  DONATION_URL: 'https://www.redcross.org/donate',
  DB,
  FILES: nothing,
  GATE: nothing,
}

export const testEnv = () => env
/** Resets to the state after the migrations. */
export const freshDatabase = async (): Promise<void> => sqlite.exec('rollback to fresh')
export const emptyStorage = freshDatabase
export const waitUntil = (): void => {}
const notInNode = (): never => {
  throw new Error('not in Node')
}
export const createExecutionContext = notInNode
export const waitOnExecutionContext = notInNode
/** The base class of Durable Objects. */
export const DurableObject = Object

// The platform's own API, which Node exports elsewhere.
Object.assign(crypto.subtle, {
  timingSafeEqual(one: Uint8Array, other: Uint8Array) {
    if (one.length !== other.length) throw new TypeError('Input buffers must have the same byte length')
    return one.every((byte, i) => byte === other[i])
  },
})
