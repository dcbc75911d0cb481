import type { Order, Query } from '../query/ast.ts'
import { encodeQuery } from '../query/encode.ts'
import { AppError } from './errors.ts'
import { fromColumns, snakeCase, toColumns } from './names.ts'
import { randomId } from './random-id.ts'
import { type Row, rowsOf } from './rows.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { Call, CallOptions, Transport } from './transport.ts'
import { columnOf, filtersOf, narrowingFiltersOf, type Where } from './where.ts'

export type ListOptions = {
  readonly where?: Where
  readonly select?: readonly string[]
  readonly orderBy?: Readonly<Record<string, 'asc' | 'desc'>>
  readonly limit?: number
  readonly offset?: number
  /** The id of the last record seen. */
  readonly cursor?: string
}

/** `onConflict`: the fields that tell two records apart, as a list or with commas between them; the id when missing. */
export type UpsertOptions = CallOptions & { readonly onConflict?: string | readonly string[] }

const RETURNING = { prefer: 'return=representation' }

/** @throws AppError `VALIDATION_ERROR` for no id: without one every record would be meant */
function byId(id: string): Query {
  if (typeof id !== 'string' || id === '') throw new AppError('VALIDATION_ERROR', CLIENT_FAILURE.idNeeded)
  return { filters: filtersOf({ id }) }
}

/**
 * A table as records: names are camelCase here and snake_case there, what JSON columns hold keeps its own names.
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

  const recordOf = (row: Row) => fromColumns(row) as T

  /** Sends rows and reads them back as the server keeps them. */
  async function keep(records: readonly Row[] | Row, query: Query, options: CallOptions): Promise<T[]> {
    const json = Array.isArray(records) ? records.map(toColumns) : toColumns(records as Row)
    return rowsOf(await send({ method: 'POST', json, ...preferring(options, RETURNING) }, query)).map(recordOf)
  }

  const table = {
    /**
     * Creates a record; an id is made when it has none.
     *
     * @throws AppError `Failed to create record` when the server kept nothing
     * @example const note = await backend.db.table('notes').create({ text: 'Hello', votes: 0 })
     */
    async create(record: Row, options: CallOptions = {}): Promise<T> {
      return onlyOf(await keep(withId(record), { filters: [] }, options))
    },

    /**
     * Creates records in one request and one transaction, at most 500 on our server.
     *
     * @returns them in the order given; of none, none, without a request
     * @example const notes = await backend.db.table('notes').createMany([{ text: 'a' }, { text: 'b' }])
     */
    async createMany(records: readonly Row[], options: CallOptions = {}): Promise<T[]> {
      return records.length === 0
        ? []
        : keep(
            records.map((record) => withId(record)),
            { filters: [] },
            options,
          )
    },

    /**
     * Creates a record, or changes the given fields of the one with the same `onConflict`.
     *
     * @example await backend.db.table('settings').upsert({ key: 'theme', value: 'dark' }, { onConflict: 'key' })
     */
    async upsert(record: Row, { onConflict, ...options }: UpsertOptions = {}): Promise<T> {
      return onlyOf(await keep(withId(record, onConflict), merging(onConflict), options))
    },

    /**
     * `upsert` for many, in one transaction.
     *
     * @example await backend.db.table('settings').upsertMany([{ key: 'theme', value: 'dark' }], { onConflict: 'key' })
     */
    async upsertMany(records: readonly Row[], { onConflict, ...options }: UpsertOptions = {}): Promise<T[]> {
      if (records.length === 0) return []
      const named = records.map((record) => withId(record, onConflict))
      return keep(named, merging(onConflict), options)
    },

    /** @returns null when there is no such record @example const note = await backend.db.table('notes').get(id) */
    async get(id: string, options: CallOptions = {}): Promise<T | null> {
      const [row] = rowsOf(await send({ method: 'GET', ...options }, { ...byId(id), limit: 1 }))
      return row === undefined ? null : recordOf(row)
    },

    /** @example const top = await backend.db.table('notes').list({ orderBy: { votes: 'desc' }, limit: 8 }) */
    async list(what: ListOptions = {}, options: CallOptions = {}): Promise<T[]> {
      return rowsOf(await send({ method: 'GET', ...options }, queryOf(what))).map(recordOf)
    },

    /**
     * The number of records, counted by the server.
     *
     * @example const liked = await backend.db.table('notes').count({ votes: { gte: 1 } })
     */
    async count(where: Where = {}, options: CallOptions = {}): Promise<number> {
      const query = { filters: filtersOf(where), select: [{ column: 'id' }] }
      const answer = await send({ method: 'GET', ...preferring(options, { prefer: 'count=exact' }) }, query)
      const total = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
      return total === undefined ? rowsOf(answer).length : Number(total)
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
      const [row] = rowsOf(await send({ method: 'PATCH', json, ...preferring(options, RETURNING) }, byId(id)))
      if (row === undefined) throw new AppError('NOT_FOUND', CLIENT_FAILURE.recordNotFound(id))
      return recordOf(row)
    },

    /**
     * One call for each, in turn; what was changed before one fails stays changed.
     *
     * @throws AppError `VALIDATION_ERROR`, sending nothing, when one of them names no record
     * @example await backend.db.table('notes').updateMany([{ id, votes: 3 }, { id: otherId, votes: 4 }])
     */
    async updateMany(changes: readonly (Row & { readonly id: string })[], options: CallOptions = {}): Promise<T[]> {
      for (const { id } of changes) byId(id)
      const updated: T[] = []
      for (const { id, ...patch } of changes) updated.push(await table.update(id, patch, options))
      return updated
    },

    /** Idempotent: no failure when there is no such record. @example await backend.db.table('notes').delete(id) */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      await send({ method: 'DELETE', ...options }, byId(id))
    },

    /**
     * @throws AppError `VALIDATION_ERROR`, sending nothing, when every record could be meant
     * @example await backend.db.table('notes').deleteMany({ votes: { lt: 1 } })
     */
    async deleteMany(where: Where, options: CallOptions = {}): Promise<void> {
      await send({ method: 'DELETE', ...options }, { filters: narrowingFiltersOf(where) })
    },
  }
  return table
}

function onlyOf<T>([record]: readonly T[]): T {
  if (record === undefined) throw new AppError('INTERNAL', CLIENT_FAILURE.recordNotCreated)
  return record
}

/** A record that is told apart by another field leaves the id of the one that is there alone. */
const withId = (record: Row, onConflict: UpsertOptions['onConflict'] = 'id'): Row =>
  namesOf(onConflict).includes('id') && (record['id'] ?? null) === null ? { ...record, id: randomId() } : record

const namesOf = (onConflict: NonNullable<UpsertOptions['onConflict']>): readonly string[] =>
  typeof onConflict === 'string' ? onConflict.split(',').map((name) => name.trim()) : onConflict

const merging = (onConflict: UpsertOptions['onConflict'] = 'id'): Query => ({
  filters: [],
  onConflict: namesOf(onConflict).map(snakeCase),
})

function queryOf({ where = {}, select, orderBy, limit, offset, cursor }: ListOptions): Query {
  const order = Object.entries(orderBy ?? {}).map(([field, direction]): Order => ({
    column: columnOf(field),
    direction,
  }))
  return {
    filters: filtersOf(where),
    select: (select ?? ['*']).map((field) => ({ column: field === '*' ? field : columnOf(field) })),
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
