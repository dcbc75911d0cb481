import type { Filter, Order, Query } from '../query/ast.ts'
import { encodeQuery } from '../query/encode.ts'
import { AppError } from './errors.ts'
import { type Row, rowsOf } from './rows.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { Call, CallOptions, Transport } from './transport.ts'
import { isNarrowing } from './where.ts'

export type Selection = {
  readonly filters?: readonly Filter[]
  /** Missing: all that may be read. */
  readonly columns?: readonly string[]
  readonly order?: readonly Order[]
  readonly limit?: number
}

export type WriteOptions = CallOptions & {
  /** True if the server is asked for the rows as they are afterwards; without it the answer holds none. */
  readonly returning?: boolean
  /**
   * Names a vote or a save of a card: sent again by the same name after a lost answer, it is answered as the first one
   * was.
   */
  readonly idempotencyKey?: string | undefined
}

/**
 * A table under `/rest/v1`, as the public card data service speaks it: the key goes in `apikey` and as the bearer.
 * Names are the table's own (snake_case); rows come and go as they are.
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
      return rowsOf(await send({ method: 'GET', ...options }, query))
    },

    /** @example const [row] = await backend.rest('notes').insert({ text: 'Hello' }, { returning: true }) */
    async insert(row: Row, options: WriteOptions = {}): Promise<Row[]> {
      return rowsOf(await send({ method: 'POST', json: row, ...preferring(options) }, { filters: [] }))
    },

    /**
     * @param filters all must hold; the rows that match are changed, and that may be none
     * @throws AppError `VALIDATION_ERROR`, sending nothing, without a filter: that would be every row
     * @example await backend.rest('fantasy_football_cards').update([where('id', 'eq', id)], { votes: 4 })
     */
    async update(filters: readonly Filter[], patch: Row, options: WriteOptions = {}): Promise<Row[]> {
      if (!filters.some(isNarrowing)) throw new AppError('VALIDATION_ERROR', CLIENT_FAILURE.filterNeeded)
      return rowsOf(await send({ method: 'PATCH', json: patch, ...preferring(options) }, { filters }))
    },
  }
}

function preferring({ returning = false, idempotencyKey, signal, headers }: WriteOptions): CallOptions {
  const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  return { signal, headers: { ...headers, ...key, ...(returning ? { prefer: 'return=representation' } : {}) } }
}
