/**
 * Wraps a database and counts its calls, statements, and rows read and written. A batch is one call.
 */
export function createCountingDb(db: D1Database) {
  const counts = { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0, sessions: [] as string[] }
  const note = (result: D1Result) => {
    counts.statements++
    counts.rowsRead += result.meta.rows_read
    counts.rowsWritten += result.meta.rows_written
  }

  const countStatement = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, property) {
        if (property === 'inner') return target
        if (property === 'bind') return (...values: unknown[]) => countStatement(target.bind(...values))
        if (property === 'first')
          return async (column?: string) => {
            counts.calls++
            const result = await target.all<Record<string, unknown>>()
            note(result)
            const row = result.results[0] ?? null
            return column === undefined || row === null ? row : row[column]
          }
        if (property === 'all' || property === 'run')
          return async () => {
            counts.calls++
            const result = await target[property]()
            note(result)
            return result
          }
        const value = Reflect.get(target, property) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })

  const counting: D1Database = new Proxy(db, {
    get(target, property) {
      if (property === 'prepare') return (sql: string) => countStatement(target.prepare(sql))
      if (property === 'batch')
        return async (statements: (D1PreparedStatement & { inner: D1PreparedStatement })[]) => {
          counts.calls++
          const results = await target.batch(statements.map(({ inner }) => inner))
          results.forEach(note)
          return results
        }
      // A session uses the same database here, and its statements count too.
      if (property === 'withSession')
        return (from: string) => {
          counts.sessions.push(from)
          return counting
        }
      const value = Reflect.get(target, property) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: counting, counts }
}
