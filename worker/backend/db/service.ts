import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { Turns } from '#worker/limits/turns.ts'
import type { Acts } from './acts.ts'
import { withKeptAddresses, withShownAddresses } from './addresses.ts'
import { withConstraint } from './constraints.ts'
import { columnsOf, compileCount, compileSelect } from './compile.ts'
import { askVersion, versionOf } from './compiled.ts'
import type { Fragment } from './fragment.ts'
import { ownView } from './own-rows.ts'
import { requireSmallPage } from './own-size.ts'
import { createOwnWrites } from './own-writes.ts'
import { isAlongIndex, keptCount, soleIdOf } from './listed.ts'
import { projected } from './project.ts'
import type { DbAnswer, DbRequest, DbService, Row, Verb } from './request.ts'
import { arranged, mustBeSole, notOne } from './returned.ts'
import { modelOf, type ReadRule, rulesFor, type TableModels, type TableRules, type WriteRule } from './rule.ts'
import type { SchemaCache, Table } from './schema.ts'
import { run, runCounted } from './statements.ts'
import { fullView, requireSettings, requireWithin, ruledView, termsOf, type View } from './view.ts'
import { readWritable } from './writable.ts'
import { compileDelete, compileInserts, compileUpdate, rowsToInsert } from './write.ts'

export type DbDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly schema: SchemaCache
  /** Named by the addresses of stored files. */
  readonly projectId: string
  /** The product's tables with their rules, and the acts that the rules name. */
  readonly tables: TableModels
  readonly acts: Acts
  /** Row budgets of networks for queries that no index serves. Missing: no limit. */
  readonly reads?: ReadBudget
}

export type ReadBudget = {
  /** @throws AppError `RATE_LIMITED` when nothing is left */
  require(network: string): Promise<void>
  /**
   * @param units rows that may be read, each as often as it is compared
   * @returns what settles it at the units that were read
   * @throws AppError `RATE_LIMITED` when fewer are left
   */
  reserve(network: string, units: number): Promise<(used: number) => Promise<void>>
  charge(network: string, units: number): Promise<void>
}

/** Queries that read whole tables, one at a time for each network. */
const scans = new Turns('rows')
const ownReads = new Turns('own-rows')
const SIZE_KEPT_MS = 60_000

export function createDbService(deps: DbDeps): DbService {
  const { db, clock, schema, projectId, tables: models, acts, reads } = deps

  const addressOf = (table: string) => modelOf(models, table)?.address
  /** @throws AppError `42P01` for a table without rules, whether it exists or not */
  const rulesOf = ({ table, caller }: DbRequest): TableRules => rulesFor(models, table, caller) ?? noSuchTable(table)

  const answer = (rows: readonly Row[], request: DbRequest, view: View): DbAnswer => ({
    rows: projected(withShownAddresses(rows, addressOf(request.table), request.core), request.query, view),
    total: null,
  })

  const returned = (rows: readonly Row[], request: DbRequest, view: View): DbAnswer => ({
    ...answer(arranged(rows, request.query), request, view),
    key: view.table.primaryKey,
  })

  const tableOf = async (name: string): Promise<Table> => (await schema.find(name)) ?? noSuchTable(name)
  /** Everything, for the service key; of an app's table, for a user, that user's own rows. */
  async function fullViewOf(request: DbRequest): Promise<View> {
    const table = await tableOf(request.table)
    const { role, userId } = request.caller
    if (role === 'service') return checked(fullView(table), request)
    if (userId === null || !table.isPersonal) return noSuchTable(request.table)
    const view = checked(ownView(table, userId), request)
    requireWithin(view, request.query)
    return view
  }
  const ruledViewOf = async (request: DbRequest, rule: ReadRule): Promise<View> =>
    checked(ruledView(await tableOf(request.table), rule, request.caller, request.query), request)

  /**
   * Runs what the service key asks. Unless the version of the tables was seen within the last second, the answer says
   * which one it saw; when that is not the one the statements were written for, `moved` is true and `view` is how
   * things are now.
   */
  async function runFully(request: DbRequest, compile: (view: View) => Fragment[]) {
    const view = await fullViewOf(request)
    if (schema.isSure()) return { results: await run(db, compile(view)), view, moved: false }
    const [version = [], ...results] = await run(db, [askVersion(), ...compile(view)])
    if (!(await schema.renew(versionOf(version)))) return { results, view, moved: false }
    return { results, view: await fullViewOf(request), moved: true }
  }

  async function writeFully(request: DbRequest, compile: (view: View) => Fragment[]): Promise<DbAnswer> {
    try {
      const { results, view } = await runFully(request, compile)
      return await written(results.flat(), request, view)
    } catch (thrown) {
      throw withConstraint(thrown, request)
    }
  }

  /** @throws AppError `PGRST116` when one row was meant: then nothing is written */
  async function written(rows: readonly Row[], request: DbRequest, view: View): Promise<DbAnswer> {
    if (rows.length === 1 || !mustBeSole(request)) return returned(rows, request, view)
    if (request.query.filters.length === 0) throw notOne(rows.length)
    const [counted] = await run(db, [compileCount(request.query, view)])
    throw notOne(Number(counted?.[0]?.['total']))
  }

  /** A name may be unknown only because tables have changed since they were looked at: then all is done again, once. */
  async function lookingAgain<T>(knowsAll: boolean, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      if (!mayBeStale(thrown, knowsAll) || !(await schema.renew())) throw thrown
      return work()
    }
  }

  const reading = ({ query, count }: DbRequest, view: View): Fragment[] => [
    compileSelect(query, view),
    ...(count ? [compileCount(query, view)] : []),
  ]
  const read = ([rows = [], counted]: readonly Row[][], request: DbRequest, view: View): DbAnswer => ({
    ...answer(rows, request, view),
    total: counted ? Number(counted[0]!['total']) : null,
  })

  async function selectFully(request: DbRequest): Promise<DbAnswer> {
    const { results, view, moved } = await runFully(request, (view) => reading(request, view))
    return moved ? selectFully(request) : read(results, request, view)
  }

  const sizes = new Map<string, { readonly rows: number; readonly at: number }>()

  /** About how many rows a list has, a minute ago at most. */
  async function sizeOf(table: string, { listed }: ReadRule): Promise<number> {
    const known = sizes.get(table)
    if (known !== undefined && clock() - known.at < SIZE_KEPT_MS) return known.rows
    const counted = keptCount(listed, { filters: [] })
    const [[total] = []] = counted === null ? [] : await run(db, [counted])
    const rows = Number(total?.['total'] ?? 0)
    sizes.set(table, { rows, at: clock() })
    return rows
  }

  /**
   * One of a network's queries that no index serves: what it may cost is reserved before it runs, and settled after.
   */
  async function scanned(request: DbRequest, rule: ReadRule, terms: number, statements: readonly Fragment[]) {
    const network = networkOf(request)
    const units = (await sizeOf(request.table, rule)) * statements.length * terms
    if (units <= ROWS_OF_A_LIST || reads === undefined) return charged(request, terms, statements)
    return scans.run(network, async () => {
      const settle = await reads.reserve(network, units)
      const { results, rowsRead } = await runCounted(db, statements)
      await settle(rowsRead * terms)
      return results
    })
  }

  /** A query along an index. One that reads more than a list is charged for all of it. */
  async function charged(request: DbRequest, terms: number, statements: readonly Fragment[]) {
    const isListed = isAlongIndex(rulesOf(request).select.listed, request.query)
    const source = isListed && request.anyReplica ? db.withSession('first-unconstrained') : db
    const { results, rowsRead } = await runCounted(source, statements)
    if (rowsRead > ROWS_OF_A_LIST) await reads?.charge(networkOf(request), rowsRead * terms)
    return results
  }

  async function select(request: DbRequest): Promise<DbAnswer> {
    const { select: rule } = rulesOf(request)
    const view = await ruledViewOf(request, rule)
    requireWithin(view, request.query)
    // Before anything is read: what is wrong with a query is an error that costs nothing.
    const statements = reading(request, view)
    const terms = Math.max(1, termsOf(request.query.filters, view))
    if (isAlongIndex(rule.listed, request.query)) return read(await charged(request, terms, statements), request, view)
    await reads?.require(networkOf(request))
    return read(await scanned(request, rule, terms, statements), request, view)
  }

  /** A write without the service key: the columns that the rule accepts, carried out by the rule's own act. */
  async function writeByRule(request: DbRequest, rule: WriteRule, id: string | null): Promise<DbAnswer> {
    const { caller, idempotencyKey = null } = request
    const values = readWritable(soleRow(request, rule), rule, caller)
    const view = () => ruledViewOf(request, rulesOf(request).select)
    const row = await acts[rule.act]!({ rule, values, id, caller, idempotencyKey, view })
    return row === null ? NOTHING : returned([row], request, await view())
  }

  async function insert(request: DbRequest): Promise<DbAnswer> {
    const { insert: rule } = rulesOf(request)
    const { query, onDuplicate, table } = request
    if (rule === null || onDuplicate !== undefined || query.onConflict !== undefined) return denied(table)
    return writeByRule(request, rule, null)
  }

  async function update(request: DbRequest): Promise<DbAnswer> {
    const { update: rule } = rulesOf(request)
    const id = soleIdOf(request.query)
    return rule === null || id === null ? denied(request.table) : writeByRule(request, rule, id)
  }

  /** A table that does not exist for a caller answers so, and is not forbidden. */
  async function remove(request: DbRequest): Promise<never> {
    rulesOf(request)
    return denied(request.table)
  }

  const own = createOwnWrites({ db, clock, schema }, writeFully, fullViewOf)

  /** A page of a person's own rows, one at a time for each. @throws AppError `54000` when it is over 1 MB */
  const selectOwn = (request: DbRequest, userId: string): Promise<DbAnswer> =>
    ownReads.run(userId, async () => {
      await requireSmallPage(db, request, await fullViewOf(request))
      return selectFully(request)
    })
  const works = {
    select: [select, selectFully, selectOwn],
    insert: [insert, (request) => writeFully(request, (view) => compileInserts(request, view)), own.insert],
    update: [update, (request) => writeFully(request, (view) => [compileUpdate(request, view)]), own.update],
    remove: [remove, (request) => writeFully(request, (view) => [compileDelete(request, view)]), own.remove],
  } satisfies Record<Verb, [ruled: Work, full: Work, own: OwnWork]>

  /**
   * True if a table is an app's whose rows people own. Asked for signed-in people alone, and not for what rules speak
   * of.
   */
  async function isOwned({ table: name, caller }: DbRequest): Promise<boolean> {
    if (caller.userId === null || caller.role === 'service' || rulesFor(models, name, caller) !== null) return false
    let table = await schema.find(name)
    // It may have been made in another isolate.
    if (table === null && !schema.isSure() && (await schema.renew())) table = await schema.find(name)
    return table?.isPersonal === true
  }

  const act = (verb: Verb) => async (asked: DbRequest) => {
    const request = withKeptAddresses(asked, addressOf(asked.table), projectId)
    requireSettings(request.query, verb)
    const [ruled, full, own] = works[verb]
    if (request.caller.role === 'service') return lookingAgain(true, () => full(request))
    if (await isOwned(request)) return lookingAgain(true, () => own(request, request.caller.userId!))
    return lookingAgain(false, () => ruled(request))
  }
  return {
    select: act('select'),
    insert: act('insert'),
    update: act('update'),
    remove: act('remove'),
    async admit(request, verb) {
      if (request.caller.role === 'service') await lookingAgain(true, () => tableOf(request.table))
      if (request.caller.role === 'service' || (await isOwned(request))) return BODY_BYTES.large
      return (rulesOf(request)[verb] ?? denied(request.table)).limits.bodyBytes
    },
  }
}

const networkOf = ({ network, caller }: DbRequest): string => network ?? caller.visitor.address

type Work = (request: DbRequest) => Promise<DbAnswer>
type OwnWork = (request: DbRequest, userId: string) => Promise<DbAnswer>

/**
 * Rows that a list along an index may read, with its offset and a hundred rows twice. A caller that reads more is
 * charged for all of it.
 */
const ROWS_OF_A_LIST = 1500

/** For the public key, only what the database itself does not know: its other names are judged by rules. */
const mayBeStale = (thrown: unknown, knowsAll: boolean): boolean =>
  thrown instanceof AppError &&
  (thrown.code === '42703' || thrown.code === '42P01') &&
  (knowsAll || thrown.cause !== undefined)

const NOTHING: DbAnswer = { rows: [], total: null }

/** The `returning` of a write is checked before the write. */
function checked(view: View, { query }: DbRequest): View {
  columnsOf(query, view)
  for (const { column } of query.order ?? []) view.comparable(column)
  return view
}

function noSuchTable(name: string): never {
  throw new AppError('42P01', `relation "${name.slice(0, 64)}" does not exist`)
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
