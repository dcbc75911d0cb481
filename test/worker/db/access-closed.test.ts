import { beforeAll, describe, expect, inject, test } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { readSchema, type Table } from '#worker/backend/db/schema.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { ME, OTHER, ROLE_NAMES, ROLES } from './access-cells.ts'
import { type Asked, createTables, RETURNING, type Tables } from './tables.ts'

const RULED_TABLES = Object.entries(CARD_TABLES).flatMap(([name, model]) => ('rules' in model ? name : []))

let tables: Tables
beforeAll(() => {
  tables = createTables()
})

/** Every table the migrations make and no rule opens, and one that does not exist. */
const CLOSED = [...namesAfter('create table'), 'd1_migrations', 'never'].filter(
  (name) => !RULED_TABLES.includes(name) && !namesAfter('drop table').includes(name),
)

function namesAfter(words: string): string[] {
  const queries = inject('migrations').flatMap((migration) => migration.queries)
  return queries.flatMap((query) => new RegExp(`${words} (\\w+)`, 'i').exec(query)?.[1] ?? [])
}

test('the closed tables and those with rules are all there are', async () => {
  await freshDatabase()
  const all = [...(await readSchema(testEnv().DB, CARD_TABLES)).keys()]
  expect([...CLOSED, ...RULED_TABLES].toSorted()).toEqual([...all, 'never'].toSorted())
  expect(RULED_TABLES).toEqual(['fantasy_football_cards'])
})

const WHOSE = { mine: ME, 'another’s': OTHER, unowned: null }
const WHOSE_NAMES = Object.keys(WHOSE) as (keyof typeof WHOSE)[]

/** What columns may hold, where the table says so. */
const CHECKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  one_time_tokens: { purpose: 'magic' },
  admin_tokens: { kind: 'link' },
  generation_charges: { kind: 'card', state: 'taken' },
  vote_windows: { name: 'week' },
  scheduled_tasks: { outcome: 'done' },
  held_removals: { shown: 'public' },
}

/** Whom rows point at: people, and their sessions. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  identities: ['users'],
  owned_rows: ['users'],
  sessions: ['users'],
  refresh_tokens: ['users', 'sessions'],
}

/** A row in which everything that can name a person names this one. */
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

describe.each(CLOSED)('%s', (name) => {
  let table: Table | undefined
  const rows: Record<string, Record<string, unknown>> = {}
  // Once for a table: of all that follows, the service alone changes rows, and they are put back.
  beforeAll(async () => {
    await freshDatabase()
    const { DB } = testEnv()
    const tablesOf = await readSchema(DB, CARD_TABLES)
    table = tablesOf.get(name)
    if (name === 'd1_migrations') await DB.exec('delete from d1_migrations')
    for (const owner of [ME, OTHER]) await seedCard({ id: `card-${owner}`, owner })
    if (name === 'generations') await DB.exec('delete from generations')
    if (table === undefined) return
    for (const owner of [ME, OTHER]) {
      for (const parent of PARENTS[name] ?? []) await insert(parent, rowOf(tablesOf.get(parent)!, owner))
      rows[owner] = rowOf(table, owner)
      await insert(name, rows[owner])
    }
  })

  const kept = async () =>
    table === undefined ? [] : (await testEnv().DB.prepare(`select * from ${name}`).all()).results

  test.each(ROLE_NAMES.flatMap((role) => WHOSE_NAMES.map((whose) => [role, whose] as const)))(
    'for the role %s, a row that is %s',
    async (role, whose) => {
      const owner = WHOSE[whose]
      const key = table?.primaryKey[0] ?? 'id'
      const row = owner === null || table === undefined ? { [key]: 'x', id: 'x' } : rows[owner]!
      const isNumber = table?.columns.get(key)?.kind === 'number'
      const value = owner === null ? (isNumber ? 99 : 'x') : row[key]
      const path = `/rest/v1/${name}?${key}=eq.${String(value)}`
      const asked: Asked = { ...ROLES[role], headers: RETURNING }
      const patch = { [key]: value }
      const before = await kept()
      const answers = {
        GET: await tables.ask(path, asked),
        HEAD: await tables.ask(path, { ...asked, method: 'HEAD' }),
        POST: await tables.post(`/rest/v1/${name}`, row, asked),
        PATCH: await tables.patch(path, patch, asked),
        DELETE: await tables.ask(path, { ...asked, method: 'DELETE' }),
        PUT: await tables.ask(path, { ...asked, method: 'PUT' }),
      }
      const statuses = Object.values(answers).map(({ status }) => status)

      if (role !== 'service' || table === undefined) {
        expect(statuses).toEqual(role === 'service' ? [404, 404, 404, 404, 404, 405] : [404, 404, 404, 404, 404, 403])
        expect(await answers.GET.json()).toMatchObject({ code: '42P01', message: `relation "${name}" does not exist` })
        expect(await kept()).toEqual(before)
        return
      }
      const found = owner === null ? [] : [expect.objectContaining({ [key]: value })]
      expect(statuses).toEqual([200, 200, owner === null ? 400 : 409, 200, 200, 405])
      for (const verb of ['GET', 'PATCH', 'DELETE'] as const)
        expect([verb, await answers[verb].json()]).toEqual([verb, found])
      expect(await kept()).toHaveLength(before.length - found.length)
      if (owner !== null) await insert(name, row)
      expect(await kept()).toHaveLength(before.length)
    },
  )
})
