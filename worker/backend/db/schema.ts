import type { Clock } from '#worker/env.ts'
import { createVersionQuery, getVersion } from './compiled.ts'
import { sql } from './fragment.ts'
import { BACKEND_TABLES, OWNER_COLUMN } from './own-tables.ts'
import type { Row } from './request.ts'
import { findModel, type TableModels } from './rule.ts'
import { run } from './statements.ts'

/** Type of a column, for comparisons and responses. */
export type ColumnKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'json'
  /** Times in the spelling in which they were sent. */
  | 'timestamp'
  /** Times in one spelling, so that their text sorts chronologically and an index finds them. */
  | 'iso'
  /** Any value: a column of a view, or one that was declared without a type. */
  | 'any'

export type Column = {
  readonly name: string
  readonly kind: ColumnKind
  readonly nullable: boolean
  /** True when numbers are stored as doubles. */
  readonly isReal?: boolean
  /** True when a row may hold an integer beyond 2^53. */
  readonly mayBeLarge?: boolean
  /** Aliases of JSON members, with the names under which they are stored. */
  readonly members?: ReadonlyMap<string, string>
}

export type Table = {
  readonly name: string
  readonly type: 'table' | 'view' | 'virtual'
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
  /** Columns that break ties between rows: `rowid`, or the primary key without one. */
  readonly tieBreak: readonly string[]
  /**
   * True if people own its rows: an app created it with a text column for the owner. Views are excluded, because their
   * rows may belong to another table.
   */
  readonly isPersonal: boolean
}

export type Schema = ReadonlyMap<string, Table>

const selectColumns = (tables: string) => `
  select t.name as "table", t.type, t.wr, c.name, c.type as declared, c."notnull", c.pk
  from pragma_table_list t join pragma_table_xinfo(t.name) c
  where t.schema = 'main' and c.hidden <> 1 and ${tables}
    and t.name not like 'sqlite\\_%' escape '\\' and t.name not like '\\_cf\\_%' escape '\\'
  order by t.name, c.cid`

type ColumnRow = {
  table: string
  type: Table['type']
  wr: number
  name: string
  declared: string
  notnull: number
  pk: number
}

/** Reads all tables and their columns from the database. */
export const readSchema = async (db: D1Database, models: TableModels): Promise<Schema> =>
  (await readVersioned(db, models)).schema

type Versioned = { readonly schema: Schema; readonly version: number }

/** A view of a missing table makes the whole query fail. Each view is then queried separately. */
const readColumns = (db: D1Database): Promise<Row[][]> =>
  run(db, [createVersionQuery(), sql(selectColumns(`t.type in ('table', 'view', 'virtual')`))]).catch(async () => {
    const [views = []] = await run(db, [sql(`select name from sqlite_schema where type = 'view'`)])
    const pending = views.map(({ name }) => run(db, [sql(selectColumns(`t.name = ?`), String(name))]).catch(() => []))
    const [version = [], tables = []] = await run(db, [
      createVersionQuery(),
      sql(selectColumns(`t.type in ('table', 'virtual')`)),
    ])
    return [version, [...tables, ...(await Promise.all(pending)).flat(2)]]
  })

async function readVersioned(db: D1Database, models: TableModels): Promise<Versioned> {
  const [version = [], rows = []] = await readColumns(db)
  const columns = new Map<string, ColumnRow[]>()
  for (const row of rows as ColumnRow[]) columns.set(row.table, [...(columns.get(row.table) ?? []), row])
  const schema = new Map([...columns].map(([name, rows]) => [name, toTable(name, rows, models)]))
  return { schema, version: getVersion(version) }
}

function toTable(name: string, rows: readonly ColumnRow[], models: TableModels): Table {
  const model = findModel(models, name)
  const isOurs = BACKEND_TABLES.has(name.toLowerCase()) || findModel(models, name.toLowerCase()) !== undefined
  const columns = rows.map((row): Column => {
    const { kind = toColumnKind(row.declared), members } = model?.columns?.[row.name] ?? {}
    const isReal = kind === 'number' && hasRealAffinity(row.declared)
    return {
      name: row.name,
      kind,
      nullable: row.notnull === 0 && row.pk === 0,
      ...(isReal && { isReal }),
      // Our own tables hold no such integers.
      ...(!isOurs && !isReal && MAY_HOLD_INTEGERS.has(kind) && { mayBeLarge: true }),
      ...(members && { members }),
    }
  })
  const primaryKey = rows.filter((row) => row.pk > 0).toSorted((a, b) => a.pk - b.pk)
  const keyNames = primaryKey.map((row) => row.name)
  const hasRowid = rows[0]!.type !== 'view' && rows[0]!.wr === 0
  const { type } = rows[0]!
  const owner = columns.find((column) => column.name === OWNER_COLUMN)
  return {
    name,
    type,
    isPersonal: type === 'table' && !isOurs && (owner?.kind === 'text' || owner?.kind === 'any'),
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: keyNames,
    tieBreak: hasRowid ? ['rowid'] : keyNames,
  }
}

const MAY_HOLD_INTEGERS: ReadonlySet<ColumnKind> = new Set(['number', 'any', 'timestamp'])

/** https://sqlite.org/datatype3.html#determination_of_column_affinity */
const hasRealAffinity = (declared: string): boolean => !/int/i.test(declared) && /real|floa|doub/i.test(declared)

function toColumnKind(declared: string): ColumnKind {
  if (/^(?:any)?$/i.test(declared)) return 'any'
  if (/bool/i.test(declared)) return 'boolean'
  if (/json/i.test(declared)) return 'json'
  // A time of day alone is text.
  if (/date|timestamp/i.test(declared)) return 'timestamp'
  return /int|real|floa|doub|num|dec/i.test(declared) ? 'number' : 'text'
}

/**
 * Time during which the last seen version is not checked again. Tables change through `/sql`, which forces a check.
 * Only a column that another isolate has added may be missing from responses that long. A request that names it
 * triggers a check.
 */
const SURE_MS = 1000

/** Caches the schema while the database reports the same version. */
export class SchemaCache {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly models: TableModels
  // Caches the result, never the promise. A promise belongs to one request and ends when its caller disconnects.
  private known: Versioned | null = null
  private seenAt = Number.NEGATIVE_INFINITY

  constructor(db: D1Database, clock: Clock, models: TableModels) {
    this.db = db
    this.clock = clock
    this.models = models
  }

  /** Returns a table of the last known schema. */
  async find(name: string): Promise<Table | null> {
    this.known ??= await readVersioned(this.db, this.models)
    return this.known.schema.get(name) ?? null
  }

  /** Returns every table of the last known schema. */
  async all(): Promise<readonly Table[]> {
    this.known ??= await readVersioned(this.db, this.models)
    return [...this.known.schema.values()]
  }

  /** True if the version was checked so recently that it need not be checked again. */
  isSure(): boolean {
    return this.clock() - this.seenAt < SURE_MS
  }

  /** Forces the next version check, because tables may have changed. */
  markStale(): void {
    this.seenAt = Number.NEGATIVE_INFINITY
  }

  /**
   * Reads the schema again if it has changed.
   *
   * @param seen the current version, if known
   * @returns whether it had changed
   */
  async renew(seen?: number): Promise<boolean> {
    const before = this.known?.version
    const now = seen ?? getVersion((await run(this.db, [createVersionQuery()]))[0] ?? [])
    this.seenAt = this.clock()
    if (before === now) return false
    this.known = await readVersioned(this.db, this.models)
    return true
  }
}
