import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { runs, expectSoundResponse } from '../../support/hostile-requests.ts'
import { CARDS, createTables, type Tables, visitorId } from '../../worker/db/tables.ts'
import { OPERATORS } from './operators.ts'
import { createMixedClient, type MixedAsk } from './whole-worker.ts'

const READS = 300
const WRITES = 150
const OWNER = visitorId(1)

let tables: Tables
let mixed: MixedAsk
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  mixed = createMixedClient(tables)
  await seedCard({ id: 'shown', votes: 3 })
  await seedCard({ id: 'hidden-draft', visibility: 'draft', playerName: 'Secret', votes: 9, owner: OWNER })
  await seedCard({ id: 'hidden-unlisted', visibility: 'unlisted', playerName: 'Secret', votes: 9, owner: OWNER })
  await testEnv().DB.exec(`update fantasy_football_cards set user_id = 'masked-' || id`)
})

const column = fc.constantFrom(...'id votes player_name stats created_at user_id owner visibility rowid x"y'.split(' '))
const value = fc.oneof(
  fc.constantFrom(
    ...'hidden-draft hidden-unlisted Secret masked-shown 9 null draft * % (1,2) ("a","b")'.split(' '),
    '',
  ),
  fc.string({ unit: fc.constantFrom(...`ab1.,()"'\\&=%*_-;\u0000é🏈`), maxLength: 20 }),
)
const operator = fc.constantFrom(...OPERATORS)
const condition = fc.tuple(column, operator, value).map(([name, op, text]) => `${name}.${op}.${text}`)
const group = fc.tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and'), fc.array(condition, { maxLength: 4 }))

/** Well-formed queries for hidden rows. */
const soundCondition = fc.oneof(
  fc.tuple(
    fc.constantFrom('id', 'player_name', 'created_at'),
    fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'not.like', 'ilike', 'not.eq'),
    fc.constantFrom('hidden-draft', 'hidden-unlisted', 'Secret', 'a', 'z', '*', 'h%', '2026'),
  ),
  fc.tuple(fc.constant('votes'), fc.constantFrom('eq', 'neq', 'gt', 'lte', 'not.lt'), fc.constantFrom('3', '8', '9')),
  fc.tuple(fc.constantFrom('id', 'stats'), fc.constantFrom('is', 'not.is'), fc.constantFrom('null', 'true', 'unknown')),
  fc.tuple(fc.constant('id'), fc.constantFrom('in', 'not.in'), fc.constantFrom('(hidden-draft,shown)', '("x")', '()')),
)
const soundParameter = fc.oneof(
  soundCondition.map(([name, op, text]): [string, string] => [name, `${op}.${text}`]),
  fc
    .tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and'), fc.array(soundCondition, { minLength: 1, maxLength: 4 }))
    .map(([name, members]): [string, string] => [name, `(${members.map((member) => member.join('.')).join(',')})`]),
)
const order = fc.constantFrom('votes.desc', 'player_name.asc,id.desc', 'stats.desc.nullslast')
const select = fc.constantFrom('*', 'id', 'n:player_name,votes', 'id,u:user_id')
const page = {
  cursor: fc.constantFrom('shown', 'hidden-draft', 'hidden-unlisted', 'never'),
  offset: fc.constantFrom('0', '1'),
}
const settings = fc.oneof(
  { weight: 3, arbitrary: fc.record({ order, select }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.record({ order, select, ...page }, { requiredKeys: [] }) },
)
/** A query of one row by its id, the only way to an unlisted card. */
const lone = fc
  .constantFrom('eq.hidden-draft', 'eq.hidden-unlisted', 'eq.never', 'eq.hidden-', 'not.eq.hidden-draft')
  .map((test): [string, string][] => [['id', test]])
const soundQuery = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: fc.array(soundParameter, { maxLength: 2 }) }, { weight: 1, arbitrary: lone }),
    settings,
  )
  .map(([filters, set]): [string, string][] => filters.concat(Object.entries(set)))

const hostileParameter = fc.oneof(
  fc.tuple(column, operator, value).map(([name, op, text]): [string, string] => [name, `${op}.${text}`]),
  group.map(([name, members]): [string, string] => [name, `(${members.join(',')})`]),
  fc.tuple(
    fc.constantFrom('select', 'order', 'limit', 'offset', 'cursor', 'columns', 'on_conflict', 'junk'),
    fc.oneof(column, value),
  ),
)
const query = fc.oneof(
  { weight: 3, arbitrary: soundQuery },
  { weight: 2, arbitrary: fc.array(hostileParameter, { minLength: 1, maxLength: 3 }) },
)

/** The caller's role, the route and the headers. */
const request = fc.record({
  door: fc.constantFrom(CARDS, CARDS, '/api/db/fantasy-cards/rest/v1/fantasy_football_cards'),
  visitor: fc.constantFrom(OWNER, visitorId(2)),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
  counted: fc.boolean(),
  headers: fc.constantFrom(
    {},
    {},
    {},
    { range: '0-5' },
    { range: '3-' },
    { accept: 'application/vnd.pgrst.object+json' },
  ),
})

const SETTINGS = new Set(['select', 'order', 'limit', 'offset', 'cursor', 'columns', 'on_conflict'])

/** The hidden card requested only by an id that this caller knows. */
function addressed(parameters: readonly [string, string][], visitor: string, headers: object): string | null {
  const tests = parameters.filter(([name]) => !SETTINGS.has(name))
  const isList = 'range' in headers || parameters.some(([name]) => name === 'offset' || name === 'cursor')
  if (tests.length !== 1 || tests[0]![0] !== 'id' || isList) return null
  if (tests[0]![1] === 'eq.hidden-unlisted') return 'hidden-unlisted'
  return tests[0]![1] === 'eq.hidden-draft' && visitor === OWNER ? 'hidden-draft' : null
}

it('shows no hidden row or column for any query of any caller', async () => {
  const responses = { rows: 0, none: 0, refused: 0, addressed: 0 }
  await fc.assert(
    fc.asyncProperty(query, request, async (parameters, { door, visitor, method, counted, headers }) => {
      const search = new URLSearchParams(parameters).toString()
      const known = addressed(parameters, visitor, headers)
      const wishes = { ...headers, ...(counted ? { prefer: 'count=exact' } : {}) }
      const response = await expectSoundResponse(`${method} ${search}`, () =>
        mixed.ask(`${door}?${search}`, { visitor, method, headers: wishes }),
      )
      const { text } = response
      if (!response.ok) return void responses.refused++
      expect(response.headers.get('content-range')).toMatch(counted ? /\/[01]$/ : /\/\*$/)
      if (method === 'HEAD') return void expect(text).toBe('')
      const rows = [JSON.parse(text) as unknown].flat()
      responses[rows.length === 0 ? 'none' : 'rows']++
      expect(rows.length).toBeLessThanOrEqual(1)
      expect(text).not.toMatch(/masked-|"(?:owner|visibility|generation_id|art_path|drafted_at|hidden_from)"/)
      if (known === null) return void expect(text).not.toMatch(/Secret|hidden-|"votes":9/)
      responses.addressed += rows.length
      expect(text).not.toContain(known === 'hidden-draft' ? 'hidden-unlisted' : 'hidden-draft')
      return undefined
    }),
    runs(READS),
  )
  // The queries are not all invalid: many find the visible card, and many find nothing.
  expect(responses.rows).toBeGreaterThan(READS / 10)
  expect(responses.none).toBeGreaterThan(READS / 10)
  expect(responses.addressed).toBeGreaterThan(READS / 100)
  expect(mixed.counts.whole).toBe(READS / 10)
})

const body = fc.oneof(
  fc.record(
    {
      votes: fc.constantFrom(1, 2, 4, 0, -1, 1.5, '4', null, 1e300),
      id: value,
      owner: value,
      visibility: fc.constantFrom('public', 'draft'),
      image_url: value,
      stats: fc.oneof(fc.constant(null), fc.object({ maxDepth: 2 })),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

it('changes nothing of a card but its votes, for any write of any caller', async () => {
  const stored = async () =>
    JSON.stringify(
      (await tables.rows(`${CARDS}?order=id`, { as: 'service' })).map(({ votes, ...card }) => [
        card,
        card['visibility'] === 'draft' ? votes : null,
      ]),
    )
  const before = await stored()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT'),
      fc.oneof(fc.constantFrom('', 'id=eq.shown', 'id=eq.hidden-draft', 'on_conflict=id'), fc.array(hostileParameter)),
      body,
      fc.constantFrom('', 'return=representation', 'resolution=merge-duplicates', 'resolution=ignore-duplicates'),
      fc.constantFrom('fantasy_football_cards', 'votes', 'generations', 'sqlite_schema', '"', '%00'),
      async (method, parameters, json, prefer, table) => {
        const search = typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString()
        const { ok, text } = await expectSoundResponse(`${method} ${table}?${search}`, () =>
          mixed.ask(`/rest/v1/${encodeURIComponent(table)}?${search}`, {
            visitor: visitorId(3),
            method,
            headers: { prefer, 'content-type': 'application/json' },
            body: JSON.stringify(json),
          }),
        )
        if (ok) expect(text).not.toMatch(/Secret/)
      },
    ),
    runs(WRITES),
  )
  expect(await stored()).toBe(before)
  expect(mixed.counts.whole).toBe(WRITES / 10)
})
