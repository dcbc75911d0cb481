import fc from 'fast-check'
import { beforeEach, expect, inject, test } from 'vitest'
import { createTestApp, idOf, noPictures, type TestApp } from '../../support/app.ts'
import { countOf, rowOf, saveRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'

/** Bodies of every kind to every call that takes one, replayable from the seed. */
const { seed, share } = inject('hostile')
const RUNS = { numRuns: Math.round(14_000 * share), seed }

type Call = { readonly path: string; readonly method: string; readonly good: Readonly<Record<string, unknown>> }

const PUBLIC = 'Bearer public-fantasy-cards'
const CALLS: readonly Call[] = [
  { path: '/api/cards/a/votes', method: 'POST', good: { votes: 1 } },
  { path: '/api/cards', method: 'POST', good: { ...saveRow('https://cards.example/x'), playerName: 'Ace' } },
  { path: '/api/cards/a', method: 'PATCH', good: { playerName: 'Ace' } },
  { path: '/api/cards/a/reports', method: 'POST', good: { reason: 'spam', note: 'x' } },
  { path: '/api/cards/a/share', method: 'POST', good: {} },
  { path: `/api/generations/${'a'.repeat(32)}/stats`, method: 'POST', good: { stats: { strength: 1 } } },
  { path: '/api/reports/a', method: 'POST', good: { decision: 'keep' } },
  {
    path: '/functions/v1/contact-submit',
    method: 'POST',
    good: { name: 'Ann', email: 'ann@example.com', message: 'Hello', website: '' },
  },
  {
    path: '/api/analytics/fantasy-cards/log',
    method: 'POST',
    good: { events: [{ type: 'page_view', path: '/', timestamp: 1 }] },
  },
  { path: '/api/auth/signin', method: 'POST', good: { email: 'ann@example.com', password: 'x' } },
  { path: '/rest/v1/fantasy_football_cards?id=eq.a', method: 'PATCH', good: { votes: 1 } },
  { path: '/rest/v1/fantasy_football_cards', method: 'POST', good: saveRow('https://cards.example/x') },
]

const DEEP = 20_000
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    '',
    '\u0000',
    'a\r\nbcc: b@example.com',
    '\u202Eabc',
    '💥'.repeat(50),
    'x'.repeat(70_000),
    '__proto__',
    `'; drop table votes; --`,
    '<script>alert(1)</script>',
    [],
    {},
    [[]],
    { length: 5 },
    { toString: 'x' },
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const changed = (good: Call['good']) =>
  fc.oneof(
    // One field is something else.
    fc
      .tuple(fc.constantFrom(...Object.keys(good), 'other', '__proto__', 'constructor'), value)
      .map(([name, one]) =>
        JSON.stringify({ ...good, [name]: 'mark' }).replace('"mark"', JSON.stringify(one) ?? 'null'),
      ),
    // Something else altogether.
    value.map((one) => JSON.stringify(one) ?? ''),
    fc.constantFrom(
      '',
      '{',
      '{"a":1,"a":2}',
      'NaN',
      '[1,',
      '\uFEFF{}',
      '['.repeat(DEEP) + ']'.repeat(DEEP),
      `{"a":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
/** Events have the most shapes: they come twice as often. */
const OFTEN = [...CALLS, ...CALLS.filter(({ path }) => path.includes('analytics'))]
const asked = fc
  .constantFrom(...OFTEN)
  .chain((call) => fc.tuple(fc.constant(call), changed(call.good), fc.nat(1 << 24)))

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
  await seedCard({ id: 'a', playerName: 'Zelda' })
})

/** What no answer may hold: the words of the database, of files and of the runtime. */
const LEAKS = /SQLITE|D1_ERROR|\.ts:\d|node_modules|TypeError|insert into|select /i

test('no body of any call breaks the server, tells of its inside or changes what it must not', async () => {
  const visitor = app.visitor()
  const owner = idOf(await visitor.arrive())
  let votes = 0
  await fc.assert(
    fc.asyncProperty(asked, async ([{ path, method }, body, n]) => {
      const answer = await visitor.send(path, {
        method,
        body,
        headers: {
          'content-type': 'application/json',
          ...(path.startsWith('/api/reports') ? {} : { authorization: PUBLIC, apikey: 'public-fantasy-cards' }),
          'cf-connecting-ip': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
        },
      })
      const text = await answer.text()
      expect([answer.status < 500 || answer.status === 501, text.match(LEAKS)]).toEqual([true, null])
      if (answer.status >= 400) expect(JSON.parse(text)).toMatchObject({ code: expect.any(String) as string })
      if (answer.ok && path.includes('votes')) votes++
    }),
    RUNS,
  )
  const card = (await rowOf('a'))!
  expect([card['player_name'], card['visibility'], await countOf('fantasy_football_cards')]).toEqual([
    'Zelda',
    'public',
    1,
  ])
  // A voter counts once, whatever its bodies say.
  expect(card['votes']).toBe(await countOf('votes'))
  expect(Number(card['votes'])).toBeLessThanOrEqual(1)
  expect(votes).toBeLessThanOrEqual(1)
  expect(owner).toMatch(/^[0-9a-f]{32}$/)
})
