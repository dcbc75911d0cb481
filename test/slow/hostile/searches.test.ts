import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { type Filter, where } from '#shared/query/ast.ts'
import { encodeQuery } from '#shared/query/encode.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { runs } from '../../support/hostile-requests.ts'
import { type Named, toNumberedId, seedNamed } from '../../worker/db/named-cards.ts'
import { evaluateFilter, type ModelRow } from './filter-model.ts'
import { CARDS, createTables } from '../../worker/db/tables.ts'

beforeEach(freshDatabase)

const LETTERS = ['a', 'A', 'b', 'B', 'c', ' ', 'é', 'É', 'ж', '美', '🏈', '%', '_', '*', '\\', '"', "'", '.'] as const
const name = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 9 }) },
  // Longer than a visitor's name.
  { weight: 1, arbitrary: fc.constantFrom('ab', 'cé').map((part) => part.repeat(70)) },
)
const visibility = fc.constantFrom('public', 'public', 'public', 'unlisted', 'draft')
const pattern = fc
  .array(fc.constantFrom(...'aAbBc éЖ美🏈.', '%', '*', '_', '\\%', '\\_', '\\*', '\\\\'), { maxLength: 6 })
  .map((parts) => parts.join(''))
const conditionOn = (pattern: fc.Arbitrary<string>) =>
  fc
    .record({
      operator: fc.constantFrom('eq', 'like', 'ilike', 'ilike', 'neq'),
      value: fc.oneof(
        pattern,
        pattern.map((text) => `*${text}*`),
        // Many names contain these, including long ones.
        fc.constantFrom('a', 'B', 'ab', 'ba', 'bAb', 'cé', 'éc', 'abab', 'a*b', 'k').map((text) => `*${text}*`),
      ),
      not: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    })
    .map(({ operator, value, not }): Filter => ({ ...where('player_name', operator as 'eq', value), not }))
const createGroup = (condition: fc.Arbitrary<Filter>) =>
  fc
    .record({ group: fc.constantFrom('and', 'or'), filters: fc.array(condition, { minLength: 1, maxLength: 3 }) })
    .map(({ group, filters }): Filter => ({ group: group as 'and', filters, not: false }))
/** The filters of fifteen searches. */
const searchesFor = (pattern: fc.Arbitrary<string>) => {
  const condition = conditionOn(pattern)
  const filters = fc.array(fc.oneof(condition, createGroup(condition)), { minLength: 1, maxLength: 2 })
  return fc.array(filters, { minLength: 15, maxLength: 15 })
}

const createCards = (name: fc.Arbitrary<string>) =>
  fc.array(fc.record({ name, visibility }), { minLength: 5, maxLength: 30 })

/** Replaces the test's cards, each with one more vote than the last. */
async function seedOwn(cards: readonly { name: string; visibility: string }[]): Promise<Named[]> {
  await testEnv().DB.prepare(`delete from fantasy_football_cards where id like 'own-%'`).run()
  const own = cards.map((card, i) => ({ ...card, id: toNumberedId('own', i), votes: 1 + i }))
  await seedNamed(own)
  return own
}

it('finds by name what a JavaScript model finds', async () => {
  let some = 0
  const count = 6
  await fc.assert(
    fc.asyncProperty(createCards(name), searchesFor(pattern), async (cards, searches) => {
      const own = await seedOwn(cards)
      const tables = createTables()
      for (const filters of searches) {
        const query = encodeQuery({
          filters: [...filters, where('votes', 'gte', '1')],
          select: [{ column: 'id' }],
          order: [{ column: 'votes', direction: 'asc' }],
        })
        const found = (await tables.rows(`${CARDS}?${query}`)).map(({ id }) => id)
        const expected = own
          .filter((card) => card.visibility === 'public')
          .filter((card) =>
            filters.every((one) => evaluateFilter(one, { player_name: card.name } as unknown as ModelRow)),
          )
          .map(({ id }) => id)
        expect(found).toEqual(expected)
        if (expected.length > 0) some++
      }
    }),
    runs(count),
  )
  expect(some).toBeGreaterThan(count)
}, 60_000)

/** Characters that SQLite handles specially, and the last one of Unicode. */
const STRANGE = ['\0', '\uFFFD', '\uFFFE', '\u{10FFFF}', '\u{1FFFF}', 'ß', 'ſ', 'K', 'ı', 'ǅ', '\\']
const strange = fc.string({ unit: fc.constantFrom('a', 'A', 'k', 's', '*', '_', ...STRANGE), maxLength: 5 })

const page = fc.record(
  {
    order: fc.constantFrom('votes.asc', 'votes.desc,created_at.desc', 'player_name.asc,votes.desc', 'created_at.desc'),
    limit: fc.integer({ min: 0, max: 9 }),
    offset: fc.integer({ min: 0, max: 4 }),
    cursor: fc.constantFrom('at', 'none'),
  },
  { requiredKeys: ['order'] },
)

it('returns the same name search results as for the service, page by page', async () => {
  await seedNamed([{ id: 'at', name: 'aska', visibility: 'public', votes: 4 }])
  const tables = createTables()
  const answered = async (search: string, as: 'public' | 'service') => {
    const response = await tables.ask(`${CARDS}?select=id&${search}`, { as, headers: { prefer: 'count=exact' } })
    const body = (await response.json()) as { id: string }[] | { code: string }
    return { range: response.headers.get('content-range'), result: Array.isArray(body) ? body : body.code }
  }
  let some = 0
  const count = 6
  await fc.assert(
    fc.asyncProperty(
      createCards(strange),
      searchesFor(strange),
      fc.array(page, { minLength: 15, maxLength: 15 }),
      async (cards, searches, pages) => {
        await seedOwn(cards)
        for (const [i, filters] of searches.entries()) {
          const { order, ...others } = pages[i]!
          const settings = new URLSearchParams({
            order,
            ...Object.fromEntries(Object.entries(others).map(([key, value]) => [key, String(value)])),
          })
          const search = `${encodeQuery({ filters: [...filters, where('votes', 'gte', '1')] })}&${settings}`
          const result = await answered(search, 'public')
          expect(result).toEqual(await answered(`${search}&visibility=eq.public`, 'service'))
          if (Array.isArray(result.result) && result.result.length > 0) some++
        }
      },
    ),
    runs(count),
  )
  expect(some).toBeGreaterThan(count)
}, 60_000)
