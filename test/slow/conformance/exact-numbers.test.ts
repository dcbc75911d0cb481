import { beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createTables, type Tables } from '../../worker/db/tables.ts'

const SQL = '/api/db/fantasy-cards/sql'
const BATCH = '/api/db/fantasy-cards/batch'
const T = '/rest/v1/t'
/** The double that both neighbors round to. */
const EVEN = '9007199254740992'
const ODD = '9007199254740993'
const BIGGEST = '9223372036854775807'

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await testEnv().DB.exec(
    'create table t (id integer primary key, name text, n numeric, r real, a, j json, at timestamp, day text)',
  )
})

/** Sends JSON as text, which `JSON.stringify` would have rounded. */
const send = async (method: string, path: string, body?: string, prefer = 'return=representation') => {
  const headers = { 'content-type': 'application/json', prefer }
  const init = { method, headers, as: 'service' as const, ...(body !== undefined && { body }) }
  const response = await tables.ask(path, init)
  return { status: response.status, text: await response.text() }
}
const held = async () =>
  (await testEnv().DB.prepare('select cast(id as text) as id, name from t order by t.id').all()).results.map(
    ({ id, name }) => `${String(id)} ${String(name)}`,
  )
const removeAll = () => testEnv().DB.exec('delete from t')
const addBoth = async () => {
  await testEnv().DB.exec(`insert into t (id, name) values (${EVEN}, 'even'), (${ODD}, 'odd'), (${BIGGEST}, 'biggest')`)
}
const REFUSED = { status: 400, text: expect.stringContaining('"code":"22003"') as string }

describe('integers beyond 2^53', () => {
  it('inserts and reads a long integer exactly', async () => {
    const ids = [EVEN, ODD, '9007199254740991', '-9007199254740993', BIGGEST, '-9223372036854775808']
    const offenders = await findOffenders(ids, String, async (id) => {
      await removeAll()
      const inserted = await send('POST', T, `{"id":${id},"name":"x"}`)
      expect([inserted.status, inserted.text]).toEqual([201, expect.stringContaining(`"id":${id},`)])
      expect(await held()).toEqual([`${id} x`])
      for (const path of [T, `${T}?id=eq.${id}`, `${T}?select=id,name`, `${T}?select=key:id&order=id.desc`])
        expect((await send('GET', path)).text, path).toContain(`:${id}`)
    })
    expect(offenders).toEqual([])
  })

  it('rejects a number that a column cannot hold', async () => {
    const numbers = [
      '9223372036854775808',
      '-9223372036854775809',
      '99999999999999999999',
      '1e400',
      '9007199254740993.5',
    ]
    const offenders = await findOffenders(numbers, String, async (id) => {
      expect(await send('POST', T, `{"id":${id}}`)).toMatchObject(REFUSED)
      expect(await send('POST', T, `{"id":"${id}"}`)).toMatchObject(REFUSED)
      expect(await send('POST', T, `{"n":${id}}`)).toMatchObject(REFUSED)
      expect(await held()).toEqual([])
    })
    expect(offenders).toEqual([])
  })

  it('keeps a number with an exponent exact, and changes no other row', async () => {
    const [rounded, exact] = ['123456789012344992', '123456789012345000']
    await testEnv().DB.exec(`insert into t (id, name) values (${rounded}, 'rounded')`)
    const upserted = await send('POST', `${T}?on_conflict=id`, '{"id":123456789012345e3,"name":"exact"}')
    expect(upserted.text).toContain(`"id":${exact},`)
    expect(await held()).toEqual([`${rounded} rounded`, `${exact} exact`])
  })

  it('stores a long number exactly or not at all in every kind of column', async () => {
    const body = `{"id":1,"name":${ODD},"n":${ODD},"a":${ODD},"at":${ODD},"j":{"deep":[${ODD},1e400,99999999999999999999]}}`
    const { status, text } = await send('POST', T, body)
    expect([status, JSON.stringify(text.match(/\d{16,}|1e400/g))]).toEqual([
      201,
      JSON.stringify([ODD, ODD, ODD, ODD, '1e400', '99999999999999999999', ODD]),
    ])
    expect((await send('GET', T)).text).toContain(`"j":{"deep":[${ODD},1e400,99999999999999999999]}`)
    expect((await send('GET', T)).text).toContain(`"name":"${ODD}"`)
    expect(await send('POST', T, `{"id":2,"r":${ODD}}`)).toMatchObject(REFUSED)
    expect(await send('POST', T, `{"id":2,"r":"${ODD}"}`)).toMatchObject(REFUSED)
    expect(await send('POST', T, '{"id":2,"r":1.5e300}')).toMatchObject({ status: 201 })
    expect((await send('GET', `${T}?id=eq.2&select=r`)).text).toBe('[{"r":1.5e+300}]')
    expect(await send('POST', T, `{"id":"${ODD}.0"}`)).toMatchObject({ status: 201 })
    expect((await send('GET', `${T}?id=gt.2&select=id`)).text).toBe(`[{"id":${ODD}}]`)
  })

  it('upserts a long number into its own row', async () => {
    await addBoth()
    const merge = 'return=representation,resolution=merge-duplicates'
    expect((await send('POST', T, `{"id":${ODD},"name":"new"}`, merge)).text).toContain(ODD)
    expect(await held()).toEqual([`${EVEN} even`, `${ODD} new`, `${BIGGEST} biggest`])
  })

  it('compares long numbers exactly', async () => {
    const filters: readonly (readonly [filter: string, names: readonly string[]])[] = [
      [`id=eq.${ODD}`, ['odd']],
      [`id=eq.${ODD}.0`, ['odd']],
      ['id=eq.9.007199254740993e15', ['odd']],
      [`id=neq.${ODD}`, ['even', 'biggest']],
      [`id=not.eq.${ODD}`, ['even', 'biggest']],
      [`id=gt.${EVEN}`, ['odd', 'biggest']],
      [`id=gte.${ODD}`, ['odd', 'biggest']],
      [`id=lt.${ODD}`, ['even']],
      [`id=lte.${EVEN}`, ['even']],
      [`id=in.(${ODD},${BIGGEST})`, ['odd', 'biggest']],
      [`id=not.in.(${ODD},1)`, ['even', 'biggest']],
      [`or=(id.eq.${ODD},id.eq.1)`, ['odd']],
      [`and=(id.gt.${EVEN},id.lt.${BIGGEST})`, ['odd']],
      ['id=eq.9007199254740994', []],
      ['id=eq.9223372036854775806', []],
      [`name=eq.odd&id=eq.${EVEN}`, []],
    ]
    const offenders = await findOffenders(
      filters,
      ([filter]) => filter,
      async ([filter, names]) => {
        await removeAll()
        await addBoth()
        const { text } = await send('GET', `${T}?${filter}&select=name&order=id`)
        expect(JSON.parse(text)).toEqual(names.map((name) => ({ name })))
        const removed = await send('DELETE', `${T}?${filter}`)
        expect(removed.status).toBe(200)
        const left = (await held()).map((row) => row.split(' ')[1]!)
        expect(left).toEqual(['even', 'odd', 'biggest'].filter((name) => !names.includes(name)))
      },
    )
    expect(offenders).toEqual([])
  })

  it('rejects a number in a filter that a column cannot hold', async () => {
    await addBoth()
    const offenders = await findOffenders(['eq', 'neq', 'gt', 'lt', 'in'], String, async (operator) => {
      const text = operator === 'in' ? '(1,99999999999999999999)' : '99999999999999999999'
      expect(await send('DELETE', `${T}?id=${operator}.${text}`)).toMatchObject(REFUSED)
      const fraction = operator === 'in' ? `(${ODD}.5)` : `${ODD}.5`
      expect(await send('DELETE', `${T}?id=${operator}.${fraction}`)).toMatchObject(REFUSED)
      expect(await held()).toHaveLength(3)
    })
    expect(offenders).toEqual([])
  })

  it('finds a long number in untyped columns, as a number and as text', async () => {
    await testEnv().DB.exec(`insert into t (id, a) values (1, ${ODD}), (2, '${ODD}'), (3, ${EVEN})`)
    for (const filter of [`a=eq.${ODD}`, `a=in.(${ODD})`])
      expect((await send('GET', `${T}?${filter}&select=id&order=id`)).text, filter).toBe('[{"id":1},{"id":2}]')
    expect((await send('GET', `${T}?select=a&order=id`)).text).toBe(`[{"a":${ODD}},{"a":"${ODD}"},{"a":${EVEN}}]`)
  })

  it('updates only the row of a long number', async () => {
    await addBoth()
    const { text } = await send('PATCH', `${T}?id=eq.${ODD}`, `{"n":${ODD}}`)
    expect(text).toContain(`"id":${ODD},"name":"odd","n":${ODD}`)
    expect((await send('GET', `${T}?n=not.is.null&select=name`)).text).toBe('[{"name":"odd"}]')
    const several = await send('PATCH', `${T}?id=gte.${EVEN}&order=id.desc`, '{"day":"x"}')
    expect(several.text.match(/"id":\d+/g)).toEqual([`"id":${BIGGEST}`, `"id":${ODD}`, `"id":${EVEN}`])
  })

  it('accepts a long number as a cursor', async () => {
    await addBoth()
    for (const cursor of [EVEN, `${EVEN}.0`])
      expect((await send('GET', `${T}?order=id&cursor=${cursor}&select=name`)).text, cursor).toBe(
        '[{"name":"odd"},{"name":"biggest"}]',
      )
    expect((await send('GET', `${T}?order=id&cursor=${ODD}.0&select=name`)).text).toBe('[{"name":"biggest"}]')
  })

  it('compares long numbers exactly inside JSON', async () => {
    await send('POST', T, `[{"id":1,"j":{"n":${EVEN}}},{"id":2,"j":{"n":${ODD}}}]`)
    const filter = encodeURIComponent(`{"n":${ODD}}`)
    expect((await send('GET', `${T}?j=eq.${filter}&select=id`)).text).toBe('[{"id":2}]')
    expect(await send('GET', `${T}?j=eq.${encodeURIComponent('{"n":99999999999999999999}')}`)).toMatchObject(REFUSED)
  })

  it('names an inserted row by its long number in Location', async () => {
    const headers = { 'content-type': 'application/json', prefer: 'return=headers-only' }
    const made = await tables.ask(T, { method: 'POST', headers, as: 'service', body: `{"id":${ODD}}` })
    expect(made.headers.get('location')).toBe(`/t?id=eq.${ODD}`)
  })

  it('keeps long numbers exact through the record client’s URL', async () => {
    const records = '/api/db/fantasy-cards/rest/v1/t'
    expect((await send('POST', records, `{"id":${ODD},"name":"x"}`)).text).toContain(ODD)
    await send('DELETE', `${records}?id=eq.${EVEN}`)
    expect(await held()).toEqual([`${ODD} x`])
  })

  it('rejects a long number in a table with too many columns to read exactly, and writes nothing', async () => {
    const columns = Array.from({ length: 60 }, (_, i) => `c${i} integer`)
    await testEnv().DB.exec(`create table wide (id integer primary key, ${columns.join(', ')})`)
    expect((await send('POST', '/rest/v1/wide', '{"id":1,"c7":7}')).text).toContain('"c7":7')
    expect(await send('POST', '/rest/v1/wide', `{"id":2,"c59":${ODD}}`)).toMatchObject(REFUSED)
    expect((await send('GET', '/rest/v1/wide?select=id')).text).toBe('[{"id":1}]')
    await testEnv().DB.exec(`insert into wide (id, c0) values (3, ${ODD})`)
    expect(await send('GET', '/rest/v1/wide')).toMatchObject(REFUSED)
    expect((await send('GET', '/rest/v1/wide?select=c0&id=eq.3')).text).toBe(`[{"c0":${ODD}}]`)
  })

  it('rejects long numbers in the product’s own tables', async () => {
    const { status } = await tables.ask('/rest/v1/fantasy_football_cards?id=eq.x', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      as: 'public',
      body: `{"votes":${ODD}}`,
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})

describe('SQL with integers beyond 2^53', () => {
  const rows = async (query: string, params = '[]') => {
    const { text } = await send('POST', SQL, `{"query":${JSON.stringify(query)},"params":${params}}`)
    return /"rows":(\[.*?\]),"columns"/s.exec(text)?.[1] ?? text
  }

  it('binds long numbers exactly in SQL', async () => {
    await addBoth()
    expect(await rows('select name from t where id = ?', `[${ODD}]`)).toBe('[{"name":"odd"}]')
    expect(await rows('select name from t where name = ?2 and id = ?1', `[${ODD},"odd"]`)).toBe('[{"name":"odd"}]')
    expect(await rows('select ? as n, typeof(?) as kind', `[${ODD},${ODD}]`)).toBe(`[{"n":${ODD},"kind":"integer"}]`)
    await rows('insert into t (id, j) values (?, ?)', `[5,{"n":${ODD}}]`)
    expect(await rows('select j from t where id = 5')).toBe(String.raw`[{"j":"{\"n\":${ODD}}"}]`)
    await rows('delete from t where id = ?', `[${EVEN}]`)
    expect(await held()).toEqual(['5 null', `${ODD} odd`, `${BIGGEST} biggest`])
    expect(await rows('select 1 where 1 = ?', '[99999999999999999999]')).toContain('"22003"')
  })

  it('reads long numbers exactly in any query', async () => {
    await addBoth()
    expect(await rows('select id from t order by id')).toBe(`[{"id":${EVEN}},{"id":${ODD}},{"id":${BIGGEST}}]`)
    expect(await rows('with x as (select id, 1.5 as f from t) select * from x where id = ? -- end', `[${ODD}]`)).toBe(
      `[{"id":${ODD},"f":1.5}]`,
    )
    expect(await rows(`select ${BIGGEST} as n, 1e300 as r, 9007199254740992.0 as d`)).toBe(
      `[{"n":${BIGGEST},"r":1e+300,"d":9007199254740992}]`,
    )
  })

  it('rejects a write whose response cannot be exact', async () => {
    const result = await rows(`insert into t (id) values (${ODD}) returning id`)
    expect(result).toContain('"22003"')
  })

  it('keeps long numbers exact in a batch', async () => {
    const statements = `[{"sql":"insert into t (id) values (?)","args":[${ODD}]},{"sql":"select id from t"}]`
    expect((await send('POST', BATCH, `{"statements":${statements}}`)).text).toContain(`{"id":${ODD}}`)
  })

  it('returns 22003 when an open comment prevents rewriting a query', async () => {
    const { status, text } = await send('POST', SQL, `{"query":"select ${ODD} as k /* open"}`)
    expect({ status, text }).toMatchObject(REFUSED)
  })
})
