import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { createTestApp, getVisitorId, noPictures } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { getNetwork, runs, expectSoundJson } from '../../support/hostile-requests.ts'

const RUNS = runs(180)

const PUBLIC = { authorization: 'Bearer public-fantasy-cards', apikey: 'public-fantasy-cards' }
const TABLE = '/rest/v1/fantasy_football_cards'
const CARDS = ['a', 'b', 'draft'] as const

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'a', votes: 3 })
  await seedCard({ id: 'b', votes: 40 })
  await seedCard({ id: 'draft', visibility: 'draft', votes: 7 })
})

/** The columns maintained by triggers. */
const TALLIES = { votes: 0, week_votes: 0, trending_votes: 0 }

const rows = async () => {
  const { results } = await testEnv()
    .DB.prepare('select * from fantasy_football_cards order by id')
    .all<{ id: (typeof CARDS)[number]; votes: number }>()
  return results
}

/** `by`: the difference from the current votes. */
const total = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom({ by: 1 }, { by: 2 }, { by: 0 }, { by: -1 }, { by: 100 }, { by: 0.5 }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<unknown>(
        -1,
        0,
        1,
        2 ** 53,
        2 ** 53 + 2,
        -(2 ** 53),
        1e308,
        1.5,
        '4',
        '1',
        '',
        null,
        true,
        [4],
        {},
        {
          valueOf: 4,
        },
      )
      .map((value) => ({ value })),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => ({ value: value as unknown })) },
)
const others = fc.constantFrom<Record<string, unknown>>(
  {},
  {},
  {},
  { player_name: 'Mine' },
  { id: 'b' },
  { owner: 'x', visibility: 'public' },
  { 'votes ': 9 },
  { Votes: 99 },
)
const product = fc.constantFrom(...CARDS, 'never', '..', 'a%00', 'A', 'a,b', '*').map((id) => ({
  path: `/api/cards/${id}/votes`,
  id,
  isProduct: true,
}))
const WIRE: readonly string[] = [
  '',
  'id=neq.a',
  'id=in.(a,b)',
  'id=in.(a)',
  'id=like.*',
  'or=(id.eq.a,id.eq.b)',
  'votes=gte.0',
  'id=eq.a&id=eq.b',
  'id=not.eq.a',
  'id=is.null',
  'limit=1',
  'order=id&limit=1',
  'id=eq.a,b',
  'id=eq.never',
  'ID=eq.a',
  'select=*',
]
/** Each names one card in an indirect way. */
const NAMED = ['id=eq.a&limit=0', 'and=(id.eq.a)', 'id=eq.a&select=votes', 'id=eq.a&order=id']
const wire = fc.oneof(
  fc.constantFrom(...NAMED).map((search) => ({ path: `${TABLE}?${search}`, id: 'a', isProduct: false })),
  fc.constantFrom(...CARDS).map((id) => ({ path: `${TABLE}?id=eq.${id}`, id: id as string, isProduct: false })),
  fc.constantFrom(...WIRE).map((search) => ({ path: `${TABLE}?${search}`, id: '', isProduct: false })),
)
const shape = fc.constantFrom('object', 'object', 'object', 'object', 'list', 'twice', 'nested')

/** Known voters reuse their cookies. The crowd shares one network without cookies, and differs only by browser. */
type Voter = number | { readonly known: number } | { readonly browser: string }
const KNOWN_VOTERS = 4
const BROWSERS = ['Firefox', 'Edg', 'OPR', 'SamsungBrowser', 'Chrome', 'Safari', 'other']
const CROWD_VOTES_PER_CARD = 5
const voter = fc.oneof<fc.MaybeWeightedArbitrary<Voter>[]>(
  { weight: 4, arbitrary: fc.nat(KNOWN_VOTERS - 1).map((known) => ({ known })) },
  { weight: 3, arbitrary: fc.constantFrom(...BROWSERS).map((browser) => ({ browser })) },
  { weight: 4, arbitrary: fc.nat(1 << 24) },
)
const attempt = fc.oneof(
  fc.record({ call: fc.oneof(product, wire), total, others, shape, by: voter }),
  // Valid unless the voter has voted before.
  fc.record({
    call: fc.oneof(product, wire).filter(({ id }) => id === 'a' || id === 'b'),
    total: fc.constant({ by: 1 }),
    others: fc.constant<Record<string, unknown>>({}),
    shape: fc.constant('object' as const),
    by: voter,
  }),
)

/** Sends requests of a voter to the whole Worker. @returns a function that sends a body to a path */
async function createVoters() {
  const app = createTestApp({ pictures: noPictures })
  const known = await Promise.all(
    Array.from({ length: KNOWN_VOTERS }, async (_, n) => {
      const network = { 'cf-connecting-ip': `192.0.2.${n}` }
      return { ...network, cookie: await app.visitor(network).arrive() }
    }),
  )
  const getHeaders = (by: Voter): Record<string, string> => {
    if (typeof by === 'number') return getNetwork(by)
    return 'known' in by ? known[by.known]! : { 'cf-connecting-ip': '198.51.100.7', 'user-agent': by.browser }
  }
  return {
    names: known.map(({ cookie }) => getVisitorId(cookie)),
    send: (by: Voter, path: string, body: string) =>
      app.send(path, {
        method: path.startsWith(TABLE) ? 'PATCH' : 'POST',
        body,
        headers: { ...PUBLIC, 'content-type': 'application/json', prefer: 'return=representation', ...getHeaders(by) },
      }),
  }
}

it('counts each voter once per card, by one, for any order and body of votes', async () => {
  const polls = await createVoters()
  const cast = new Set<string>()
  const refused = { repeats: 0, crowd: 0 }
  let counted = 0
  await fc.assert(
    fc.asyncProperty(attempt, async ({ call, total: wanted, others: more, shape: form, by }) => {
      const before = await rows()
      const had = before.find(({ id }) => id === call.id)?.votes ?? 3
      const votes = 'by' in wanted ? had + wanted.by : wanted.value
      const object = { votes, ...more }
      const body = {
        object: JSON.stringify(object),
        list: JSON.stringify([object, object]),
        twice: `{"votes":${had + 2},"votes":${JSON.stringify(votes)}}`,
        nested: JSON.stringify({ votes: object }),
      }[form]!
      const label = `${call.path} with ${body}`
      const response = await expectSoundJson(label, () => polls.send(by, call.path, body))
      const after = await rows()
      const changed = after.filter(({ votes: now }, i) => now !== before[i]!.votes)
      // No other column of any card changed.
      expect(
        after.map((row) => ({ ...row, ...TALLIES })),
        label,
      ).toEqual(before.map((row) => ({ ...row, ...TALLIES })))
      const isMeant =
        ['a', 'b'].includes(call.id) &&
        ['object', 'twice'].includes(form) &&
        Number.isSafeInteger(votes) &&
        Number(votes) >= 1 &&
        Number(votes) <= had + 1
      const ballot = typeof by === 'number' ? '' : `${JSON.stringify(by)} ${call.id}`
      const isRepeat = cast.has(ballot)
      if (isRepeat && response.body?.['code'] === '23505') refused.repeats++
      if (response.body?.['code'] === 'RATE_LIMITED') {
        expect(by, label).toHaveProperty('browser')
        refused.crowd++
      }
      if (changed.length === 0) return
      counted++
      expect([label, isMeant, isRepeat, response.ok]).toEqual([label, true, false, true])
      expect(changed.map(({ id, votes: now }) => [id, now])).toEqual([[call.id, had + 1]])
      if (ballot !== '') cast.add(ballot)
    }),
    RUNS,
  )
  // The attempts are not all invalid.
  expect(counted).toBeGreaterThan(20)
  expect(refused.repeats).toBeGreaterThan(20)

  // New voters can still vote until the limits are reached.
  const all: Voter[] = [
    ...Array.from({ length: KNOWN_VOTERS }, (_, known) => ({ known })),
    ...BROWSERS.map((browser) => ({ browser })),
  ]
  for (const by of all) for (const id of ['a', 'b']) await polls.send(by, `${TABLE}?id=eq.${id}`, '{"votes":1}')
  const { results } = await testEnv()
    .DB.prepare('select voter, card, network from votes')
    .all<{ voter: string; card: string; network: string }>()
  for (const { id, votes } of (await rows()).filter((row) => row.id !== 'draft')) {
    const ofCard = results.filter(({ card }) => card === id)
    expect(votes - (id === 'a' ? 3 : 40)).toBe(ofCard.length)
    expect(ofCard.filter((row) => polls.names.includes(row.voter))).toHaveLength(KNOWN_VOTERS)
    const perNetwork = ofCard.map((row) => ofCard.filter(({ network }) => network === row.network).length)
    expect(Math.max(...perNetwork)).toBe(CROWD_VOTES_PER_CARD)
  }
})
