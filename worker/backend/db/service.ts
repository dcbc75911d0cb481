import { AppError } from '#shared/client/errors.ts'
import { type BallotBoxDeps, createBallotBox } from './ballots.ts'
import { columnsOf, compileCount, compileSelect } from './compile.ts'
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

  return {
    async select(request) {
      const { query, caller, count } = request
      requireSettings(query, 'select')
      const view =
        caller.role === 'service' ? await fullViewOf(request) : await ruledViewOf(request, rulesOf(request).select)
      requireWithin(view, query)
      const [rows = [], counted] = await run(db, [
        compileSelect(query, view),
        ...(count ? [compileCount(query, view)] : []),
      ])
      return { ...answer(rows, request, view), total: counted ? Number(counted[0]!['total']) : null }
    },

    async insert(request) {
      requireSettings(request.query, 'insert')
      if (request.caller.role !== 'service') return save(request)
      const view = await fullViewOf(request)
      const statements = compileInserts(request, view)
      return answer(statements.length === 0 ? [] : (await run(db, statements)).flat(), request, view)
    },

    async update(request) {
      requireSettings(request.query, 'update')
      if (request.caller.role !== 'service') return vote(request)
      const view = await fullViewOf(request)
      const [rows = []] = await run(db, [compileUpdate(request, view)])
      return answer(rows, request, view)
    },

    async remove(request) {
      requireSettings(request.query, 'remove')
      if (request.caller.role !== 'service') return neverRemoved(request)
      const view = await fullViewOf(request)
      const [rows = []] = await run(db, [compileDelete(request, view)])
      return answer(rows, request, view)
    },
  }
}

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
function neverRemoved(request: DbRequest): never {
  rulesOf(request)
  return denied(request.table)
}

function denied(name: string): never {
  throw new AppError('42501', `permission denied for table ${name}`)
}
