import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '../caller.ts'
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

type Ruled = { readonly table: Table; readonly rules: TableRules; readonly rule: ReadRule }

export function createDbService(deps: DbDeps): DbService {
  const { db, clock } = deps
  const schema = createSchemaCache(db)
  const ballots = createBallotBox(deps)

  async function fullViewOf(request: DbRequest): Promise<View> {
    const table = await schema.find(request.table)
    return table === null ? noSuchTable(request.table) : checked(fullView(table), request)
  }

  /** A table without rules is not there, whether it exists or not. */
  async function ruled(name: string, caller: Caller): Promise<Ruled> {
    const rules = caller.role === 'service' ? null : rulesFor(name, caller.role)
    if (rules?.select === undefined) return noSuchTable(name)
    const table = await schema.find(name)
    return table === null ? noSuchTable(name) : { table, rules, rule: rules.select }
  }

  async function ruledViewOf({ table: name, caller, query }: DbRequest): Promise<View> {
    const { table, rule } = await ruled(name, caller)
    return ruledView(table, rule, caller, query)
  }

  async function save(request: DbRequest): Promise<DbAnswer> {
    const { caller, query, body, onDuplicate } = request
    const { table, rules, rule } = await ruled(request.table, caller)
    const isPlain = onDuplicate === undefined && query.onConflict === undefined
    const [given, ...others] = rowsOfBody(body)
    if (rules.insert !== 'save' || !isPlain || given === undefined || others.length > 0) return denied(table)
    const view = checked(ruledView(table, rule, caller, query), request)
    const row = await saveCard(db, view, readSavedFields(given, caller.userId), caller, clock())
    return answer([row], request, view)
  }

  async function vote(request: DbRequest): Promise<DbAnswer> {
    const { caller, query, body } = request
    const { table, rules, rule } = await ruled(request.table, caller)
    const card = soleIdOf(query)
    const [patch, ...others] = rowsOfBody(body)
    if (rules.update !== 'vote' || card === null || patch === undefined || others.length > 0) return denied(table)
    const view = checked(ruledView(table, rule, caller, query), request)
    const row = await ballots.cast(view, card, readTotal(patch), caller)
    return answer(row === null ? [] : [row], request, view)
  }

  return {
    async select(request) {
      const { query, caller, count } = request
      requireSettings(query, 'select')
      const view = caller.role === 'service' ? await fullViewOf(request) : await ruledViewOf(request)
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
      if (request.caller.role !== 'service') return denied((await ruled(request.table, request.caller)).table)
      const view = await fullViewOf(request)
      const [rows = []] = await run(db, [compileDelete(request, view)])
      return answer(rows, request, view)
    },
  }
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

function denied({ name }: Table): never {
  throw new AppError('42501', `permission denied for table ${name}`)
}
