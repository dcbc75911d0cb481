import { PostgrestClient } from '@supabase/postgrest-js'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { PUBLIC_KEY, SERVICE_KEY } from './support.ts'

/** The public client, unmodified and with its own fetch, in front of a Worker on the other side of a socket. */
const client = (key: string) =>
  new PostgrestClient(`${inject('servedUrl')}/rest/v1`, { headers: { apikey: key, authorization: `Bearer ${key}` } })

const notes = () => client(SERVICE_KEY).from('served_notes')

async function run(query: string): Promise<void> {
  const answer = await fetch(`${inject('servedUrl')}/api/db/fantasy-cards/sql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SERVICE_KEY}` },
    body: JSON.stringify({ query }),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

beforeEach(async () => {
  await run('drop table if exists served_notes')
  await run(
    'create table served_notes (id text primary key, title text, "first name" text, rank integer, done boolean)',
  )
  const rows = ['a', 'b', 'c', 'd'].map((id, rank) => ({ id, title: `No. ${rank}`, rank, done: rank > 1 }))
  expect(await notes().insert(rows)).toMatchObject({ status: 201, error: null })
})

describe('over HTTP', () => {
  test('rows are found, counted and ordered', async () => {
    const found = await notes()
      .select('id,rank', { count: 'exact' })
      .gte('rank', 1)
      .order('rank', { ascending: false })
      .limit(2)
    expect(found).toMatchObject({
      status: 206,
      count: 3,
      data: [
        { id: 'd', rank: 3 },
        { id: 'c', rank: 2 },
      ],
    })
    expect((await notes().select('id').or('id.eq.a,and(done.is.true,title.ilike.*3)')).data).toHaveLength(2)
    expect(await notes().select('*', { head: true, count: 'exact' })).toMatchObject({ count: 4, data: null })
  })

  test('a column with a blank in its name is written, selected, filtered and ordered by', async () => {
    expect(await notes().update({ 'first name': 'Zoë' }).eq('id', 'b')).toMatchObject({ error: null })
    const found = await notes().select('id,"first name"').eq('first name', 'Zoë').order('first name')
    expect(found.data).toEqual([{ id: 'b', 'first name': 'Zoë' }])
  })

  test('one row is one object, and none or several are refused', async () => {
    expect((await notes().select('id').eq('id', 'a').single()).data).toEqual({ id: 'a' })
    expect(await notes().select('id').eq('id', 'z').maybeSingle()).toMatchObject({ data: null, error: null })
    expect(await notes().select('id').single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  })

  test('a change or a removal of several changes none where a single one is wanted', async () => {
    const refused = { status: 406, error: { code: 'PGRST116', details: 'The result contains 4 rows' } }
    expect(await notes().update({ title: 'x' }).gte('rank', 0).select().single()).toMatchObject(refused)
    expect(await notes().delete().gte('rank', 0).select().single()).toMatchObject(refused)
    expect(await notes().update({ title: 'x' }).eq('id', 'z').select().maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
    expect((await notes().select('id').neq('title', 'x')).data).toHaveLength(4)
    expect((await notes().delete().eq('id', 'a').select('id').single()).data).toEqual({ id: 'a' })
  })

  test('what a write gives back comes in the order and number asked for', async () => {
    const made = await notes()
      .insert([{ id: 'x' }, { id: 'y' }])
      .select('id')
      .order('id', { ascending: false })
      .limit(1)
      .single()
    expect(made).toMatchObject({ status: 201, data: { id: 'y' } })
    const changed = await notes().update({ done: null }).lt('rank', 3).select('id').order('rank', { ascending: false })
    expect(changed.data).toEqual([{ id: 'c' }, { id: 'b' }, { id: 'a' }])
  })

  test('a caller without the service key finds no such table', async () => {
    const found = await client(PUBLIC_KEY).from('served_notes').select()
    expect(found).toMatchObject({ status: 404, error: { code: '42P01' } })
  })

  test('without a key nothing is answered', async () => {
    expect((await client('').from('fantasy_football_cards').select()).status).toBe(401)
  })
})
