import { beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { PROJECT } from '../../support/backend.ts'
import { getImagePath, seedCard } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { CARDS, RETURNING, type Tables } from './tables.ts'
import { createNotes, NOTES, SERVICE } from './notes.ts'

let tables: Tables
beforeEach(async () => void (tables = await createNotes()))

const found = async (search: string) =>
  (await tables.rows(`${NOTES}?${search}&select=id&order=id`, SERVICE)).map(({ id }) => id).join('')
const where = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`

const DATE = 'Sun Feb 15 2026 00:00:00 GMT+0000 (Coordinated Universal Time)'
const INVALID_TIMES = [
  where('at', `lt.${DATE}`),
  where('at', 'gt.notatime'),
  where('at', 'in.(2026-01-01,notatime)'),
  where('and', '(at.gte.notatime,id.eq.a)'),
  'at=eq.2026-13-01',
  'at=eq.',
]

describe('invalid times', () => {
  it('rejects an invalid time in a filter', async () => {
    for (const search of INVALID_TIMES)
      expect([search, await tables.refusal(tables.ask(`${NOTES}?${search}`, SERVICE))]).toEqual([
        search,
        expect.objectContaining({
          status: 400,
          code: '22007',
          message: expect.stringContaining('invalid input syntax for type timestamp with time zone: "'),
        }),
      ])
  })

  it('rejects an invalid time in a filter from the public key too', async () => {
    const late = tables.ask(`${CARDS}?${where('created_at', `lt.${DATE}`)}`)
    expect(await tables.refusal(late)).toMatchObject({ status: 400, code: '22007' })
  })

  it('refuses to store an invalid time', async () => {
    for (const at of ['notatime', {}, true, '']) {
      const card = { id: 'k', created_at: at, team_colors: 'Chicago Bears', image_url: 'x' }
      for (const write of [
        tables.post(NOTES, { title: 'x', at }, SERVICE),
        tables.patch(`${NOTES}?id=eq.a`, { at }, SERVICE),
        tables.post(CARDS, card, SERVICE),
      ])
        expect(await tables.refusal(write)).toMatchObject({ status: 400, code: '22007' })
    }
  })
})

const JSON_FILTERS = [
  ['tags', 'eq.{"two":[1.0,{"deep":"x"}],"one":1}', 'a'],
  ['tags', 'eq. { "one" : 1, "two" : [1, {"deep":"x"}] } ', 'a'],
  ['tags', 'eq.{"one":1}', ''],
  ['tags', 'eq.{"one":1,"two":[{"deep":"x"},1]}', ''],
  ['tags', 'eq.["x"]', 'b'],
  ['tags', 'eq."x"', ''],
  ['tags', 'neq.["x"]', 'a'],
  ['tags', 'not.eq.["x"]', 'a'],
  ['tags', 'in.("[\\"x\\"]","{\\"two\\":[1,{\\"deep\\":\\"x\\"}],\\"one\\":1}")', 'ab'],
  ['tags', 'not.in.("[\\"x\\"]")', 'a'],
  ['or', '(tags.eq."[\\"x\\"]",tags.is.null)', 'bc'],
] as const

describe('JSON comparison', () => {
  it('compares JSON by value', async () => {
    const responses = []
    for (const [name, value] of JSON_FILTERS) responses.push([name, value, await found(where(name, value))])
    expect(responses).toEqual(JSON_FILTERS)
  })

  it('refuses to compare JSON with other text, and to order it', async () => {
    const ask = (value: string) => tables.refusal(tables.ask(`${NOTES}?${where('tags', value)}`, SERVICE))
    expect(await ask('eq.{x')).toMatchObject({ status: 400, code: '22P02' })
    expect(await ask('gt.{}')).toMatchObject({ status: 404, code: '42883' })
  })

  it('compares JSON for every role, in any key order, at most twice per query', async () => {
    await seedCard({ id: 'card-1' })
    const [{ stats } = {}] = await tables.rows(`${CARDS}?id=eq.card-1&select=stats`)
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(stats as object).toReversed()))
    for (const text of [JSON.stringify(stats), reversed, reversed.replace('touchdownPower', 'touchdown_power')])
      expect(await tables.rows(`${CARDS}?${where('stats', `eq.${text}`)}&select=id`)).toEqual([{ id: 'card-1' }])
    const three = tables.ask(`${CARDS}?stats=neq.1&stats=neq.2&stats=neq.3`)
    expect(await tables.refusal(three)).toMatchObject({ status: 400, code: 'PGRST100' })
  })
})

describe('constraint violations', () => {
  const insert = (body: unknown) => tables.refusal(tables.post(NOTES, body, SERVICE))
  it('names the violated column, key or check to the service', async () => {
    expect(await insert({ id: 'z' })).toMatchObject({
      code: '23502',
      message: 'null value in column "title" of relation "notes" violates not-null constraint',
    })
    expect(await insert({ id: 'a', title: 'A' })).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "notes_id_key"',
      details: 'Key (id)=(a) already exists.',
    })
    expect(
      await insert([
        { title: 'A', rank: 9 },
        { title: 'B', rank: 1 },
      ]),
    ).toMatchObject({
      code: '23505',
      details: 'Key (rank) already exists.',
    })
    expect(await insert({ title: 'bad' })).toMatchObject({
      code: '23514',
      message: expect.stringContaining("title <> 'bad'"),
    })
    const changed = tables.patch(`${NOTES}?id=eq.b`, { rank: 1 }, SERVICE)
    expect(await tables.refusal(changed)).toMatchObject({ code: '23505', details: 'Key (rank)=(1) already exists.' })
  })

  it('names the constraint that a seeded card violates to the service', async () => {
    const card = { id: 'k', team_colors: 'Chicago Bears', image_url: 'x' }
    expect(await tables.refusal(tables.post(CARDS, card, SERVICE))).toMatchObject({
      status: 400,
      code: '23502',
      message: expect.stringMatching(/^null value in column "\w+" of relation "fantasy_football_cards" violates/),
    })
  })
})

it('returns rolled stats as JSON and the image of a generation as a URL to the service', async () => {
  await seedCard({ id: 'card-1' })
  await testEnv().DB.exec(`update fantasy_football_cards set rolled_stats = '{"strength":1}'`)
  expect(await tables.rows(`${CARDS}?select=rolled_stats`, SERVICE)).toEqual([{ rolled_stats: { strength: 1 } }])
  const [generation] = await tables.rows('/rest/v1/generations?select=image_url', SERVICE)
  expect(generation!['image_url']).toBe(`https://cards.example${getImagePath('card-1')}`)
})

describe('stats written with the service key', () => {
  it('stores and returns stats of either spelling under one name', async () => {
    await seedCard({ id: 'card-1' })
    for (const [i, name] of ['touchdown_power', 'touchdownPower'].entries()) {
      const stats = { strength: 61 + i, agility: 62, [name]: 63, leadership: 64, accuracy: 65 }
      const expected = { strength: 61 + i, agility: 62, touchdownPower: 63, leadership: 64, accuracy: 65 }
      const records = `/api/db/${PROJECT}${CARDS}?id=eq.card-1`
      const changed = await tables.patch(records, { stats }, { ...SERVICE, headers: RETURNING })
      expect(await changed.json()).toMatchObject([{ stats: expected }])
      expect(await tables.rows(`${CARDS}?id=eq.card-1`)).toMatchObject([{ stats: expected }])
      const response = await createTestApp().send('/api/cards/card-1')
      expect(await response.json()).toMatchObject({ stats: expected })
    }
  })

  it('stores stats under one name after the migration', async () => {
    await seedCard({ id: 'card-1' })
    const { DB } = testEnv()
    await DB.exec(`update fantasy_football_cards set stats = '{"strength":61,"touchdown_power":63}'`)
    const { queries } = inject('migrations').find(({ name }) => name.startsWith('0021'))!
    await DB.batch(queries.map((query) => DB.prepare(query)))
    expect(await tables.rows(`${CARDS}?id=eq.card-1&select=stats`)).toEqual([
      { stats: { strength: 61, touchdownPower: 63 } },
    ])
  })
})
