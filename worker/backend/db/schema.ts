/** What a column holds, as far as comparing and answering goes. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'json' | 'timestamp'

export type Column = { readonly name: string; readonly kind: ColumnKind; readonly nullable: boolean }

export type Table = {
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
  /** What tells two rows apart when nothing else does: `rowid`, or the primary key where there is none. */
  readonly tieBreak: readonly string[]
}

export type Schema = ReadonlyMap<string, Table>

/** Strict tables have no type for JSON, so these are named here. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(['fantasy_football_cards.stats'])

const COLUMNS_OF_ALL_TABLES = `
  select t.name as "table", t.type, t.wr, c.name, c.type as declared, c."notnull", c.pk
  from pragma_table_list t join pragma_table_xinfo(t.name) c
  where t.schema = 'main' and t.type in ('table', 'view')
    and t.name not like 'sqlite\\_%' escape '\\' and t.name not like '\\_cf\\_%' escape '\\'
  order by t.name, c.cid`

type ColumnRow = {
  table: string
  type: string
  wr: number
  name: string
  declared: string
  notnull: number
  pk: number
}

/** Reads all tables and their columns from the database itself. */
export async function readSchema(db: D1Database): Promise<Schema> {
  const { results } = await db.prepare(COLUMNS_OF_ALL_TABLES).all<ColumnRow>()
  const columns = new Map<string, ColumnRow[]>()
  for (const row of results) columns.set(row.table, [...(columns.get(row.table) ?? []), row])
  return new Map([...columns].map(([name, rows]) => [name, tableOf(name, rows)]))
}

function tableOf(name: string, rows: readonly ColumnRow[]): Table {
  const columns = rows.map((row): Column => {
    const kind = JSON_COLUMNS.has(`${name}.${row.name}`) ? 'json' : kindOf(row.declared)
    return { name: row.name, kind, nullable: row.notnull === 0 && row.pk === 0 }
  })
  const primaryKey = rows.filter((row) => row.pk > 0).toSorted((a, b) => a.pk - b.pk)
  const keyNames = primaryKey.map((row) => row.name)
  const hasRowid = rows[0]!.type === 'table' && rows[0]!.wr === 0
  return {
    name,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: keyNames,
    tieBreak: hasRowid ? ['rowid'] : keyNames,
  }
}

function kindOf(declared: string): ColumnKind {
  if (/bool/i.test(declared)) return 'boolean'
  if (/json/i.test(declared)) return 'json'
  if (/date|time/i.test(declared)) return 'timestamp'
  return /int|real|floa|doub|num|dec/i.test(declared) ? 'number' : 'text'
}

/** Keeps the schema for the life of the isolate; a table that it does not know makes it look again. */
export function createSchemaCache(db: D1Database) {
  let known: Promise<Schema> | null = null
  const read = () =>
    readSchema(db).catch((thrown: unknown) => {
      known = null
      throw thrown
    })

  return {
    async find(table: string): Promise<Table | null> {
      known ??= read()
      const found = (await known).get(table)
      if (found !== undefined) return found
      known = read()
      return (await known).get(table) ?? null
    },
  }
}

export type SchemaCache = ReturnType<typeof createSchemaCache>
