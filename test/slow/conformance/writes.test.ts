import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAppWithNotes, postgrest, type Postgrest, resetNotes, SERVICE_KEY } from './support.ts'

let db: Postgrest
beforeAll(async () => {
  db = postgrest(await createAppWithNotes(), SERVICE_KEY)
})
beforeEach(resetNotes)

const notes = () => db.from('notes')
const ids = async () => (await notes().select('id').order('id')).data!.map(({ id }) => id).join('')

describe('inserts', () => {
  test('inserts one row, and returns no body unless requested', async () => {
    expect(await notes().insert({ id: 'e', title: 'E' })).toMatchObject({ status: 201, data: null, error: null })
    expect(await ids()).toBe('abcde')
  })

  test('inserts one row and returns it on request, with an id and all defaults', async () => {
    expect(await notes().insert({ title: 'E' }).select()).toMatchObject({
      status: 201,
      data: [{ id: expect.stringMatching(/^[0-9a-f]{32}$/), title: 'E', rank: null, at: expect.stringMatching(/Z$/) }],
    })
    expect((await notes().insert({ id: 'f', title: 'F' }).select('id').single()).data).toEqual({ id: 'f' })
  })

  test('inserts many rows in order, and fills missing columns with null', async () => {
    const rows = [
      { id: 'f', title: 'F', rank: 7 },
      { id: 'e', title: 'E', tags: [1] },
    ]
    const { data } = await notes().insert(rows).select('id,rank,tags')
    expect(data).toEqual([
      { id: 'f', rank: 7, tags: null },
      { id: 'e', rank: null, tags: [1] },
    ])
  })

  test('inserts defaults for missing columns on request', async () => {
    const { data } = await notes()
      .insert(
        [
          { id: 'e', title: 'E' },
          { id: 'f', title: 'F', at: '2026-01-01T00:00:00Z' },
        ],
        { defaultToNull: false },
      )
      .select('at')
    expect(data).toEqual([{ at: expect.stringMatching(/Z$/) }, { at: '2026-01-01T00:00:00Z' }])
  })

  test('inserts nothing for an empty list', async () => {
    expect(await notes().insert([]).select()).toMatchObject({ status: 201, data: [] })
    expect(await ids()).toBe('abcd')
  })

  test('inserts none of many rows when a single one is requested', async () => {
    const rows = [
      { id: 'e', title: 'E' },
      { id: 'f', title: 'F' },
    ]
    expect(await notes().insert(rows).select().single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect(await ids()).toBe('abcd')
  })

  test('counts inserted rows on request', async () => {
    expect(await notes().insert({ id: 'e', title: 'E' }, { count: 'exact' })).toMatchObject({ status: 201, count: 1 })
  })
})

describe('changes', () => {
  test('accepts an empty update', async () => {
    expect(await notes().update({}).eq('id', 'a')).toMatchObject({ status: 204, error: null })
  })

  test('updates none of several rows when a single one is requested', async () => {
    const several = { status: 406, error: { code: 'PGRST116' } }
    expect(await notes().update({ done: true }).in('id', ['a', 'b']).select().single()).toMatchObject(several)
    expect(await notes().delete().in('id', ['a', 'b']).select().single()).toMatchObject(several)
    expect(await ids()).toBe('abcd')
    expect((await notes().select('done').eq('id', 'b').single()).data).toEqual({ done: false })
  })

  test('updates rows, and returns no body unless requested', async () => {
    expect(await notes().update({ title: 'New' }).eq('id', 'a')).toMatchObject({ status: 204, data: null })
    expect((await notes().select('title').eq('id', 'a')).data).toEqual([{ title: 'New' }])
  })

  test('returns the updated rows on request, and none when none match', async () => {
    const changed = await notes()
      .update({ done: false, tags: { keepMe: 1 } })
      .gt('rank', 1)
      .select('id,done,tags')
    expect(changed).toMatchObject({
      status: 200,
      data: [
        { id: 'b', done: false, tags: { keepMe: 1 } },
        { id: 'd', done: false, tags: { keepMe: 1 } },
      ],
    })
    expect(await notes().update({ done: false }).eq('id', 'z').select()).toMatchObject({ status: 200, data: [] })
  })

  test('counts updated rows on request', async () => {
    expect(await notes().update({ done: true }, { count: 'exact' }).gt('rank', 1)).toMatchObject({ count: 2 })
  })

  test('refuses to update a single row when none matches', async () => {
    expect(await notes().update({ done: true }).eq('id', 'z').select().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    })
  })
})

describe('upserts', () => {
  test('keeps missing columns on upsert', async () => {
    const { data } = await notes().upsert({ id: 'a', title: 'New' }).select('id,title,rank')
    expect(data).toEqual([{ id: 'a', title: 'New', rank: 1 }])
  })

  test('upserts on another column, and keeps the id', async () => {
    const { data } = await notes().upsert({ rank: 2, title: 'Two' }, { onConflict: 'rank' }).select('id,title')
    expect(data).toEqual([{ id: 'b', title: 'Two' }])
    expect(await ids()).toBe('abcd')
  })

  test('keeps existing rows when an upsert ignores duplicates', async () => {
    const rows = [
      { id: 'a', title: 'ignored' },
      { id: 'e', title: 'E' },
    ]
    const { data } = await notes().upsert(rows, { ignoreDuplicates: true }).select('id')
    expect(data).toEqual([{ id: 'e' }])
    expect((await notes().select('title').eq('id', 'a')).data).toEqual([{ title: 'Alpha' }])
  })

  test('inserts missing rows on upsert', async () => {
    expect(await notes().upsert([{ id: 'e', title: 'E' }])).toMatchObject({ status: 201, error: null })
    expect(await ids()).toBe('abcde')
  })
})

describe('deletes', () => {
  test('deletes rows, and returns no body unless requested', async () => {
    expect(await notes().delete().eq('id', 'a')).toMatchObject({ status: 204, data: null })
    expect(await ids()).toBe('bcd')
  })

  test('returns deleted rows, and counts them', async () => {
    expect(await notes().delete({ count: 'exact' }).gt('rank', 1).select('id')).toMatchObject({
      status: 200,
      count: 2,
      data: [{ id: 'b' }, { id: 'd' }],
    })
  })
})

describe('refusals', () => {
  const REFUSED: readonly (readonly [string, (db: Postgrest) => PromiseLike<unknown>, number, string])[] = [
    ['a missing required value', (q) => q.from('notes').insert({ id: 'e' }), 400, '23502'],
    ['a duplicate id', (q) => q.from('notes').insert({ id: 'a', title: 'A' }), 409, '23505'],
    ['a duplicate unique value', (q) => q.from('notes').insert({ title: 'A', rank: 1 }), 409, '23505'],
    ['a value out of bounds', (q) => q.from('notes').insert({ title: 'bad' }), 400, '23514'],
    ['an unknown column', (q) => q.from('notes').insert({ title: 'A', nope: 1 }), 400, '42703'],
    [
      'rows with an invalid one',
      (q) =>
        q.from('notes').insert([
          { id: 'e', title: 'E' },
          { id: 'a', title: 'A' },
        ]),
      409,
      '23505',
    ],
    ['an update to a duplicate value', (q) => q.from('notes').update({ rank: 1 }).eq('id', 'b'), 409, '23505'],
    ['an update of every row', (q) => q.from('notes').update({ title: 'x' }), 400, 'PGRST100'],
    ['a delete of every row', (q) => q.from('notes').delete(), 400, 'PGRST100'],
    [
      'a conflict target without a unique index',
      (q) => q.from('notes').upsert({ title: 'A' }, { onConflict: 'title' }),
      400,
      '42P10',
    ],
    ['an unknown table', (q) => q.from('nowhere').insert({ a: 1 }), 404, '42P01'],
  ]

  test.each(REFUSED)('rejects %s, and changes nothing', async (_, call, status, code) => {
    expect(await call(db)).toMatchObject({ status, data: null, error: { code } })
    expect((await notes().select('id,title').order('id')).data!.map(({ title }) => title)).toEqual([
      'Alpha',
      'alpha',
      '100% *sure*',
      'x,"y" (z)',
    ])
  })
})
