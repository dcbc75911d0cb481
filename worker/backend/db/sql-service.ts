import { AppError } from '#shared/client/errors.ts'
import { toExplain, isWrite } from './compiled.ts'
import { toSqlError } from './d1-errors.ts'
import type { Fragment } from './fragment.ts'
import type { Row } from './request.ts'
import type { SchemaCache } from './schema.ts'
import type { BatchMode } from './sql-schema.ts'
import { restoreColumnName, isQuestion, hasSeveralStatements, mayBeRead, withIntegers } from './statement-text.ts'
import { prepareFragment } from './statements.ts'

export type SqlResult = {
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  /** Number of returned rows, or of changed rows if none are returned. */
  readonly rowCount: number
}

export type SqlResponse = {
  readonly results: readonly SqlResult[]
  /** Milliseconds of work, as reported by the database. */
  readonly executionTime: number
}

/** Runs SQL as the service key wrote it. No rule and no schema stands between it and the database. */
export class SqlService {
  private readonly db: D1Database
  private readonly schema: SchemaCache

  constructor(db: D1Database, schema: SchemaCache) {
    this.db = db
    this.schema = schema
  }

  /**
   * Runs statements in one transaction.
   *
   * @throws AppError `25006` for a write in mode `read`, `42601` for anything but one SQL statement each, otherwise the
   *   code and message of the database; then nothing has happened
   * @throws AppError `22003` for an integer that cannot be read exactly; then the statements have run
   */
  async run(statements: readonly Fragment[], mode: BatchMode): Promise<SqlResponse> {
    if (statements.some(({ sql }) => hasSeveralStatements(sql))) throw new AppError('42601', 'one statement at a time')
    try {
      if (mode === 'read') await this.requireReads(statements)
      const responses = await this.db
        .batch<Row>(statements.map((statement) => this.prepare(statement)))
        .finally(() => this.schema.markStale())
      const results = responses.map(async ({ results: found, meta }, i) => {
        const rows = rowsAsWritten(statements[i]!, await this.readExactly(statements[i]!, found))
        const columns = await this.getColumns(statements[i]!, rows, mode)
        return { rows, columns, rowCount: rows.length === 0 ? meta.changes : rows.length }
      })
      const executionTime = responses.reduce((sum, { meta }) => sum + meta.duration, 0)
      return { results: await Promise.all(results), executionTime }
    } catch (thrown) {
      throw toSqlError(thrown)
    }
  }

  private prepare({ sql, params }: Fragment) {
    return prepareFragment(this.db, { sql: withIntegers(sql, params), params })
  }

  /** @throws AppError `25006` when a statement would write */
  private async requireReads(statements: readonly Fragment[]): Promise<void> {
    if (!statements.every(({ sql }) => mayBeRead(sql))) throw readOnly()
    const programs = await this.db.batch<Row>(statements.map((statement) => this.prepare(toExplain(statement))))
    if (programs.some(({ results }) => isWrite(results))) throw readOnly()
  }

  /**
   * Returns the names of the columns. The database names them with rows only, so without rows it is asked again. The
   * statements have run already, so a failure here is not theirs.
   */
  private async getColumns(statement: Fragment, [row]: readonly Row[], mode: BatchMode): Promise<string[]> {
    if (row !== undefined) return Object.keys(row)
    if (mode === 'write' && !(await this.isReadOnly(statement))) return []
    const prepared = this.prepare(statement).raw({ columnNames: true })
    return prepared.then(([names]) => names.map((name) => restoreColumnName(statement.sql, name))).catch(() => [])
  }

  /** True if a statement may run twice. If it begins with `with`, only its compiled form shows it. */
  private async isReadOnly(statement: Fragment): Promise<boolean> {
    if (isQuestion(statement.sql) || !mayBeRead(statement.sql)) return isQuestion(statement.sql)
    const program = this.prepare(toExplain(statement)).all<Row>()
    return program.then(({ results }) => !isWrite(results)).catch(() => false)
  }

  /**
   * Reads integers exactly. The driver returns them as doubles. If one may have been rounded, a statement that only
   * reads runs again with its integers as text.
   *
   * @throws AppError `22003` for a statement that cannot run again; it has run once
   */
  private async readExactly(statement: Fragment, rows: readonly Row[]): Promise<readonly Row[]> {
    if (!rows.some((row) => Object.values(row).some(mayBeRounded))) return rows
    if (!(await this.isReadOnly(statement))) throw unreadable()
    const [names = []] = await this.prepare(statement).raw({ columnNames: true })
    const places = names.map((_, i) => `c${i}`)
    const texts = places.map((place) => `iif(typeof(${place}) = 'integer', cast(${place} as text), null)`)
    const again = await this.prepare({
      sql: `with r(${places.join(', ')}) as (${statement.sql.replace(/(?<![\s;])[\s;]+$/, '')}\n) select ${texts.join(', ')} from r`,
      params: statement.params,
    })
      .raw<unknown[]>()
      .catch(() => {
        throw unreadable()
      })
    if (again.length !== rows.length) throw unreadable()
    return rows.map((row, i) => {
      const exact: Row = { ...row }
      names.forEach((name, at) => {
        if (!mayBeRounded(row[name])) return
        const text = again[i]![at]
        // Another row has taken its place.
        if (typeof text === 'string' && Number(text) !== row[name]) throw unreadable()
        if (typeof text === 'string') exact[name] = JSON.rawJSON(text)
      })
      return exact
    })
  }
}

/** Returns rows under the column names of the statement as it was sent. */
function rowsAsWritten({ sql }: Fragment, rows: readonly Row[]): readonly Row[] {
  const asWritten = (name: string) => restoreColumnName(sql, name)
  if (Object.keys(rows[0] ?? {}).every((name) => asWritten(name) === name)) return rows
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [asWritten(name), value])))
}

/** True for a number that may be a rounded integer. A number beyond 64 bits is a double. */
const mayBeRounded = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= 2 ** 63

const unreadable = () =>
  new AppError('22003', 'the result contains an integer beyond 2^53', {
    hint: 'The statements were executed. Select the column as text: cast(column as text).',
  })

const readOnly = () => new AppError('25006', 'cannot write in read mode')
