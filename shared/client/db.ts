import type { Order, Query } from '../query/ast.ts'
import { encodeQuery } from '../query/encode.ts'
import { AppError } from './errors.ts'
import { fromColumns, snakeCase, toColumns } from './names.ts'
import { type Row, rowsOf } from './rows.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { Call, CallOptions, Transport } from './transport.ts'
import { filtersOf, type Where } from './where.ts'

export type ListOptions = {
  readonly where?: Where
  readonly select?: readonly string[]
  readonly orderBy?: Readonly<Record<string, 'asc' | 'desc'>>
  readonly limit?: number
  readonly offset?: number
  /** The id of the last record seen. */
  readonly cursor?: string
}

const RETURNING = { prefer: 'return=representation' }
const byId = (id: string): Query => ({ filters: filtersOf({ id }) })

/** 128 random bits as 32 hexadecimal characters. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A table as records: names are camelCase here and snake_case there, what JSON columns hold keeps its own names.
 *
 * `T` is what the caller knows of a record; nobody checks it here.
 *
 * @example const drafts = await backend.db.table('fantasyFootballCards').list({ where: { visibility: 'draft' } })
 */
export function createTable<T extends Row = Row>({ call }: Transport, projectId: string, name: string) {
  const path = `/api/db/${encodeURIComponent(projectId)}/rest/v1/${encodeURIComponent(snakeCase(name))}`
  const send = (request: Omit<Call, 'path'>, query: Query) => {
    const search = encodeQuery(query)
    return call({ ...request, path: search === '' ? path : `${path}?${search}` })
  }

  const recordOf = (row: Row) => fromColumns(row) as T

  return {
    /** An id is made when the record has none. @throws AppError when the server kept nothing */
    async create(record: Row, options: CallOptions = {}): Promise<T> {
      const json = toColumns({ id: newId(), ...record })
      const answer = await send({ method: 'POST', json, ...preferring(options, RETURNING) }, { filters: [] })
      const [row] = rowsOf(answer)
      if (row === undefined) throw new AppError('INTERNAL', CLIENT_FAILURE.recordNotCreated)
      return recordOf(row)
    },

    async get(id: string, options: CallOptions = {}): Promise<T | null> {
      const [row] = rowsOf(await send({ method: 'GET', ...options }, { ...byId(id), limit: 1 }))
      return row === undefined ? null : recordOf(row)
    },

    async list(what: ListOptions = {}, options: CallOptions = {}): Promise<T[]> {
      return rowsOf(await send({ method: 'GET', ...options }, queryOf(what))).map(recordOf)
    },

    /** How many records there are, counted by the server. */
    async count(where: Where = {}, options: CallOptions = {}): Promise<number> {
      const query = { filters: filtersOf(where), select: [{ column: 'id' }] }
      const answer = await send({ method: 'GET', ...preferring(options, { prefer: 'count=exact' }) }, query)
      const total = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
      return total === undefined ? rowsOf(answer).length : Number(total)
    },

    /** @throws AppError `NOT_FOUND` when there is no such record */
    async update(id: string, patch: Row, options: CallOptions = {}): Promise<T> {
      const json = toColumns(patch)
      const [row] = rowsOf(await send({ method: 'PATCH', json, ...preferring(options, RETURNING) }, byId(id)))
      if (row === undefined) throw new AppError('NOT_FOUND', CLIENT_FAILURE.recordNotFound(id))
      return recordOf(row)
    },

    async delete(id: string, options: CallOptions = {}): Promise<void> {
      await send({ method: 'DELETE', ...options }, byId(id))
    },

    /** @throws AppError `VALIDATION_ERROR`, sending nothing, when `where` names no field: that would be every record */
    async deleteMany(where: Where, options: CallOptions = {}): Promise<void> {
      const filters = filtersOf(where)
      if (filters.length === 0) throw new AppError('VALIDATION_ERROR', CLIENT_FAILURE.filterNeeded)
      await send({ method: 'DELETE', ...options }, { filters })
    },
  }
}

function queryOf({ where = {}, select, orderBy, limit, offset, cursor }: ListOptions): Query {
  const order = Object.entries(orderBy ?? {}).map(([field, direction]): Order => ({
    column: snakeCase(field),
    direction,
  }))
  return {
    filters: filtersOf(where),
    select: (select ?? ['*']).map((field) => ({ column: snakeCase(field) })),
    ...(order.length > 0 && { order }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(cursor !== undefined && { cursor }),
  }
}

const preferring = (options: CallOptions, prefer: { prefer: string }): CallOptions => ({
  signal: options.signal,
  headers: { ...options.headers, ...prefer },
})
