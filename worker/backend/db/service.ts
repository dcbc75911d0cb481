import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { Turns } from '#worker/limits/turns.ts'
import type { WriteHandlers } from './write-handlers.ts'
import { toStoredAddresses, toPublicAddresses } from './addresses.ts'
import { withConstraint } from './constraints.ts'
import { compileCount, compileSelect, getColumns } from './compile.ts'
import { createVersionQuery, getVersion } from './compiled.ts'
import type { Fragment } from './fragment.ts'
import { ownView } from './own-rows.ts'
import { requireSmallPage } from './own-size.ts'
import { OwnWrites } from './own-writes.ts'
import { getSingleId } from './listed.ts'
import { projectRows } from './project.ts'
import type { DbResult, DbRequest, Row, Verb } from './request.ts'
import { arrangeRows, requiresSingleRow, notOneRowError } from './returned.ts'
import { findModel, type ReadRule, rulesFor, type TableModels, type TableRules, type WriteRule } from './rule.ts'
import { type ReadBudget, RuledReads } from './ruled-reads.ts'
import type { SchemaCache, Table } from './schema.ts'
import { run } from './statements.ts'
import { countTerms, fullView, requireSettings, requireWithin, createRuledView, type View } from './view.ts'
import { readWritable } from './writable.ts'
import { compileDelete, compileInserts, compileUpdate, rowsToInsert } from './write.ts'

export type DbDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly schema: SchemaCache
  /** Part of the addresses of stored files. */
  readonly projectId: string
  /** The product's tables with their rules, and the write handlers that the rules name. */
  readonly tables: TableModels
  readonly handlers: WriteHandlers
  /** Row budgets of networks for queries without an index. Missing means no limit. */
  readonly reads?: ReadBudget
}

const ownReads = new Turns('own-rows')

/**
 * Lets each caller read and change the tables within the rules. Every method throws `AppError`s with PostgreSQL's and
 * PostgREST's codes: `42501` not allowed, `42P01` no such table, `42703` no such column, `23514` a value out of bounds,
 * `23505` already exists, `PGRST116` not the single row that was requested.
 */
export class DbService {
  private readonly deps: DbDeps
  private readonly reads: RuledReads
  private readonly own: OwnWrites

  constructor(deps: DbDeps) {
    this.deps = deps
    this.reads = new RuledReads({ db: deps.db, clock: deps.clock, budget: deps.reads ?? null })
    this.own = new OwnWrites(
      { db: deps.db, clock: deps.clock, schema: deps.schema },
      (request, compile) => this.writeFully(request, compile),
      (request) => this.getFullView(request),
    )
  }

  /**
   * Authorizes a write before its body is read.
   * @returns the maximum size of the body in bytes
   * @throws AppError `42P01`, `42501`
   */
  async admit(request: DbRequest, verb: 'insert' | 'update'): Promise<number> {
    if (request.caller.role === 'service') await this.retryIfStale(true, () => this.requireTable(request.table))
    if (request.caller.role === 'service' || (await this.isOwned(request))) return BODY_BYTES.large
    return (this.requireRules(request)[verb] ?? denied(request.table)).limits.bodyBytes
  }

  select(request: DbRequest): Promise<DbResult> {
    return this.perform('select', request)
  }

  insert(request: DbRequest): Promise<DbResult> {
    return this.perform('insert', request)
  }

  update(request: DbRequest): Promise<DbResult> {
    return this.perform('update', request)
  }

  remove(request: DbRequest): Promise<DbResult> {
    return this.perform('remove', request)
  }

  private getAddressColumn(table: string) {
    return findModel(this.deps.tables, table)?.address
  }

  /** @throws AppError `42P01` for a table without rules, whether it exists or not */
  private requireRules({ table, caller }: DbRequest): TableRules {
    return rulesFor(this.deps.tables, table, caller) ?? noSuchTable(table)
  }

  private toResult(rows: readonly Row[], request: DbRequest, view: View): DbResult {
    return {
      rows: projectRows(
        toPublicAddresses(rows, this.getAddressColumn(request.table), request.core),
        request.query,
        view,
      ),
      total: null,
    }
  }

  private toReturned(rows: readonly Row[], request: DbRequest, view: View): DbResult {
    return {
      ...this.toResult(arrangeRows(rows, request.query), request, view),
      key: view.table.primaryKey,
    }
  }

  private async requireTable(name: string): Promise<Table> {
    return (await this.deps.schema.find(name)) ?? noSuchTable(name)
  }

  /** Shows everything to the service key, and a user's own rows of an app's table to that user. */
  private async getFullView(request: DbRequest): Promise<View> {
    const table = await this.requireTable(request.table)
    const { role, userId } = request.caller
    if (role === 'service') return withCheckedColumns(fullView(table), request)
    if (userId === null || !table.isPersonal) return noSuchTable(request.table)
    const view = withCheckedColumns(ownView(table, userId), request)
    requireWithin(view, request.query)
    return view
  }

  private async getRuledView(request: DbRequest, rule: ReadRule): Promise<View> {
    return withCheckedColumns(
      createRuledView(await this.requireTable(request.table), rule, request.caller, request.query),
      request,
    )
  }

  /**
   * Runs statements with full access. If the schema version was not checked within the last second, the same batch asks
   * for it. When it is not the version that the statements were compiled for, `moved` is true and `view` is the current
   * one.
   */
  private async runFully(request: DbRequest, compile: (view: View) => Fragment[]) {
    const view = await this.getFullView(request)
    if (this.deps.schema.isSure()) return { results: await run(this.deps.db, compile(view)), view, moved: false }
    const [version = [], ...results] = await run(this.deps.db, [createVersionQuery(), ...compile(view)])
    if (!(await this.deps.schema.renew(getVersion(version)))) return { results, view, moved: false }
    return { results, view: await this.getFullView(request), moved: true }
  }

  private async writeFully(request: DbRequest, compile: (view: View) => Fragment[]): Promise<DbResult> {
    try {
      const { results, view } = await this.runFully(request, compile)
      return await this.toWriteResult(results.flat(), request, view)
    } catch (thrown) {
      throw withConstraint(thrown, request)
    }
  }

  /** @throws AppError `PGRST116` when one row was expected; then nothing is written */
  private async toWriteResult(rows: readonly Row[], request: DbRequest, view: View): Promise<DbResult> {
    if (rows.length === 1 || !requiresSingleRow(request)) return this.toReturned(rows, request, view)
    if (request.query.filters.length === 0) throw notOneRowError(rows.length)
    const [counted] = await run(this.deps.db, [compileCount(request.query, view)])
    throw notOneRowError(Number(counted?.[0]?.['total']))
  }

  /** Repeats work once with a fresh schema. A name may be unknown only because tables have changed. */
  private async retryIfStale<T>(knowsAll: boolean, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      if (!mayBeStale(thrown, knowsAll) || !(await this.deps.schema.renew())) throw thrown
      return work()
    }
  }

  private read([rows = [], counted]: readonly Row[][], request: DbRequest, view: View): DbResult {
    return {
      ...this.toResult(rows, request, view),
      total: counted ? Number(counted[0]!['total']) : null,
    }
  }

  private async selectFully(request: DbRequest): Promise<DbResult> {
    const { results, view, moved } = await this.runFully(request, (view) => compileRead(request, view))
    return moved ? this.selectFully(request) : this.read(results, request, view)
  }

  private async selectByRule(request: DbRequest): Promise<DbResult> {
    const { select: rule } = this.requireRules(request)
    const view = await this.getRuledView(request, rule)
    requireWithin(view, request.query)
    // Compiles before reading, so that an error in a query costs nothing.
    const statements = compileRead(request, view)
    const terms = Math.max(1, countTerms(request.query.filters, view))
    return this.read(await this.reads.select(request, rule, { terms, statements }), request, view)
  }

  /** Writes without the service key: parses the columns that the rule accepts, and runs the rule's handler. */
  private async writeByRule(request: DbRequest, rule: WriteRule, id: string | null): Promise<DbResult> {
    const { caller, idempotencyKey = null } = request
    const values = readWritable(getSingleRow(request, rule), rule, caller)
    const view = () => this.getRuledView(request, this.requireRules(request).select)
    const row = await this.deps.handlers[rule.handler]!({ rule, values, id, caller, idempotencyKey, view })
    return row === null ? NOTHING : this.toReturned([row], request, await view())
  }

  private async insertByRule(request: DbRequest): Promise<DbResult> {
    const { insert: rule } = this.requireRules(request)
    const { query, onDuplicate, table } = request
    if (rule === null || onDuplicate !== undefined || query.onConflict !== undefined) return denied(table)
    return this.writeByRule(request, rule, null)
  }

  private async updateByRule(request: DbRequest): Promise<DbResult> {
    const { update: rule } = this.requireRules(request)
    const id = getSingleId(request.query)
    return rule === null || id === null ? denied(request.table) : this.writeByRule(request, rule, id)
  }

  /** Reports a table that does not exist for a caller as missing, not as forbidden. */
  private async removeByRule(request: DbRequest): Promise<never> {
    this.requireRules(request)
    return denied(request.table)
  }

  /** Reads a page of a person's own rows, one at a time per person. @throws AppError `54000` when it is over 1 MB */
  private selectOwn(request: DbRequest, userId: string): Promise<DbResult> {
    return ownReads.run(userId, async () => {
      await requireSmallPage(this.deps.db, request, await this.getFullView(request))
      return this.selectFully(request)
    })
  }

  /** Works on every row, for the service key. */
  private performFully(verb: Verb, request: DbRequest): Promise<DbResult> {
    if (verb === 'select') return this.selectFully(request)
    if (verb === 'insert') return this.writeFully(request, (view) => compileInserts(request, view))
    const compile = verb === 'update' ? compileUpdate : compileDelete
    return this.writeFully(request, (view) => [compile(request, view)])
  }

  /** Works on a user's own rows in an app's table. */
  private performOwn(verb: Verb, request: DbRequest, userId: string): Promise<DbResult> {
    return verb === 'select' ? this.selectOwn(request, userId) : this.own[verb](request, userId)
  }

  /** Does what the rules of a table allow, for all other callers. */
  private performByRule(verb: Verb, request: DbRequest): Promise<DbResult> {
    if (verb === 'select') return this.selectByRule(request)
    if (verb === 'remove') return this.removeByRule(request)
    return verb === 'insert' ? this.insertByRule(request) : this.updateByRule(request)
  }

  /**
   * True if people own the rows of this table. This can only be true for signed-in users, and for tables without rules.
   */
  private async isOwned({ table: name, caller }: DbRequest): Promise<boolean> {
    if (caller.userId === null || caller.role === 'service' || rulesFor(this.deps.tables, name, caller) !== null)
      return false
    let table = await this.deps.schema.find(name)
    // Another isolate may just have created it.
    if (table === null && !this.deps.schema.isSure() && (await this.deps.schema.renew()))
      table = await this.deps.schema.find(name)
    return table?.isPersonal === true
  }

  private async perform(verb: Verb, sent: DbRequest): Promise<DbResult> {
    const request = toStoredAddresses(sent, this.getAddressColumn(sent.table), this.deps.projectId)
    requireSettings(request.query, verb)
    if (request.caller.role === 'service') return this.retryIfStale(true, () => this.performFully(verb, request))
    if (await this.isOwned(request))
      return this.retryIfStale(true, () => this.performOwn(verb, request, request.caller.userId!))
    return this.retryIfStale(false, () => this.performByRule(verb, request))
  }
}

const compileRead = ({ query, count }: DbRequest, view: View): Fragment[] => [
  compileSelect(query, view),
  ...(count ? [compileCount(query, view)] : []),
]

/**
 * True if an error may come from a stale schema. Without the service key only errors of the database count, because
 * rules judge all other names.
 */
const mayBeStale = (thrown: unknown, knowsAll: boolean): boolean =>
  thrown instanceof AppError &&
  (thrown.code === '42703' || thrown.code === '42P01') &&
  (knowsAll || thrown.cause !== undefined)

const NOTHING: DbResult = { rows: [], total: null }

/** Checks the columns and the order that a request wants back, before anything is written. */
function withCheckedColumns(view: View, { query }: DbRequest): View {
  getColumns(query, view)
  for (const { column } of query.order ?? []) view.comparable(column)
  return view
}

function noSuchTable(name: string): never {
  throw new AppError('42P01', `relation "${name.slice(0, 64)}" does not exist`)
}

/** Returns the single row that a rule allows per write. */
function getSingleRow(request: DbRequest, { limits }: WriteRule): Row {
  const rows = rowsToInsert(request)
  const [row] = rows
  return row === undefined || rows.length > limits.rows ? denied(request.table) : row
}

function denied(name: string): never {
  throw new AppError('42501', `permission denied for table ${name}`)
}
