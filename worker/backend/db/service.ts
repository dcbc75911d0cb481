import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '../caller.ts'
import { type BallotBoxDeps, createBallotBox } from './ballots.ts'
import { columnsOf, compileCount, compileSelect } from './compile.ts'
import { askVersion, versionOf } from './compiled.ts'
import type { Fragment } from './fragment.ts'
import { projected } from './project.ts'
import type { DbAnswer, DbRequest, DbService, Row } from './request.ts'
import { rulesFor, type ReadRule, type TableRules } from './rules.ts'
import { readSavedFields, saveCard } from './save.ts'
import { createSchemaCache, type Table } from './schema.ts'
import { run } from './statements.ts'
import { fullView, requireSettings, requireWithin, ruledView, soleIdOf, type View } from './view.ts'
import { readTotal } from './votes.ts'
import { compileDelete, compileInserts, compileUpdate, rowsOfBody } from './write.ts'

export type DbDeps = BallotBoxDeps

export function createDbService(deps: DbDeps): DbService {
  const { db, clock } = deps
  const schema = createSchemaCache(db)
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

  async function writeFully(request: DbRequest, compile: (view: View) => Fragment[]): Promise<DbAnswer> {
    const { results, view } = await runFully(request, compile)
    return answer(results.flat(), request, view)
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

  async function save(request: DbRequest): Promise<DbAnswer> {
    const { caller, query, body, onDuplicate, table } = request
    const rules = rulesOf(request)
    const isPlain = onDuplicate === undefined && query.onConflict === undefined
    const [given, ...others] = rowsOfBody(body)
    if (rules.insert !== 'save' || !isPlain || given === undefined || others.length > 0) return denied(table)
    const fields = readSavedFields(given, caller.userId)
    const view = await ruledViewOf(request, rules.select)
    return answer([await saveCard(db, view, fields, caller, clock())], request, view)
  }

  async function vote(request: DbRequest): Promise<DbAnswer> {
    const { caller, query, body, table } = request
    const rules = rulesOf(request)
    const card = soleIdOf(query)
    const [patch, ...others] = rowsOfBody(body)
    if (rules.update !== 'vote' || card === null || patch === undefined || others.length > 0) return denied(table)
    const view = () => ruledViewOf(request, rules.select)
    const row = await ballots.cast({ card, total: readTotal(patch), caller, view })
    return row === null ? NOTHING : answer([row], request, await view())
  }

  const acts = {
    select: [select, select],
    insert: [save, (request) => writeFully(request, (view) => compileInserts(request, view))],
    update: [vote, (request) => writeFully(request, (view) => [compileUpdate(request, view)])],
    remove: [neverRemoved, (request) => writeFully(request, (view) => [compileDelete(request, view)])],
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
  const rules = caller.role === 'service' ? null : rulesFor(table, caller.role)
  return rules ?? noSuchTable(table)
}

/** What a write is asked to give back is looked at before it happens. */
function checked(view: View, { query }: DbRequest): View {
  columnsOf(query, view)
  return view
}

const answer = (rows: readonly Row[], { query }: DbRequest, view: View): DbAnswer => ({
  rows: projected(rows, query, view),
  total: null,
})

function noSuchTable(name: string): never {
  throw new AppError('42P01', `relation "${name.slice(0, 64)}" does not exist`)
}

/** Nobody but the service removes rows; what is not there for somebody is not forbidden either. */
async function neverRemoved(request: DbRequest): Promise<never> {
  rulesOf(request)
  return denied(request.table)
}

function denied(name: string): never {
  throw new AppError('42501', `permission denied for table ${name}`)
}
