import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const app = createTestApp()
let person = { id: '', headers: {} as Record<string, string> }

const REST = '/rest/v1/own_notes'
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.send(path, {
    method,
    headers: { ...person.headers, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const getCode = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]

/** Inserts rows of the user directly into the table. */
const give = (rows: number, bytes: number) =>
  testEnv()
    .DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
       insert into own_notes (id, user_id, text) select 'n' || i, ?2, replace(hex(zeroblob(?3 / 2)), '00', 'ab') from n`,
    )
    .bind(rows, person.id, bytes)
    .run()

const lengths = () =>
  testEnv()
    .DB.prepare('select count(*) as n, sum(length(text)) as bytes from own_notes')
    .first<{ n: number; bytes: number }>()

beforeEach(async () => {
  await freshDatabase()
  await testEnv().DB.exec(
    'create table if not exists own_notes (id text primary key, user_id text not null, text text not null default "", done integer)',
  )
  await testEnv().DB.exec('delete from own_notes')
  const signed = await app.send('/api/auth/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: PROJECT, email: 'ann@example.com', password: 'Blue-kettle-harbour-91' }),
  })
  const { access_token: token, user } = await signed.json<{ access_token: string; user: { id: string } }>()
  person = { id: user.id, headers: { authorization: `Bearer ${token}`, apikey: as.public().authorization.slice(7) } }
})

describe('the size of a page of own rows', () => {
  it('returns own rows up to 1 MB, and refuses larger pages as a whole', async () => {
    await give(100, 12_000)
    expect(await getCode(await send('GET', `${REST}?select=*`))).toEqual([413, '54000'])
    const small = await send('GET', `${REST}?select=*&limit=50`)
    expect([small.status, (await small.json<unknown[]>()).length]).toEqual([200, 50])
    const names = await send('GET', `${REST}?select=id`)
    expect([names.status, (await names.json<unknown[]>()).length]).toEqual([200, 100])
  })

  it('serves eight concurrent reads of one user’s rows', async () => {
    await give(10, 100)
    const responses = await Promise.all(Array.from({ length: 8 }, () => send('GET', `${REST}?select=*`)))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  })
})

describe('the size of an update of own rows', () => {
  it('rejects an update before it runs when rows times bytes exceed 1 MB', async () => {
    await give(500, 10)
    const patch = { text: 'x'.repeat(900_000) }
    expect(await getCode(await send('PATCH', `${REST}?id=like.n*`, patch))).toEqual([413, '54000'])
    expect(await lengths()).toEqual({ n: 500, bytes: 5000 })
    expect(await send('PATCH', `${REST}?id=eq.n1`, patch)).toHaveProperty('status', 204)
  })

  it('rejects an update that would return more than 1 MB, and applies it when no rows are requested back', async () => {
    await give(200, 10_000)
    const back = { prefer: 'return=representation' }
    expect(await getCode(await send('PATCH', `${REST}?id=like.n*`, { done: 1 }, back))).toEqual([413, '54000'])
    expect(await getCode(await send('DELETE', `${REST}?id=like.n*`, undefined, back))).toEqual([413, '54000'])
    const rows = Array.from({ length: 200 }, (_, i) => ({ id: `n${i + 1}`, done: 1 }))
    const upsert = { prefer: 'return=representation,resolution=merge-duplicates' }
    expect(await getCode(await send('POST', REST, rows, upsert))).toEqual([413, '54000'])
    expect(await send('PATCH', `${REST}?id=like.n*`, { done: 1 }, { prefer: 'count=exact' })).toMatchObject({
      status: 204,
    })
    const removed = await send('DELETE', `${REST}?id=like.n*`, undefined, { prefer: 'count=exact' })
    expect([removed.status, removed.headers.get('content-range')]).toEqual([204, '*/200'])
    expect(await lengths()).toMatchObject({ n: 0 })
  })
})
