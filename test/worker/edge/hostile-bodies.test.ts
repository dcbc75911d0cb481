import fc from 'fast-check'
import { beforeEach, expect, inject, test } from 'vitest'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { createTestApp, idOf, noPictures, type TestApp, type TestVisitor } from '../../support/app.ts'
import { countOf, rowOf, saveRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { networkOf, soundJson } from '../../support/hostile-requests.ts'

/** Bodies of every kind to every call that takes one, replayable from the seed. */
const { seed, share } = inject('hostile')
const RUNS = { numRuns: Math.round(14_000 * share), seed }

type Call = { readonly path: string; readonly method: string; readonly good: Readonly<Record<string, unknown>> }

const PUBLIC = 'Bearer public-fantasy-cards'
/** Of the card `own`, which belongs to whom sends all this. */
const OWN_IMAGE = 'https://cards.example/storage/fantasy-cards/cards/own/1.jpg'
const STATS = { strength: 61, agility: 62, touchdownPower: 63, leadership: 64, accuracy: 65 }
const SAVE = {
  playerName: 'Ace',
  jerseyNumber: '12',
  teamColors: 'Green Bay Packers',
  imageUrl: OWN_IMAGE,
  stats: STATS,
}
const CALLS: readonly Call[] = [
  { path: '/api/cards/a/votes', method: 'POST', good: { votes: 1 } },
  { path: '/api/cards', method: 'POST', good: SAVE },
  { path: '/api/cards/a', method: 'PATCH', good: { playerName: 'Ace' } },
  { path: '/api/cards/own', method: 'PATCH', good: { playerName: 'Nova', jerseyNumber: '7', jersey_number: '7' } },
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
  { path: '/rest/v1/fantasy_football_cards', method: 'POST', good: saveRow(OWN_IMAGE) },
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
let visitor: TestVisitor
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
  visitor = app.visitor()
  await seedCard({ id: 'a', playerName: 'Zelda' })
  await seedCard({ id: 'own', visibility: 'draft', owner: idOf(await visitor.arrive()) })
})

const send = ({ path, method }: Call, body: string, n: number) =>
  soundJson(`${method} ${path} with ${body.length} characters, ${body.slice(0, 300)}`, () =>
    visitor.send(path, {
      method,
      body,
      headers: {
        'content-type': 'application/json',
        ...(path.startsWith('/api/reports') ? {} : { authorization: PUBLIC, apikey: 'public-fantasy-cards' }),
        ...networkOf(n),
      },
    }),
  )

/** What of the two cards no body may change; the owner's may enter the Hall as the picture shows it. */
async function requireUnchanged() {
  const [card, own] = [(await rowOf('a'))!, (await rowOf('own'))!]
  expect([card['player_name'], card['visibility'], await countOf('fantasy_football_cards')]).toEqual([
    'Zelda',
    'public',
    2,
  ])
  expect([own['team_colors'], own['votes']]).toEqual(['Green Bay Packers', 0])
  expect(String(own['player_name']).length).toBeLessThanOrEqual(NICKNAME_MAX_CHARACTERS)
  expect(String(own['jersey_number']).length).toBeLessThanOrEqual(JERSEY_NUMBER_MAX_CHARACTERS)
  // A voter counts once, whatever its bodies say.
  expect(card['votes']).toBe(await countOf('votes'))
  expect(Number(card['votes'])).toBeLessThanOrEqual(1)
}

test('no body of any call breaks the server, tells of its inside or changes what it must not', async () => {
  let votes = 0
  await fc.assert(
    fc.asyncProperty(asked, async ([call, body, n]) => {
      const answer = await send(call, body, n)
      if (answer.ok && call.path.includes('votes')) votes++
    }),
    RUNS,
  )
  await requireUnchanged()
  expect(votes).toBeLessThanOrEqual(1)
}, 240_000)

const MEGA = 1_000_000
/** As deep, as long and as wide as a body may be, and beyond. */
const LARGE: readonly (() => string)[] = [
  () => '['.repeat(MEGA) + ']'.repeat(MEGA),
  () => `${'{"a":'.repeat(MEGA)}1${'}'.repeat(MEGA)}`,
  () => '['.repeat(MEGA - 1),
  () => '['.repeat(MEGA / 2) + ']'.repeat(MEGA / 2),
  () => `${'{"a":'.repeat(160_000)}1${'}'.repeat(160_000)}`,
  () => `{"votes":1,"deep":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  () => `{"events":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`,
  () => JSON.stringify('x'.repeat(2 * MEGA)),
  () => JSON.stringify({ ...SAVE, jerseyNumber: '7'.repeat(2 * MEGA), jersey_number: '7'.repeat(2 * MEGA) }),
  () => JSON.stringify({ ...SAVE, jerseyNumber: '7'.repeat(900_000) }),
  () => JSON.stringify({ ...SAVE, playerName: '\u0301'.repeat(900_000 / 2) }),
  () => `[${'0,'.repeat(MEGA)}0]`,
  () => `{"votes":${'9'.repeat(900_000)}}`,
  () => `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":0`).join()}}`,
  () => JSON.stringify({ message: '\r\nbcc: b@example.com '.repeat(100_000) }),
  () => ' '.repeat(5 * MEGA),
]

test('no body that is a million deep or some megabytes long breaks a call or holds it up', async () => {
  const cases = CALLS.flatMap((call) => LARGE.map((body) => ({ call, body })))
  const every = Math.round(1 / share)
  for (const [i, { call, body }] of cases.entries()) {
    if (i % every !== seed % every) continue
    await send(call, body(), i)
  }
  await requireUnchanged()
}, 240_000)
