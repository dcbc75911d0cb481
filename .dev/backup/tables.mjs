import { appendFileSync, closeSync, createReadStream, existsSync, mkdirSync, openSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Rows that are read, or written, at once. */
const PAGE_ROWS = 500

/** Counters, leases and what is only of this place's runs. Their tables are made again, empty. */
const PASSING = new Set(['token_buckets', 'window_counters', 'ai_leases', 'scheduled_tasks', 'operator_alerts'])

/**
 * Tables that a trigger fills for each row of another one that is inserted: their rows are made again, not copied. A copy
 * of a site that runs would have them of another moment than the rows that they are made from.
 */
const DERIVED = new Map([['card_name_parts', 'name_parts_began']])

const quoted = (name) => `"${name.replaceAll('"', '""')}"`
const fileOf = (folder, table) => join(folder, 'tables', `${encodeURIComponent(table)}.ndjson`)

/**
 * Everything that a database consists of, as its own statements.
 *
 * @param {D1Database} db
 * @returns {Promise<{ type: string, name: string, sql: string }[]>} tables first; triggers and indexes after them
 */
export async function readSchema(db) {
  const { results } = await db
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\'
         and name not like '\\_cf\\_%' escape '\\'
       order by case type when 'table' then 0 when 'view' then 1 else 2 end, rowid`,
    )
    .all()
  return results
}

/** The columns of a table, and those that order its rows. */
async function shapeOf(db, table) {
  const { results } = await db.prepare(`pragma table_info(${quoted(table)})`).all()
  const keys = results.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  return {
    columns: results.map(({ name }) => name),
    keys: keys.length > 0 ? keys.map(({ name }) => quoted(name)) : ['rowid'],
  }
}

/**
 * Appends the rows of a table to its file, a page at a time, each page noted before the next is read.
 *
 * @param {D1Database} db
 * @param {string} folder
 * @param {string} table
 * @param {{ after: unknown[] | null, rows: number, bytes: number, done: boolean }} state where to go on; changed with each page
 * @param {() => void} note keeps the state
 */
export async function exportTable(db, folder, table, state, note) {
  if (state.done) return
  const file = fileOf(folder, table)
  mkdirSync(join(folder, 'tables'), { recursive: true, mode: 0o700 })
  if (!existsSync(file)) closeSync(openSync(file, 'w', 0o600))
  // What was written after the last note is written again.
  truncateSync(file, state.bytes)
  const { columns, keys } = await shapeOf(db, table)
  const marks = keys.map(() => '?').join(', ')
  const order = keys.map((key) => `t.${key}`).join(', ')
  const selected = [
    ...columns.map((name) => `${exact(quoted(name))} as ${quoted(name)}`),
    ...keys.map((key, i) => `${exact(key)} as "key ${i}"`),
  ].join(', ')
  while (!state.done && !PASSING.has(table) && !DERIVED.has(table)) {
    const where = state.after === null ? '' : `where (${order}) > (${marks})`
    const { results } = await db
      .prepare(`select ${selected} from ${quoted(table)} as t ${where} order by ${order} limit ${PAGE_ROWS}`)
      .bind(...(state.after ?? []))
      .all()
    const lines = results.map((row) => `${JSON.stringify(columns.map((name) => encode(row[name])))}\n`).join('')
    appendFileSync(file, lines)
    const last = results.at(-1)
    state.bytes += Buffer.byteLength(lines)
    state.rows += results.length
    if (last !== undefined) state.after = keys.map((_key, i) => last[`key ${i}`])
    state.done = results.length < PAGE_ROWS
    note()
  }
  state.done = true
  note()
}

/** Integers that a double would round come as texts, which a column of integers takes as the numbers they are. */
const exact = (name) =>
  `iif(typeof(${name}) = 'integer' and ${name} not between ${-Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}, cast(${name} as text), ${name})`

/** Bytes come as a list of numbers, which JSON would not tell from a text. */
const encode = (value) =>
  typeof value === 'object' && value !== null ? { hex: Buffer.from(value).toString('hex') } : value
const decode = (value) => (typeof value === 'object' && value !== null ? Buffer.from(value.hex, 'hex') : value)

/**
 * The rows of a table in a backup, in their order.
 *
 * @param {string} folder
 * @param {string} table
 * @returns {AsyncGenerator<unknown[]>}
 */
export async function* rowsOf(folder, table) {
  const file = fileOf(folder, table)
  if (!existsSync(file)) return
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (line !== '') yield JSON.parse(line).map(decode)
}

/**
 * Makes a database of a backup: tables, rows, and last indexes and triggers, so that no trigger counts a row again. The
 * triggers that fill {@link DERIVED} tables are there before the rows.
 *
 * @param {D1Database} db holds nothing
 * @param {string} folder
 * @param {{ type: string, name: string, sql: string }[]} schema
 * @returns {Promise<number>} rows
 */
export async function importTables(db, folder, schema) {
  const tables = schema.filter(({ type }) => type === 'table')
  const fillers = schema.filter(({ name }) => [...DERIVED.values()].includes(name))
  for (const { sql } of [...tables, ...fillers]) await db.prepare(sql).run()
  let rows = 0
  for (const table of await parentsFirst(
    db,
    tables.map(({ name }) => name),
  )) {
    const { columns } = await shapeOf(db, table)
    for await (const batch of batchesOf(rowsOf(folder, table))) {
      await db.batch(insertsOf(db, table, columns, batch))
      rows += batch.length
    }
  }
  for (const entry of schema.filter(({ type }) => type !== 'table'))
    if (!fillers.includes(entry)) await db.prepare(entry.sql).run()
  return rows
}

/** What one statement takes, well below D1's limit of 2 MB for a value. */
const BATCH_CHARACTERS = 400_000

async function* batchesOf(rows) {
  let batch = []
  let characters = 0
  for await (const row of rows) {
    batch.push(row)
    characters += JSON.stringify(row).length
    if (batch.length < PAGE_ROWS && characters < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** What JSON in SQLite cannot hold: bytes, and texts with a NUL in them. Such a row is bound value by value. */
const isPlain = (row) => row.every((value) => !(value instanceof Uint8Array) && !String(value).includes('\0'))

/** Statements that insert rows: all that JSON can hold by one, which is twenty times as fast as one for each. */
function insertsOf(db, table, columns, rows) {
  const into = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')})`
  const plain = rows.filter(isPlain)
  const picked = columns.map((_name, i) => `json_extract(value, '$[${i}]')`).join(', ')
  const marks = columns.map(() => '?').join(', ')
  return [
    ...(plain.length > 0 ? [db.prepare(`${into} select ${picked} from json_each(?)`).bind(JSON.stringify(plain))] : []),
    ...rows.filter((row) => !isPlain(row)).map((row) => db.prepare(`${into} values (${marks})`).bind(...row)),
  ]
}

/** Tables in an order in which each comes after those that it refers to. */
async function parentsFirst(db, names) {
  const parents = new Map()
  for (const name of names) {
    const { results } = await db.prepare(`pragma foreign_key_list(${quoted(name)})`).all()
    parents.set(
      name,
      results.map(({ table }) => table).filter((table) => table !== name),
    )
  }
  const ordered = new Set()
  const visit = (name, seen = new Set()) => {
    if (ordered.has(name) || seen.has(name) || !parents.has(name)) return
    seen.add(name)
    for (const parent of parents.get(name)) visit(parent, seen)
    ordered.add(name)
  }
  for (const name of names) visit(name)
  return [...ordered]
}
