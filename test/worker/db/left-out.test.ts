import { beforeEach, expect, it } from 'vitest'
import { createNotes, NOTES, SERVICE } from './notes.ts'
import { type Tables } from './tables.ts'

/**
 * The features of PostgREST that `worker/backend/README.md` lists as unsupported. Each is refused with its own code and
 * changes nothing.
 */
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

const WRITES = [
  ['an update with columns', 'PATCH', '?id=eq.a&columns=title', json({ title: 'Z' }), 400, 'PGRST100'],
  ['an update without a filter', 'PATCH', '', json({ title: 'Z' }), 400, 'PGRST100'],
  ['a delete without a filter', 'DELETE', '', {}, 400, 'PGRST100'],
  ['a delete with a limit', 'DELETE', '?id=eq.a&limit=1', {}, 400, 'PGRST100'],
  ['a PUT', 'PUT', '?id=eq.a', json({ id: 'a', title: 'Z' }), 405, 'METHOD_NOT_ALLOWED'],
  ['a CSV body', 'POST', '', { headers: { 'content-type': 'text/csv' }, body: 'title\nZ' }, 400, 'PGRST102'],
  [
    'a form-encoded body',
    'POST',
    '',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'title=Z' },
    400,
    'PGRST102',
  ],
  ['501 rows', 'POST', '', json(Array.from({ length: 501 }, (_, n) => ({ id: `n${n}`, title: 'Z' }))), 400, 'PGRST102'],
  [
    'max-affected with strict handling',
    'DELETE',
    '?id=eq.a',
    { headers: { prefer: 'handling=strict, max-affected=1' } },
    400,
    'PGRST122',
  ],
] as const

it('rejects unsupported PostgREST operators and syntax', async () => {
  const offenders: unknown[] = []
  for (const search of [...OPERATORS, ...LANGUAGE]) {
    const { status, code } = await tables.refusal(tables.ask(`${NOTES}?${search.replace('"', '%22')}`, SERVICE))
    if (`${status} ${code}` !== '400 PGRST100') offenders.push([search, status, code])
  }
  expect(offenders).toEqual([])
})

it('rejects unsupported PostgREST writes, and changes nothing', async () => {
  const before = await rows()
  const responses = []
  for (const [what, method, search, init] of WRITES) {
    const { status, code } = await tables.refusal(tables.ask(NOTES + search, { ...SERVICE, method, ...init }))
    responses.push([what, method, search, init, status, code])
  }
  expect(responses).toEqual(WRITES)
  expect(await rows()).toEqual(before)
})
