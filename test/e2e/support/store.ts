import { readdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Reads the D1 database and the R2 objects of a local server from its data directory. */
export function openStore(dataDir: string) {
  return {
    /** Runs a query. */
    rows<T = Record<string, unknown>>(sql: string, ...values: (string | number)[]): T[] {
      const rows = withDatabase(dataDir, 'd1', 'fantasy_football_cards', (db) => db.prepare(sql).all(...values) as T[])
      if (rows === null) throw new Error(`no database below ${dataDir}`)
      return rows
    },
    /** Lists the keys of all stored files, sorted. A server that never stored one has no list yet. */
    files(): string[] {
      const list = (db: DatabaseSync) =>
        db.prepare('select key from _mf_objects order by key').all() as { key: string }[]
      return (withDatabase(dataDir, 'r2', '_mf_objects', list) ?? []).map(({ key }) => key)
    },
  }
}

export type Store = ReturnType<typeof openStore>

/** Opens the database file under `kind` that has this table. @returns null if there is none */
function withDatabase<T>(dataDir: string, kind: 'd1' | 'r2', table: string, use: (db: DatabaseSync) => T): T | null {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (file) => `${path.sep}${file}`.includes(`${path.sep}${kind}${path.sep}`) && file.endsWith('.sqlite'),
  )
  for (const file of files) {
    const db = new DatabaseSync(path.join(dataDir, file), { readOnly: true })
    try {
      const found = db.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table)
      if (found !== undefined) return use(db)
    } finally {
      db.close()
    }
  }
  return null
}
