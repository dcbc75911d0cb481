import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { CARDS, createTables, type Tables, visitorId } from './tables.ts'

/** Queries of every kind, replayable from the seed. */
const RUNS = { numRuns: 1500, seed: 20_261_121 }
const OWNER = visitorId(1)

let tables: Tables
beforeAll(async () => {
  await freshDatabase()
  tables = createTables()
  await seedCard({ id: 'shown', votes: 3 })
  await seedCard({ id: 'hidden-draft', visibility: 'draft', playerName: 'Secret', votes: 9, owner: OWNER })
  await seedCard({ id: 'hidden-unlisted', visibility: 'unlisted', playerName: 'Secret', votes: 9, owner: OWNER })
})

const column = fc.constantFrom(
  'id',
  'votes',
  'player_name',
  'stats',
  'created_at',
  'user_id',
  'owner',
  'visibility',
  'rowid',
  'x"y',
)
const value = fc.oneof(
  fc.constantFrom(
    'hidden-draft',
    'hidden-unlisted',
    'Secret',
    '9',
    'null',
    'draft',
    '*',
    '%',
    '(1,2)',
    '("a","b")',
    '',
  ),
  fc.string({ unit: fc.constantFrom(...`ab1.,()"'\\&=%*_-;\u0000é🏈`), maxLength: 20 }),
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'is',
  'in',
  'not.eq',
  'not.in',
  'not.is',
  'or',
  'fts',
  '',
)
const condition = fc.tuple(column, operator, value).map(([name, op, text]) => `${name}.${op}.${text}`)
const group = fc.tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and'), fc.array(condition, { maxLength: 4 }))

/** Queries that are right, and look for what they must not find. */
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
const select = fc.constantFrom('*', 'id', 'n:player_name,votes')
const page = {
  cursor: fc.constantFrom('shown', 'hidden-draft', 'hidden-unlisted', 'never'),
  offset: fc.constantFrom('0', '1'),
}
const settings = fc.oneof(
  { weight: 3, arbitrary: fc.record({ order, select }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.record({ order, select, ...page }, { requiredKeys: [] }) },
)
const soundQuery = fc
  .tuple(fc.array(soundParameter, { maxLength: 2 }), settings)
  .map(([filters, set]): [string, string][] => filters.concat(Object.entries(set)))

const hostileParameter = fc.oneof(
  fc.tuple(column, operator, value).map(([name, op, text]): [string, string] => [name, `${op}.${text}`]),
  group.map(([name, members]): [string, string] => [name, `(${members.join(',')})`]),
  fc.tuple(
    fc.constantFrom('select', 'order', 'limit', 'offset', 'cursor', 'columns', 'on_conflict', 'junk'),
    fc.oneof(column, value),
  ),
)
const query = fc.oneof(soundQuery, fc.array(hostileParameter, { minLength: 1, maxLength: 3 }))

/** Whatever is asked in a list, the hidden rows are in no answer, no count and no failure of ours. */
test('no query that anybody can write breaks the server or shows a hidden row', async () => {
  const answers = { rows: 0, none: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(query, fc.boolean(), async (parameters, counted) => {
      const search = new URLSearchParams(parameters).toString()
      // A lone id is an address, not a list.
      const [first] = parameters
      fc.pre(!(first?.[0] === 'id' && first[1].startsWith('eq.')))
      const headers = counted ? { prefer: 'count=exact' } : {}
      const response = await tables.ask(`${CARDS}?${search}`, { visitor: OWNER, headers })
      const text = await response.text()
      expect(response.status, text).toBeLessThan(500)
      if (!response.ok) return void answers.refused++
      const rows = JSON.parse(text) as unknown[]
      answers[rows.length === 0 ? 'none' : 'rows']++
      expect(rows.length).toBeLessThanOrEqual(1)
      expect(text).not.toMatch(/Secret|hidden-|"votes":9/)
      expect(response.headers.get('content-range')).toMatch(counted ? /\/[01]$/ : /\/\*$/)
    }),
    RUNS,
  )
  // The queries are not all nonsense: many find the card that may be seen, and many find nothing.
  expect(answers.rows).toBeGreaterThan(150)
  expect(answers.none).toBeGreaterThan(150)
}, 120_000)
