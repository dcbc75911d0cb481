import { expect, inject, it } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { LEAGUE_TABLES } from '#worker/backend/leagues/tables.ts'
import { readSchema, type Table } from '#worker/backend/db/schema.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { ME, OTHER, ROLE_NAMES, ROLES, RULED } from '../../worker/db/access-cells.ts'
import { createTables, type RequestOptions, RETURNING, type Tables } from '../../worker/db/tables.ts'

const RULED_TABLES = Object.entries(CARD_TABLES).flatMap(([name, model]) => ('rules' in model ? name : []))

/** Every table of the migrations without access rules. */
const CLOSED = [...namesAfter('create table'), 'd1_migrations'].filter(
  (name) => !RULED_TABLES.includes(name) && !namesAfter('drop table').includes(name),
)

function namesAfter(words: string): string[] {
  const queries = inject('migrations').flatMap((migration) => migration.queries)
  return queries.flatMap((query) => new RegExp(`${words} (\\w+)`, 'i').exec(query)?.[1] ?? [])
}

it('classifies every table as closed or ruled', async () => {
  await freshDatabase()
  const all = [...(await readSchema(testEnv().DB, { ...CARD_TABLES, ...LEAGUE_TABLES })).keys()]
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
  league_awards: { seat: '1' },
  league_seats: { number: '1' },
  league_duels: { challenger: '1', opponent: '1' },
  league_votes: { voter: '1', seat: '1' },
}

/** Tables referenced by rows: users and their sessions. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  identities: ['users'],
  owned_rows: ['users'],
  sessions: ['users'],
  refresh_tokens: ['users', 'sessions'],
  league_awards: ['leagues', 'league_seats'],
  league_cards: ['leagues'],
  league_draw_seats: ['leagues', 'league_seasons', 'league_draws'],
  league_draws: ['leagues', 'league_seasons'],
  league_duels: ['leagues', 'league_seats'],
  league_past_seats: ['leagues', 'league_seasons'],
  league_seasons: ['leagues'],
  league_seats: ['leagues'],
  league_votes: ['leagues', 'league_seats'],
}

/** A row whose every user column names this user. */
const getRow = (table: Table, owner: string) =>
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
  return readSchema(DB, { ...CARD_TABLES, ...LEAGUE_TABLES })
}

/** Inserts a row of each owner. @returns the table's key, and these rows by owner */
async function seedTable(all: Awaited<ReturnType<typeof createSchema>>, name: string) {
  const table = all.get(name)!
  const rows: Record<string, Record<string, unknown>> = {}
  for (const owner of [ME, OTHER]) {
    for (const parent of PARENTS[name] ?? []) await insert(parent, getRow(all.get(parent)!, owner))
    rows[owner] = getRow(table, owner)
    await insert(name, rows[owner])
  }
  const key = table.primaryKey[0] ?? 'id'
  return { key, isNumber: table.columns.get(key)?.kind === 'number', rows }
}

const rowsIn = async (name: string) => (await testEnv().DB.prepare(`select * from ${name}`).all()).results

/** Sends every kind of request for one row. */
async function askAll(
  tables: Tables,
  path: string,
  row: Record<string, unknown>,
  key: string,
  options: RequestOptions,
) {
  const one = `${path}?${key}=eq.${String(row[key])}`
  return {
    GET: await tables.ask(one, options),
    HEAD: await tables.ask(one, { ...options, method: 'HEAD' }),
    POST: await tables.post(path, row, options),
    PATCH: await tables.patch(one, { [key]: row[key] }, options),
    DELETE: await tables.ask(one, { ...options, method: 'DELETE' }),
    PUT: await tables.ask(one, { ...options, method: 'PUT' }),
  }
}

type Responses = Awaited<ReturnType<typeof askAll>>
const getStatuses = (responses: Responses) =>
  Object.values(responses)
    .map(({ status }) => status)
    .join(' ')

/** The statuses and the error of all calls to a missing table. */
async function getRefusal(responses: Responses): Promise<string> {
  const { code, message } = await responses.GET.json<{ code: string; message: string }>()
  return `${getStatuses(responses)} ${code} ${message}`
}
const missing = (name: string, replaced = 403) =>
  `404 404 404 404 404 ${replaced} 42P01 relation "${name}" does not exist`

it('returns 404 for a table that does not exist', async () => {
  const tables = createTables()
  const offenders: unknown[] = []
  for (const name of ['never', '__proto__', 'constructor'])
    for (const role of ROLE_NAMES) {
      const options = { ...ROLES[role], headers: RETURNING }
      const refusal = await getRefusal(await askAll(tables, `/rest/v1/${name}`, { id: 'x' }, 'id', options))
      if (refusal !== missing(name, role === 'service' ? 405 : 403)) offenders.push([role, name, refusal])
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
        const options = { ...ROLES[role], headers: RETURNING }
        const refusal = await getRefusal(await askAll(tables, `/rest/v1/${name}`, rows[owner]!, key, options))
        if (refusal !== missing(name)) offenders.push([role, name, owner, refusal])
        const { status } = await tables.ask(`/api/db/fantasy-cards/rest/v1/${name}`, options)
        if (status !== 404) offenders.push([role, `the records of ${name}`, status])
      }
    if (JSON.stringify(await rowsIn(name)) !== JSON.stringify(before)) offenders.push([name, 'rows have changed'])
  }
  expect(offenders).toEqual([])
})

it('lets the service read, update and delete rows of closed tables by key', async () => {
  const tables = createTables()
  const schema = await createSchema()
  const results: Record<string, string> = {}
  const expected: Record<string, string> = {}
  for (const name of CLOSED) {
    const { key, isNumber, rows } = await seedTable(schema, name)
    for (const [whose, row] of Object.entries({ mine: rows[ME]!, unknown: { never: 1, [key]: isNumber ? 99 : 'x' } })) {
      const before = await rowsIn(name)
      const refusal = await askAll(tables, `/rest/v1/${name}`, row, key, { ...ROLES.service, headers: RETURNING })
      const found = await Promise.all(
        [refusal.GET, refusal.PATCH, refusal.DELETE].map(async (response) =>
          [await response.json<Record<string, unknown>[]>()].flat().map((one) => String(one[key] ?? one['code'])),
        ),
      )
      const removed = before.length - (await rowsIn(name)).length
      results[`${name}: ${whose}`] = JSON.stringify([getStatuses(refusal), ...found, removed])
      const ids = before.map((one) => String(one[key])).filter((id) => id === String(row[key]))
      const written = whose === 'mine' ? 409 : 400
      expected[`${name}: ${whose}`] = JSON.stringify([`200 200 ${written} 200 200 405`, ids, ids, ids, ids.length])
    }
  }
  expect(results).toEqual(expected)
})
