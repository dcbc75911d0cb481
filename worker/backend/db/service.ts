import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '../caller.ts'
import { type BallotBoxDeps, createBallotBox } from './ballots.ts'
import { columnsOf, compileCount, compileSelect } from './compile.ts'
import { askVersion, versionOf } from './compiled.ts'
import type { Fragment } from './fragment.ts'
import { projected } from './project.ts'
import type { DbAnswer, DbRequest, DbService, Row } from './request.ts'
import { arranged, mustBeSole, notOne } from './returned.ts'
import type { ReadRule, TableRules, WriteRule } from './rule.ts'
import { rulesFor } from './rules.ts'
import { type AllowsName, saveCard } from './save.ts'
import type { SchemaCache, Table } from './schema.ts'
import { run } from './statements.ts'
import { fullView, requireSettings, requireWithin, ruledView, soleIdOf, type View } from './view.ts'
import { readWritable } from './writable.ts'
import { compileDelete, compileInserts, compileUpdate, rowsToInsert } from './write.ts'

export type DbDeps = BallotBoxDeps & {
  readonly schema: SchemaCache
  /** Asked before a name is shown to everybody. Missing: every name may be. */
  readonly allowsName?: AllowsName
}

export function createDbService(deps: DbDeps): DbService {
  const { db, clock, schema, news, allowsName = async () => true } = deps
  const ballots = createBallotBox(deps)

  const tableOf = async (name: string): Promise<Table> => (await schema.find(name)) ?? noSuchTable(name)
  const fullViewOf = async (request: DbRequest): Promise<View> =>
    checked(fullView(await tableOf(request.table)), request)
  const ruledViewOf = async (request: DbRequest, rule: ReadRule): Promise<View> =>
    checked(ruledView(await tableOf(request.table), rule, request.caller, request.query), request)

  /**
   * Runs what the service key asks. The answer says which version of the tables it saw; when that is not the one the
   * statements were written for, `moved` is true and `view` is how things are now.
   */
  async function runFully(request: DbRequest, compile: (view: View) => Fragment[]) {
    const view = await fullViewOf(request)
    const [version = [], ...results] = await run(db, [askVersion(), ...compile(view)])
    if (!(await schema.renew(versionOf(version)))) return { results, view, moved: false }
    return { results, view: await fullViewOf(request), moved: true }
  }

  /** A write asks for the version only when it was not seen lately: its answer may then lack a column of the last second. */
  async function writeFully(request: DbRequest, compile: (view: View) => Fragment[]): Promise<DbAnswer> {
    if (schema.isSure()) {
      const view = await fullViewOf(request)
      return written((await run(db, compile(view))).flat(), request, view)
    }
    const { results, view } = await runFully(request, compile)
    return written(results.flat(), request, view)
  }

  /** @throws AppError `PGRST116` when one row was meant: then nothing is written */
  async function written(rows: readonly Row[], request: DbRequest, view: View): Promise<DbAnswer> {
    if (rows.length === 1 || !mustBeSole(request)) return returned(rows, request, view)
    if (request.query.filters.length === 0) throw notOne(rows.length)
    const [counted] = await run(db, [compileCount(request.query, view)])
    throw notOne(Number(counted?.[0]?.['total']))
  }

  /** A name may be unknown only because tables have changed since they were looked at: then all is done again, once. */
  async function lookingAgain<T>({ caller }: DbRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      if (!mayBeStale(thrown, caller) || !(await schema.renew())) throw thrown
      return work()
    }
  }

  async function select(request: DbRequest): Promise<DbAnswer> {
    const { query, caller, count } = request
    const compile = (view: View) => [compileSelect(query, view), ...(count ? [compileCount(query, view)] : [])]
    const answered = ([rows = [], counted]: readonly Row[][], view: View) => ({
      ...answer(rows, request, view),
      total: counted ? Number(counted[0]!['total']) : null,
    })
    if (caller.role === 'service') {
      const { results, view, moved } = await runFully(request, compile)
      return moved ? select(request) : answered(results, view)
    }
    const view = await ruledViewOf(request, rulesOf(request).select)
    requireWithin(view, query)
    return answered(await run(db, compile(view)), view)
  }

  /** A write by who has no service key: what the rule lets be sent, done by the rule's own act. */
  async function insert(request: DbRequest): Promise<DbAnswer> {
    const { caller, query, onDuplicate, table } = request
    const { select: read, insert: rule } = rulesOf(request)
    if (rule === null || onDuplicate !== undefined || query.onConflict !== undefined) return denied(table)
    const values = readWritable(soleRow(request, rule), rule, caller)
    const view = await ruledViewOf(request, read)
    const row = await saveCard(db, view, { rule, values, caller, allowsName, now: clock() })
    news?.published(String(row['id']))
    return returned([row], request, view)
  }

  async function update(request: DbRequest): Promise<DbAnswer> {
    const { caller, query, table } = request
    const { select: read, update: rule } = rulesOf(request)
    const card = soleIdOf(query)
    if (rule === null || card === null) return denied(table)
    const { votes: total } = readWritable(soleRow(request, rule), rule, caller)
    const view = () => ruledViewOf(request, read)
    const row = await ballots.cast({ rule, card, total: Number(total), caller, view })
    return row === null ? NOTHING : returned([row], request, await view())
  }

  const acts = {
    select: [select, select],
    insert: [insert, (request) => writeFully(request, (view) => compileInserts(request, view))],
    update: [update, (request) => writeFully(request, (view) => [compileUpdate(request, view)])],
    remove: [remove, (request) => writeFully(request, (view) => [compileDelete(request, view)])],
  } satisfies Record<keyof DbService, [ruled: Act, full: Act]>

  const act = (verb: keyof DbService) => async (request: DbRequest) => {
    requireSettings(request.query, verb)
    const [ruled, full] = acts[verb]
    return lookingAgain(request, () => (request.caller.role === 'service' ? full(request) : ruled(request)))
  }
  return { select: act('select'), insert: act('insert'), update: act('update'), remove: act('remove') }
}

type Act = (request: DbRequest) => Promise<DbAnswer>

/** For the public key, only what the database itself does not know: its other names are judged by rules. */
const mayBeStale = (thrown: unknown, { role }: Caller): boolean =>
  thrown instanceof AppError &&
  (thrown.code === '42703' || thrown.code === '42P01') &&
  (role === 'service' || thrown.cause !== undefined)

const NOTHING: DbAnswer = { rows: [], total: null }

/** @throws AppError `42P01` for a table without rules, whether it exists or not */
function rulesOf({ table, caller }: DbRequest): TableRules {
  return rulesFor(table, caller) ?? noSuchTable(table)
}

/** What a write is asked to give back is looked at before it happens. */
function checked(view: View, { query }: DbRequest): View {
  columnsOf(query, view)
  for (const { column } of query.order ?? []) view.comparable(column)
  return view
}

const answer = (rows: readonly Row[], { query }: DbRequest, view: View): DbAnswer => ({
  rows: projected(rows, query, view),
  total: null,
})

const returned = (rows: readonly Row[], request: DbRequest, view: View): DbAnswer =>
  answer(arranged(rows, request.query), request, view)

function noSuchTable(name: string): never {
  throw new AppError('42P01', `relation "${name.slice(0, 64)}" does not exist`)
}

/** What is not there for somebody is not forbidden either. */
async function remove(request: DbRequest): Promise<never> {
  rulesOf(request)
  return denied(request.table)
}

/** The row of a write whose rule takes one. */
function soleRow(request: DbRequest, { limits }: WriteRule): Row {
  const rows = rowsToInsert(request)
  const [row] = rows
  return row === undefined || rows.length > limits.rows ? denied(request.table) : row
}

function denied(name: string): never {
  throw new AppError('42501', `permission denied for table ${name}`)
}
