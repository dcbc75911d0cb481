import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { createAppWithNotes, postgrest, type Postgrest, SERVICE_KEY } from './support.ts'

let app: TestApp
let db: Postgrest
beforeAll(async () => {
  app = await createAppWithNotes()
  db = postgrest(app, SERVICE_KEY)
})

const select = (columns?: string) => db.from('notes').select(columns)
type Notes = ReturnType<typeof select>

describe('filters', () => {
  const FOUND: readonly (readonly [name: string, filter: (notes: Notes) => PromiseLike<unknown>, ids: string])[] = [
    ['eq', (q) => q.eq('rank', 1), 'a'],
    ['eq, text with everything in it', (q) => q.eq('title', 'x,"y" (z)'), 'd'],
    ['eq true', (q) => q.eq('done', true), 'ad'],
    ['neq, which excludes null', (q) => q.neq('rank', 1), 'bd'],
    ['gt', (q) => q.gt('rank', 1), 'bd'],
    ['gte', (q) => q.gte('rank', 2), 'bd'],
    ['lt', (q) => q.lt('rank', 2), 'a'],
    ['lte', (q) => q.lte('rank', 2), 'ab'],
    ['a real number', (q) => q.gt('score', 0.25), 'ac'],
    ['a negative number', (q) => q.eq('score', -1), 'd'],
    ['two on one column', (q) => q.gte('rank', 2).lt('rank', 10), 'b'],
    ['two columns', (q) => q.eq('done', true).gt('rank', 5), 'd'],
    ['like minds case', (q) => q.like('title', 'al%'), 'b'],
    ['like with stars', (q) => q.like('title', '*lpha'), 'ab'],
    ['like one character', (q) => q.like('title', '_lpha'), 'ab'],
    ['like the whole value', (q) => q.like('title', 'lph'), ''],
    ['ilike', (q) => q.ilike('title', 'ALPHA'), 'ab'],
    ['is null', (q) => q.is('rank', null), 'c'],
    ['is true', (q) => q.is('done', true), 'ad'],
    ['is false', (q) => q.is('done', false), 'b'],
    ['not is null', (q) => q.not('rank', 'is', null), 'abd'],
    ['not eq', (q) => q.not('rank', 'eq', 1), 'bd'],
    ['not in', (q) => q.not('rank', 'in', '(1,2)'), 'd'],
    ['not like', (q) => q.not('title', 'like', '*lpha'), 'cd'],
    ['in', (q) => q.in('rank', [1, 10]), 'ad'],
    ['in, text that is quoted', (q) => q.in('title', ['x,y', 'alpha', '(a)']), 'b'],
    ['in nothing', (q) => q.in('rank', []), ''],
    [
      'in a thousand',
      (q) =>
        q.in(
          'rank',
          Array.from({ length: 1000 }, (_, n) => n),
        ),
      'abd',
    ],
    ['or', (q) => q.or('rank.eq.1,rank.eq.10'), 'ad'],
    ['or with and inside', (q) => q.or('rank.eq.1,and(rank.gt.1,score.lt.0)'), 'ad'],
    ['or twice', (q) => q.or('rank.eq.1,rank.eq.2').or('done.is.true,rank.is.null'), 'a'],
    ['or, not inside', (q) => q.or('rank.not.is.null,title.like.100*'), 'abcd'],
    ['or beside a filter', (q) => q.eq('done', true).or('rank.eq.1,rank.eq.2'), 'a'],
    ['or with a list', (q) => q.or('rank.in.(1,2),id.eq.c'), 'abc'],
    ['match', (q) => q.match({ done: true, rank: 10 }), 'd'],
    ['filter', (q) => q.filter('rank', 'gte', 2), 'bd'],
    ['filter in', (q) => q.filter('title', 'in', '("x,\\"y\\" (z)",alpha)'), 'bd'],
    ['no filter', (q) => q, 'abcd'],
  ]

  test.each(FOUND)('filters by %s', async (_, filter, ids) => {
    const { data, error } = (await filter(select('id').order('id'))) as { data: { id: string }[]; error: unknown }
    expect([error, data?.map(({ id }) => id).join('')]).toEqual([null, ids])
  })
})

describe('orders and pages', () => {
  const LISTED: readonly (readonly [name: string, order: (notes: Notes) => PromiseLike<unknown>, ids: string])[] = [
    ['ascending, nulls last by default', (q) => q.order('rank'), 'abdc'],
    ['descending, nulls first by default', (q) => q.order('rank', { ascending: false }), 'cdba'],
    ['descending, nulls last', (q) => q.order('rank', { ascending: false, nullsFirst: false }), 'dbac'],
    ['ascending, nulls first', (q) => q.order('rank', { nullsFirst: true }), 'cabd'],
    ['by two columns', (q) => q.order('done').order('rank', { ascending: false }), 'bdac'],
    ['limit', (q) => q.order('id').limit(2), 'ab'],
    ['range', (q) => q.order('id').range(1, 2), 'bc'],
    ['range beyond the end', (q) => q.order('id').range(3, 9), 'd'],
    ['limit of none', (q) => q.order('id').limit(0), ''],
  ]

  test.each(LISTED)('orders and pages by %s', async (_, order, ids) => {
    const { data, error } = (await order(select('id'))) as { data: { id: string }[]; error: unknown }
    expect([error, data?.map(({ id }) => id).join('')]).toEqual([null, ids])
  })
})

describe('responses', () => {
  test('returns each type of value as JSON', async () => {
    expect((await select().eq('id', 'a').single()).data).toEqual({
      id: 'a',
      title: 'Alpha',
      rank: 1,
      score: 0.5,
      tags: ['x', { y: 1 }],
      done: true,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
  })

  test('names columns as requested', async () => {
    expect((await select('name:title, id').eq('id', 'a')).data).toEqual([{ name: 'Alpha', id: 'a' }])
    expect(Object.keys((await select('done,id').eq('id', 'a').single()).data!)).toEqual(['done', 'id'])
  })

  test('counts rows', async () => {
    const counted = (head: boolean) => db.from('notes').select('id', { count: 'exact', head })
    expect(await counted(false).gt('rank', 1)).toMatchObject({ count: 2, status: 200 })
    expect(await counted(true)).toMatchObject({ count: 4, data: null, error: null })
    expect(await counted(false).eq('rank', 99)).toMatchObject({ count: 0, data: [] })
    expect(await counted(false).order('id').range(1, 2)).toMatchObject({ count: 4, status: 206 })
    expect((await select()).count).toBeNull()
  })

  test('returns one object, null or an error for a single row', async () => {
    expect((await select('id').eq('id', 'a').maybeSingle()).data).toEqual({ id: 'a' })
    expect(await select('id').eq('id', 'z').maybeSingle()).toMatchObject({ data: null, error: null })
    expect(await select('id').maybeSingle()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect(await select('id').single()).toMatchObject({
      status: 406,
      data: null,
      error: { code: 'PGRST116', details: 'The result contains 4 rows' },
    })
  })
})

describe('refusals', () => {
  const REFUSED: readonly (readonly [string, () => PromiseLike<unknown>, status: number, code: string])[] = [
    ['an unknown table', () => db.from('nowhere').select(), 404, '42P01'],
    ['an unknown column', () => select('nope'), 400, '42703'],
    ['a filter by an unknown column', () => select().eq('nope', 1), 400, '42703'],
    ['an order by an unknown column', () => select().order('nope'), 400, '42703'],
    ['text in a number column', () => select().eq('rank', 'one'), 400, '22P02'],
    ['an unsupported operator', () => select().textSearch('title', 'x'), 400, 'PGRST100'],
    ['containment', () => select().contains('tags', ['x']), 400, 'PGRST100'],
    ['an open bracket', () => select().or('and(rank.eq.1'), 400, 'PGRST100'],
    ['an embedded table', () => select('*, other(*)'), 400, 'PGRST100'],
    ['a function', () => db.rpc('f', {}), 404, 'PGRST202'],
    [
      'another schema',
      () =>
        db
          .schema('elsewhere' as never)
          .from('notes')
          .select(),
      406,
      'PGRST106',
    ],
    ['CSV', () => select().csv(), 406, 'PGRST107'],
  ]

  test.each(REFUSED)('rejects %s', async (_, call, status, code) => {
    expect(await call()).toMatchObject({ status, data: null, error: { code, message: expect.any(String) } })
  })
})
