import type { Filter, Order, Query } from '../query/ast.ts'
import { encodeQuery } from '../query/encode.ts'
import { AppError } from './errors.ts'
import { type Row, toRows } from './rows.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { Call, CallOptions, Transport } from './transport.ts'
import { isNarrowing } from './where.ts'

export type Selection = {
  readonly filters?: readonly Filter[]
  /** Default: every readable column. */
  readonly columns?: readonly string[]
  readonly order?: readonly Order[]
  readonly limit?: number
}

export type WriteOptions = CallOptions & {
  /** True to return the changed rows; otherwise the response has none. */
  readonly returning?: boolean
  /** Idempotency key of a vote or a save: a retry with the same key after a lost response gets the first result. */
  readonly idempotencyKey?: string | undefined
}

/**
 * A table under `/rest/v1`, with the public card data service's protocol: the key is both `apikey` and bearer token.
 * Column names stay snake_case and rows are not converted.
 *
 * @example
 * const [card] = await backend.rest('fantasy_football_cards').select({ filters: [where('id', 'eq', id)] })
 */
export function createRestTable({ call }: Transport, key: string | undefined, table: string) {
  const path = `/rest/v1/${encodeURIComponent(table)}`
  const send = (request: Omit<Call, 'path'>, query: Query) => {
    const search = encodeQuery(query)
    const headers = { ...(key === undefined ? {} : { apikey: key }), ...request.headers }
    return call({ ...request, path: search === '' ? path : `${path}?${search}`, headers })
  }

  return {
    /** @example const rows = await backend.rest('fantasy_football_cards').select({ columns: ['id'], limit: 8 }) */
    async select(
      { filters = [], columns = ['*'], order, limit }: Selection = {},
      options: CallOptions = {},
    ): Promise<Row[]> {
      const select = columns.map((column) => ({ column }))
      const query = { filters, select, ...(order && { order }), ...(limit !== undefined && { limit }) }
      return toRows(await send({ method: 'GET', ...options }, query))
    },

    /** @example const [row] = await backend.rest('notes').insert({ text: 'Hello' }, { returning: true }) */
    async insert(row: Row, options: WriteOptions = {}): Promise<Row[]> {
      return toRows(await send({ method: 'POST', json: row, ...withWriteHeaders(options) }, { filters: [] }))
    },

    /**
     * @param filters all must match; matching no rows is not an error
     * @throws AppError `VALIDATION_ERROR`, sending nothing, without a filter, which would match every row
     * @example await backend.rest('fantasy_football_cards').update([where('id', 'eq', id)], { votes: 4 })
     */
    async update(filters: readonly Filter[], patch: Row, options: WriteOptions = {}): Promise<Row[]> {
      if (!filters.some(isNarrowing)) throw new AppError('VALIDATION_ERROR', CLIENT_FAILURE.filterNeeded)
      return toRows(await send({ method: 'PATCH', json: patch, ...withWriteHeaders(options) }, { filters }))
    },
  }
}

function withWriteHeaders({ returning = false, idempotencyKey, signal, headers }: WriteOptions): CallOptions {
  const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  return { signal, headers: { ...headers, ...key, ...(returning ? { prefer: 'return=representation' } : {}) } }
}
