import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readSchema, type Table } from '#worker/backend/db/schema.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { type Asked, CARDS, createTables, RETURNING, type Tables, visitorId } from './tables.ts'

const ME = visitorId(1)
const OTHER = visitorId(2)
const ROLES = {
  'the public key': { as: 'public' },
  'a visitor': { as: 'public', visitor: ME },
  service: { as: 'service' },
} as const satisfies Record<string, Asked>
type RoleName = keyof typeof ROLES
const ROLE_NAMES = Object.keys(ROLES) as RoleName[]

let tables: Tables
beforeAll(() => {
  tables = createTables()
})

/** Every table the migrations make, and one nobody made. */
const CLOSED = [
  ...inject('migrations')
    .flatMap(({ queries }) => queries)
    .flatMap((query) => /create table (\w+)/i.exec(query)?.[1] ?? []),
  'd1_migrations',
  'never',
].filter((name) => name !== 'fantasy_football_cards')

test('the matrix holds every table there is', async () => {
  await freshDatabase()
  const all = [...(await readSchema(testEnv().DB)).keys()]
  expect([...CLOSED, 'fantasy_football_cards'].toSorted()).toEqual([...all, 'never'].toSorted())
})

const WHOSE = { mine: ME, 'another’s': OTHER, 'nobody’s': null }
const WHOSE_NAMES = Object.keys(WHOSE) as (keyof typeof WHOSE)[]

/** A row in which everything that can name a person names this one. */
const rowOf = (table: Table, owner: string) =>
  Object.fromEntries(
    [...table.columns.values()].map(({ name, kind }) => {
      if (name === 'card') return [name, `card-${owner}`]
      return [name, kind === 'number' ? Number.parseInt(owner, 16) : owner]
    }),
  )

describe.each(CLOSED)('%s', (name) => {
  let table: Table | undefined
  let rows: Record<string, Record<string, unknown>>
  beforeEach(async () => {
    await freshDatabase()
    const { DB } = testEnv()
    table = (await readSchema(DB)).get(name)
    if (name === 'd1_migrations') await DB.exec('delete from d1_migrations')
    rows = {}
    for (const owner of [ME, OTHER]) {
      await seedCard({ id: `card-${owner}`, owner })
      if (name === 'generations') await DB.exec('delete from generations')
    }
    if (table === undefined) return
    for (const owner of [ME, OTHER]) {
      rows[owner] = rowOf(table, owner)
      const columns = Object.keys(rows[owner])
      await DB.prepare(`insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
        .bind(...Object.values(rows[owner]))
        .run()
    }
  })

  const kept = async () =>
    table === undefined ? [] : (await testEnv().DB.prepare(`select * from ${name}`).all()).results

  test.each(ROLE_NAMES.flatMap((role) => WHOSE_NAMES.map((whose) => [role, whose] as const)))(
    'for %s, a row that is %s',
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
    },
  )
})

type CardRow =
  'my draft' | 'another’s draft' | 'my unlisted' | 'another’s unlisted' | 'my public' | 'another’s public' | 'none'
const DRAFTS = ['my draft', 'another’s draft'] as const
const UNLISTED = ['my unlisted', 'another’s unlisted'] as const
const PUBLIC = ['my public', 'another’s public'] as const
const CARD_ROWS: readonly CardRow[] = [...DRAFTS, ...UNLISTED, ...PUBLIC, 'none']
const EVERY = [...DRAFTS, ...UNLISTED, ...PUBLIC]
const idOf = (row: CardRow) => row.replaceAll(/\W/g, '-')

/** Who sees, votes for, saves and removes which card. What is not here is refused or not found. */
const CARDS_RULE: Record<RoleName, Record<'byId' | 'inLists' | 'vote' | 'save' | 'remove', readonly CardRow[]>> = {
  'the public key': {
    byId: [...UNLISTED, ...PUBLIC],
    inLists: PUBLIC,
    vote: [...UNLISTED, ...PUBLIC],
    save: [],
    remove: [],
  },
  'a visitor': {
    byId: ['my draft', ...UNLISTED, ...PUBLIC],
    inLists: PUBLIC,
    vote: [...UNLISTED, ...PUBLIC],
    save: ['my draft', 'my unlisted'],
    remove: [],
  },
  service: { byId: EVERY, inLists: EVERY, vote: EVERY, save: [], remove: EVERY },
}

describe('fantasy_football_cards', () => {
  beforeEach(async () => {
    await freshDatabase()
    for (const row of EVERY)
      await seedCard({
        id: idOf(row),
        owner: row.startsWith('my') ? ME : OTHER,
        visibility: row.endsWith('draft') ? 'draft' : row.endsWith('unlisted') ? 'unlisted' : 'public',
      })
  })

  const everything = async () =>
    (await testEnv().DB.prepare('select * from fantasy_football_cards order by id').all()).results

  describe.each(ROLE_NAMES)('for %s', (role) => {
    const asked: Asked = { ...ROLES[role], headers: RETURNING }
    const rule = CARDS_RULE[role]

    test.each(CARD_ROWS)('%s is read', async (row) => {
      const id = idOf(row)
      const idsOf = async (search: string) =>
        (await tables.rows(`${CARDS}?${search}`, asked)).map((found) => found['id'])
      expect(await idsOf(`id=eq.${id}`)).toEqual(rule.byId.includes(row) ? [id] : [])
      const listed = rule.inLists.includes(row) ? [id] : []
      for (const search of [`id=in.(${id})`, `id=like.${id}`, `id=eq.${id}&votes=gte.0`, `or=(id.eq.${id})`])
        expect([search, await idsOf(search)]).toEqual([search, listed])
      expect((await idsOf('order=id')).includes(id)).toBe(listed.length === 1)
      const counted = await tables.ask(`${CARDS}?id=in.(${id})`, {
        ...asked,
        method: 'HEAD',
        headers: { prefer: 'count=exact' },
      })
      expect(counted.headers.get('content-range')).toMatch(new RegExp(`/${listed.length}$`))
    })

    test.each(CARD_ROWS)('%s is voted for', async (row) => {
      const answer = await tables.patch(`${CARDS}?id=eq.${idOf(row)}`, { votes: 1 }, asked)
      const votes = rule.vote.includes(row) ? [{ id: idOf(row), votes: 1 }] : []
      expect([answer.status, await answer.json()]).toEqual([200, votes.map((vote) => expect.objectContaining(vote))])
    })

    test.each(CARD_ROWS)('%s is saved', async (row) => {
      if (role === 'service') return expect(rule.save).toEqual([])
      const id = idOf(row)
      const body = {
        player_name: 'Nova',
        jersey_number: '7',
        team_colors: 'Chicago Bears',
        image_url: `https://cards.example/storage/fantasy-cards/cards/${id}/1.jpg`,
        stats: { strength: 1, agility: 2, touchdownPower: 3, leadership: 4, accuracy: 5 },
        user_id: 'anonymous',
        votes: 0,
      }
      const { status } = await tables.post(CARDS, body, asked)
      const isThere = role === 'a visitor' && row === 'my public'
      expect(status).toBe(rule.save.includes(row) ? 201 : isThere ? 409 : 403)
    })

    test.each(CARD_ROWS)('%s is removed', async (row) => {
      const answer = await tables.ask(`${CARDS}?id=eq.${idOf(row)}`, { ...asked, method: 'DELETE' })
      expect(answer.status).toBe(role === 'service' ? 200 : 403)
      const left = rule.remove.includes(row) ? EVERY.length - 1 : EVERY.length
      expect(await everything()).toHaveLength(left)
    })

    test.each(CARD_ROWS)('%s is changed in no other way', async (row) => {
      if (role === 'service') return expect(rule.byId).toEqual(EVERY)
      const before = await everything()
      const one = `${CARDS}?id=eq.${idOf(row)}`
      const columns = Object.keys(before[0]!).filter((column) => column !== 'votes')
      const refused = await Promise.all([
        ...columns.map((column) => tables.patch(one, { [column]: 'x' }, asked)),
        ...columns.map((column) => tables.patch(one, { votes: 1, [column]: 'x' }, asked)),
        tables.patch(`${CARDS}?id=in.(${idOf(row)})`, { votes: 1 }, asked),
        tables.patch(`${one}&votes=eq.0`, { votes: 1 }, asked),
        tables.post(CARDS, { id: idOf(row), player_name: 'x' }, asked),
        tables.post(`${CARDS}?on_conflict=id`, { id: idOf(row), votes: 9 }, asked),
        tables.ask(one, { ...asked, method: 'PUT' }),
      ])
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]))
      expect(await everything()).toEqual(before)
    })
  })
})
