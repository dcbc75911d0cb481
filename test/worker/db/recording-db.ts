export type Recorded = { readonly sql: string; params: unknown[] }

/** A database that records its statements, so that their query plans can be read later. */
export function createRecordingDb(db: D1Database) {
  const recorded: Recorded[] = []
  const recording: D1Database = new Proxy(db, {
    get(target, property) {
      if (property === 'prepare')
        return (sql: string) => {
          const entry: Recorded = { sql, params: [] }
          recorded.push(entry)
          const statement = target.prepare(sql)
          const bind = statement.bind.bind(statement)
          statement.bind = (...values) => {
            entry.params = values
            return bind(...values)
          }
          return statement
        }
      if (property === 'withSession') return () => recording
      const value = Reflect.get(target, property) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

  /** Query plans of the statements since the last call, one line per step. */
  async function plans(): Promise<string[]> {
    const statements = recorded.splice(0).filter(({ sql }) => !/pragma_table|explain/.test(sql))
    const explained = statements.map(({ sql, params }) => db.prepare(`explain query plan ${sql}`).bind(...params))
    if (explained.length === 0) return []
    const replies = await db.batch<{ detail: string }>(explained)
    return replies.map(({ results }) => results.map(({ detail }) => detail).join('\n'))
  }

  return { db: recording, plans }
}
