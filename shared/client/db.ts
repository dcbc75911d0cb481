import type { Order, Query } from '../query/ast.ts'
import { encodeQuery } from '../query/encode.ts'
import { AppError } from './errors.ts'
import { fromColumns, snakeCase, toColumns } from './names.ts'
import { randomId } from './random-id.ts'
import { type Row, toRows } from './rows.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { Call, CallOptions, Transport } from './transport.ts'
import { toColumn, toFilters, toNarrowingFilters, type Where } from './where.ts'

export type ListOptions = {
  readonly where?: Where
  readonly select?: readonly string[]
  readonly orderBy?: Readonly<Record<string, 'asc' | 'desc'>>
  readonly limit?: number
  readonly offset?: number
  /** The id of the previous page's last record. */
  readonly cursor?: string
}

/** `onConflict`: the fields of the conflict key, as a list or separated by commas; default: the id. */
export type UpsertOptions = CallOptions & { readonly onConflict?: string | readonly string[] }

const RETURNING = { prefer: 'return=representation' }

/** @throws AppError `VALIDATION_ERROR` for an empty id, which would match every record */
function byId(id: string): Query {
  if (typeof id !== 'string' || id === '') throw new AppError('VALIDATION_ERROR', CLIENT_FAILURE.idNeeded)
  return { filters: toFilters({ id }) }
}

/**
 * A table client. Fields are camelCase and columns snake_case. Keys inside JSON columns are unchanged.
 *
 * `T` is the caller's claim about a record; it is not validated.
 *
 * @example const drafts = await backend.db.table('fantasyFootballCards').list({ where: { visibility: 'draft' } })
 */
export function createTable<T extends Row = Row>({ call }: Transport, projectId: string, name: string) {
  const path = `/api/db/${encodeURIComponent(projectId)}/rest/v1/${encodeURIComponent(snakeCase(name))}`
  const send = (request: Omit<Call, 'path'>, query: Query) => {
    const search = encodeQuery(query)
    return call({ ...request, path: search === '' ? path : `${path}?${search}` })
  }

  const toRecord = (row: Row) => fromColumns(row) as T

  /** Inserts rows and returns them as stored. */
  async function insertRows(records: readonly Row[] | Row, query: Query, options: CallOptions): Promise<T[]> {
    const json = Array.isArray(records) ? records.map(toColumns) : toColumns(records as Row)
    return toRows(await send({ method: 'POST', json, ...withPreferHeader(options, RETURNING) }, query)).map(toRecord)
  }

  const table = {
    /**
     * Creates a record. A record without an id gets one.
     *
     * @throws AppError `Failed to create record` when the server stored nothing
     * @example const note = await backend.db.table('notes').create({ text: 'Hello', votes: 0 })
     */
    async create(record: Row, options: CallOptions = {}): Promise<T> {
      return requireFirst(await insertRows(withId(record), { filters: [] }, options))
    },

    /**
     * Creates records in one request and one transaction; our server accepts at most 500.
     *
     * @returns the records in input order; `[]`, without a request, for no records
     * @example const notes = await backend.db.table('notes').createMany([{ text: 'a' }, { text: 'b' }])
     */
    async createMany(records: readonly Row[], options: CallOptions = {}): Promise<T[]> {
      return records.length === 0
        ? []
        : insertRows(
            records.map((record) => withId(record)),
            { filters: [] },
            options,
          )
    },

    /**
     * Creates a record, or updates the given fields of the one with the same conflict key.
     *
     * @example await backend.db.table('settings').upsert({ key: 'theme', value: 'dark' }, { onConflict: 'key' })
     */
    async upsert(record: Row, { onConflict, ...options }: UpsertOptions = {}): Promise<T> {
      return requireFirst(await insertRows(withId(record, onConflict), toUpsertQuery(onConflict), options))
    },

    /**
     * Upserts records in one transaction.
     *
     * @example await backend.db.table('settings').upsertMany([{ key: 'theme', value: 'dark' }], { onConflict: 'key' })
     */
    async upsertMany(records: readonly Row[], { onConflict, ...options }: UpsertOptions = {}): Promise<T[]> {
      if (records.length === 0) return []
      const identified = records.map((record) => withId(record, onConflict))
      return insertRows(identified, toUpsertQuery(onConflict), options)
    },

    /** @returns null when there is no such record @example const note = await backend.db.table('notes').get(id) */
    async get(id: string, options: CallOptions = {}): Promise<T | null> {
      const [row] = toRows(await send({ method: 'GET', ...options }, { ...byId(id), limit: 1 }))
      return row === undefined ? null : toRecord(row)
    },

    /** @example const top = await backend.db.table('notes').list({ orderBy: { votes: 'desc' }, limit: 8 }) */
    async list(selection: ListOptions = {}, options: CallOptions = {}): Promise<T[]> {
      return toRows(await send({ method: 'GET', ...options }, toQuery(selection))).map(toRecord)
    },

    /**
     * Counts records, on the server.
     *
     * @example const liked = await backend.db.table('notes').count({ votes: { gte: 1 } })
     */
    async count(where: Where = {}, options: CallOptions = {}): Promise<number> {
      const query = { filters: toFilters(where), select: [{ column: 'id' }] }
      const response = await send({ method: 'GET', ...withPreferHeader(options, { prefer: 'count=exact' }) }, query)
      const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      return total === undefined ? toRows(response).length : Number(total)
    },

    /** @example const isTaken = await backend.db.table('players').exists({ name: 'Ann' }) */
    async exists(where: Where = {}, options: CallOptions = {}): Promise<boolean> {
      return (await table.count(where, options)) > 0
    },

    /**
     * @throws AppError `Record with id {id} not found` when there is no such record
     * @example const note = await backend.db.table('notes').update(id, { votes: 3 })
     */
    async update(id: string, patch: Row, options: CallOptions = {}): Promise<T> {
      const json = toColumns(patch)
      const [row] = toRows(await send({ method: 'PATCH', json, ...withPreferHeader(options, RETURNING) }, byId(id)))
      if (row === undefined) throw new AppError('NOT_FOUND', CLIENT_FAILURE.recordNotFound(id))
      return toRecord(row)
    },

    /**
     * Updates records one by one. Earlier updates stay when a later one fails.
     *
     * @throws AppError `VALIDATION_ERROR`, sending nothing, when a record has an empty id
     * @example await backend.db.table('notes').updateMany([{ id, votes: 3 }, { id: otherId, votes: 4 }])
     */
    async updateMany(changes: readonly (Row & { readonly id: string })[], options: CallOptions = {}): Promise<T[]> {
      for (const { id } of changes) byId(id)
      const updated: T[] = []
      for (const { id, ...patch } of changes) updated.push(await table.update(id, patch, options))
      return updated
    },

    /** Idempotent: deleting a missing record succeeds. @example await backend.db.table('notes').delete(id) */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      await send({ method: 'DELETE', ...options }, byId(id))
    },

    /**
     * @throws AppError `VALIDATION_ERROR`, sending nothing, when the filter could match every record
     * @example await backend.db.table('notes').deleteMany({ votes: { lt: 1 } })
     */
    async deleteMany(where: Where, options: CallOptions = {}): Promise<void> {
      await send({ method: 'DELETE', ...options }, { filters: toNarrowingFilters(where) })
    },
  }
  return table
}

function requireFirst<T>([record]: readonly T[]): T {
  if (record === undefined) throw new AppError('INTERNAL', CLIENT_FAILURE.recordNotCreated)
  return record
}

/** Adds an id only when `id` is the conflict key, so that an upsert by another field keeps the stored id. */
const withId = (record: Row, onConflict: UpsertOptions['onConflict'] = 'id'): Row =>
  toNames(onConflict).includes('id') && (record['id'] ?? null) === null ? { ...record, id: randomId() } : record

const toNames = (onConflict: NonNullable<UpsertOptions['onConflict']>): readonly string[] =>
  typeof onConflict === 'string' ? onConflict.split(',').map((name) => name.trim()) : onConflict

const toUpsertQuery = (onConflict: UpsertOptions['onConflict'] = 'id'): Query => ({
  filters: [],
  onConflict: toNames(onConflict).map(snakeCase),
})

function toQuery({ where = {}, select, orderBy, limit, offset, cursor }: ListOptions): Query {
  const order = Object.entries(orderBy ?? {}).map(([field, direction]): Order => ({
    column: toColumn(field),
    direction,
  }))
  return {
    filters: toFilters(where),
    select: (select ?? ['*']).map((field) => ({ column: field === '*' ? field : toColumn(field) })),
    ...(order.length > 0 && { order }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(cursor !== undefined && { cursor }),
  }
}

const withPreferHeader = (options: CallOptions, prefer: { prefer: string }): CallOptions => ({
  signal: options.signal,
  headers: { ...options.headers, ...prefer },
})
