import { beforeEach, describe, expect, test } from 'vitest'
import { createNotes, NOTES, SERVICE } from './notes.ts'
import { type Tables } from './tables.ts'

/** What `worker/backend/README.md` lists as left out of PostgREST: each is refused by its own code, and nothing happens. */
let tables: Tables
beforeEach(async () => void (tables = await createNotes()))

const rows = () => tables.rows(`${NOTES}?order=id`, SERVICE)
const json = (body: unknown) => ({ body: JSON.stringify(body) })

const OPERATORS = (
  'cs.{x} cd.{x} ov.{x} sl.(1,2) sr.(1,2) nxr.(1,2) nxl.(1,2) adj.(1,2) ' +
  'fts.cat plfts.cat phfts.cat wfts.cat fts(english).cat match.^A imatch.^a ' +
  'isdistinct.1 eq(any).{1,2} like(any).{A*,B*} ilike(all).{A*} gt(all).{1}'
)
  .split(' ')
  .map((filter) => `title=${filter}`)

const LANGUAGE = [
  'select=title::text',
  'select=tags->one',
  'select=tags->>one',
  'tags->>one=eq.1',
  'order=tags->one',
  'select=*,other(*)',
  'select=*,...other(*)',
  'select=rank.sum()',
  'select=count()',
  'select=',
  'title=in.(a,"b)',
  `title=like.${'x'.repeat(51)}`,
]

describe('left out of PostgREST', () => {
  test.each([...OPERATORS, ...LANGUAGE])('%s is PGRST100', async (search) => {
    const refused = await tables.refusal(tables.ask(`${NOTES}?${search.replace('"', '%22')}`, SERVICE))
    expect(refused).toMatchObject({ status: 400, code: 'PGRST100' })
  })

  test.each([
    ['a change with columns', 'PATCH', '?id=eq.a&columns=title', json({ title: 'Z' }), 400, 'PGRST100'],
    ['a change without a filter', 'PATCH', '', json({ title: 'Z' }), 400, 'PGRST100'],
    ['a removal without a filter', 'DELETE', '', {}, 400, 'PGRST100'],
    ['a removal with a limit', 'DELETE', '?id=eq.a&limit=1', {}, 400, 'PGRST100'],
    ['a replacement', 'PUT', '?id=eq.a', json({ id: 'a', title: 'Z' }), 405, 'METHOD_NOT_ALLOWED'],
    ['a CSV body', 'POST', '', { headers: { 'content-type': 'text/csv' }, body: 'title\nZ' }, 400, 'PGRST102'],
    [
      'a form as a body',
      'POST',
      '',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'title=Z' },
      400,
      'PGRST102',
    ],
    [
      '501 rows',
      'POST',
      '',
      json(Array.from({ length: 501 }, (_, n) => ({ id: `n${n}`, title: 'Z' }))),
      400,
      'PGRST102',
    ],
    [
      'a limit on what is touched, when asked strictly',
      'DELETE',
      '?id=eq.a',
      { headers: { prefer: 'handling=strict, max-affected=1' } },
      400,
      'PGRST122',
    ],
  ])('%s is refused, and nothing is written', async (_, method, search, init, status, code) => {
    const before = await rows()
    const refused = await tables.refusal(tables.ask(NOTES + search, { ...SERVICE, method, ...init }))
    expect(refused).toMatchObject({ status, code })
    expect(await rows()).toEqual(before)
  })
})
