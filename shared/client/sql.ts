import { fromColumns } from './names.ts'
import type { Row } from './rows.ts'
import { AppError } from './errors.ts'
import { isRecord } from './failure.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { CallOptions, Transport } from './transport.ts'

/** A statement's result. Row keys are camelCase; `columns` are the database's own names. */
export type SqlResult<T extends Row = Row> = {
  readonly rows: readonly T[]
  readonly columns: readonly string[]
  readonly rowCount: number
}

export type SqlResponse<T extends Row = Row> = SqlResult<T> & { readonly executionTime: number }

export type SqlStatement = { readonly sql: string; readonly args?: readonly unknown[] }

export type BatchResponse = {
  readonly results: readonly SqlResult[]
  readonly executionTime: number
  readonly success: boolean
}

/** SQL, for the service key. Pass values as `params`, one for each `?`, never in the text. */
export function createSql({ call }: Transport, projectId: string) {
  const path = `/api/db/${encodeURIComponent(projectId)}`

  return {
    /** @example const { rows } = await backend.db.sql('select * from notes where votes > ?', [3]) */
    async sql<T extends Row = Row>(
      query: string,
      params: readonly unknown[] = [],
      options: CallOptions = {},
    ): Promise<SqlResponse<T>> {
      const { body } = await call({ method: 'POST', path: `${path}/sql`, json: { query, params }, ...options })
      const result = isRecord(body) ? body : unreadable()
      return { ...parseResult<T>(result), executionTime: Number(result['executionTime'] ?? 0) }
    },

    /**
     * Runs statements in one transaction.
     *
     * @param mode `read` refuses writes
     * @example await backend.db.batch([{ sql: 'update notes set votes = ? where id = ?', args: [4, id] }])
     */
    async batch(
      statements: readonly SqlStatement[],
      mode: 'read' | 'write' = 'write',
      options: CallOptions = {},
    ): Promise<BatchResponse> {
      const { body } = await call({ method: 'POST', path: `${path}/batch`, json: { statements, mode }, ...options })
      const reply = isRecord(body) && Array.isArray(body['results']) ? body : unreadable()
      return {
        results: (reply['results'] as unknown[]).map((result) => parseResult(result)),
        executionTime: Number(reply['executionTime'] ?? 0),
        success: reply['success'] !== false,
      }
    },
  }
}

function parseResult<T extends Row>(result: unknown): SqlResult<T> {
  const { rows, columns = [], rowCount } = isRecord(result) ? result : unreadable()
  if (!Array.isArray(rows) || !rows.every(isRecord)) return unreadable()
  return {
    rows: rows.map((row) => fromColumns(row) as T),
    columns: columns as string[],
    rowCount: Number(rowCount ?? rows.length),
  }
}

function unreadable(): never {
  throw new AppError('INTERNAL', CLIENT_FAILURE.unreadableAnswer)
}
