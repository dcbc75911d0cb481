import { expect, inject, it } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { readSchema, type Table } from '#worker/backend/db/schema.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { ME, OTHER, ROLE_NAMES, ROLES, RULED } from '../../worker/db/access-cells.ts'
import { type Asked, createTables, RETURNING, type Tables } from '../../worker/db/tables.ts'

const RULED_TABLES = Object.entries(CARD_TABLES).flatMap(([name, model]) => ('rules' in model ? name : []))

/** Every table that the migrations make and no rule opens. */
const CLOSED = [...namesAfter('create table'), 'd1_migrations'].filter(
  (name) => !RULED_TABLES.includes(name) && !namesAfter('drop table').includes(name),
)

function namesAfter(words: string): string[] {
  const queries = inject('migrations').flatMap((migration) => migration.queries)
  return queries.flatMap((query) => new RegExp(`${words} (\\w+)`, 'i').exec(query)?.[1] ?? [])
}

it('knows each table as closed or ruled', async () => {
  await freshDatabase()
  const all = [...(await readSchema(testEnv().DB, CARD_TABLES)).keys()]
  expect([...CLOSED, ...RULED_TABLES].toSorted()).toEqual(all.toSorted())
  expect(RULED_TABLES).toEqual(['fantasy_football_cards'])
})

/** Allowed values of columns with a check constraint. */
const CHECKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  one_time_tokens: { purpose: 'magic' },
  admin_tokens: { kind: 'link' },
  generation_charges: { kind: 'card', state: 'taken' },
  vote_windows: { name: 'week' },
  scheduled_tasks: { outcome: 'done' },
  held_removals: { shown: 'public' },
}

/** Tables that rows refer to: people, and their sessions. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  identities: ['users'],
  owned_rows: ['users'],
  sessions: ['users'],
  refresh_tokens: ['users', 'sessions'],
}

/** A row in which every column that can name a person names this one. */
const rowOf = (table: Table, owner: string) =>
  Object.fromEntries(
    [...table.columns.values()].map(({ name, kind }) => {
      if (name === 'card') return [name, `card-${owner}`]
      const checked = CHECKED[table.name]?.[name]
      if (checked !== undefined) return [name, checked]
      if (kind === 'timestamp') return [name, '2026-11-21T12:00:00Z']
      return [name, kind === 'number' ? Number.parseInt(owner, 16) : owner]
    }),
  )

async function insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row)
  await testEnv()
    .DB.prepare(`insert or replace into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .bind(...Object.values(row))
    .run()
}

/** The columns of every table, in a database with a card of each owner. */
async function createSchema() {
  await freshDatabase()
  const { DB } = testEnv()
  for (const owner of [ME, OTHER]) await seedCard({ id: `card-${owner}`, owner })
  await DB.batch(['d1_migrations', 'generations'].map((name) => DB.prepare(`delete from ${name}`)))
  return readSchema(DB, CARD_TABLES)
}

/** Gives a table a row of each owner. @returns its key, and these rows by owner */
async function seedTable(all: Awaited<ReturnType<typeof createSchema>>, name: string) {
  const table = all.get(name)!
  const rows: Record<string, Record<string, unknown>> = {}
  for (const owner of [ME, OTHER]) {
    for (const parent of PARENTS[name] ?? []) await insert(parent, rowOf(all.get(parent)!, owner))
    rows[owner] = rowOf(table, owner)
    await insert(name, rows[owner])
  }
  const key = table.primaryKey[0] ?? 'id'
  return { key, isNumber: table.columns.get(key)?.kind === 'number', rows }
}

const rowsIn = async (name: string) => (await testEnv().DB.prepare(`select * from ${name}`).all()).results

/** Asks about one row in every way there is. */
async function askAll(tables: Tables, path: string, row: Record<string, unknown>, key: string, asked: Asked) {
  const one = `${path}?${key}=eq.${String(row[key])}`
  return {
    GET: await tables.ask(one, asked),
    HEAD: await tables.ask(one, { ...asked, method: 'HEAD' }),
    POST: await tables.post(path, row, asked),
    PATCH: await tables.patch(one, { [key]: row[key] }, asked),
    DELETE: await tables.ask(one, { ...asked, method: 'DELETE' }),
    PUT: await tables.ask(one, { ...asked, method: 'PUT' }),
  }
}

type Answers = Awaited<ReturnType<typeof askAll>>
const statusesOf = (answers: Answers) =>
  Object.values(answers)
    .map(({ status }) => status)
    .join(' ')

/** The statuses of all calls, and the refusal, for a table that is not there. */
async function refusalOf(answers: Answers): Promise<string> {
  const { code, message } = await answers.GET.json<{ code: string; message: string }>()
  return `${statusesOf(answers)} ${code} ${message}`
}
const missing = (name: string, replaced = 403) =>
  `404 404 404 404 404 ${replaced} 42P01 relation "${name}" does not exist`

it('answers 404 for a table that does not exist', async () => {
  const tables = createTables()
  const offenders: unknown[] = []
  for (const name of ['never', '__proto__', 'constructor'])
    for (const role of ROLE_NAMES) {
      const asked = { ...ROLES[role], headers: RETURNING }
      const told = await refusalOf(await askAll(tables, `/rest/v1/${name}`, { id: 'x' }, 'id', asked))
      if (told !== missing(name, role === 'service' ? 405 : 403)) offenders.push([role, name, told])
    }
  expect(offenders).toEqual([])
})

it('hides closed tables from every role but the service', async () => {
  const tables = createTables()
  const schema = await createSchema()
  const offenders: unknown[] = []
  for (const name of CLOSED) {
    const { key, rows } = await seedTable(schema, name)
    const before = await rowsIn(name)
    for (const role of RULED)
      for (const owner of role === 'public' ? [ME] : [ME, OTHER]) {
        const asked = { ...ROLES[role], headers: RETURNING }
        const told = await refusalOf(await askAll(tables, `/rest/v1/${name}`, rows[owner]!, key, asked))
        if (told !== missing(name)) offenders.push([role, name, owner, told])
        const { status } = await tables.ask(`/api/db/fantasy-cards/rest/v1/${name}`, asked)
        if (status !== 404) offenders.push([role, `the records of ${name}`, status])
      }
    if (JSON.stringify(await rowsIn(name)) !== JSON.stringify(before)) offenders.push([name, 'rows have changed'])
  }
  expect(offenders).toEqual([])
})

it('lets the service read, change and remove rows of closed tables by their key', async () => {
  const tables = createTables()
  const schema = await createSchema()
  const answers: Record<string, string> = {}
  const expected: Record<string, string> = {}
  for (const name of CLOSED) {
    const { key, isNumber, rows } = await seedTable(schema, name)
    for (const [whose, row] of Object.entries({ mine: rows[ME]!, unknown: { never: 1, [key]: isNumber ? 99 : 'x' } })) {
      const before = await rowsIn(name)
      const told = await askAll(tables, `/rest/v1/${name}`, row, key, { ...ROLES.service, headers: RETURNING })
      const found = await Promise.all(
        [told.GET, told.PATCH, told.DELETE].map(async (answer) =>
          [await answer.json<Record<string, unknown>[]>()].flat().map((one) => String(one[key] ?? one['code'])),
        ),
      )
      const removed = before.length - (await rowsIn(name)).length
      answers[`${name}: ${whose}`] = JSON.stringify([statusesOf(told), ...found, removed])
      const ids = before.map((one) => String(one[key])).filter((id) => id === String(row[key]))
      const written = whose === 'mine' ? 409 : 400
      expected[`${name}: ${whose}`] = JSON.stringify([`200 200 ${written} 200 200 405`, ids, ids, ids, ids.length])
    }
  }
  expect(answers).toEqual(expected)
})
