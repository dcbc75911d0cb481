import { beforeAll, describe, expect, test } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { type Asked, CARDS, createTables, RETURNING, type Tables, visitorId } from './tables.ts'

const OWNER = visitorId(1)
const STRANGER = visitorId(2)

/** Two ids that may not be seen and one that never was, in the middle of others and of one length. */
const HIDDEN = { draft: 'm-d', unlisted: 'm-u' } as const
const MISSING = 'm-x'

let tables: Tables
let counts: ReturnType<typeof createCountingDb>['counts']
beforeAll(async () => {
  await freshDatabase()
  const counting = createCountingDb(testEnv().DB)
  counts = counting.counts
  tables = createTables({ db: counting.db })
  for (let n = 0; n < 40; n++) await seedCard({ id: `${n % 2 === 0 ? 'a' : 'z'}-${n}`, votes: n % 5 })
  await seedCard({ id: HIDDEN.draft, visibility: 'draft', playerName: 'Secret', votes: 3, owner: OWNER })
  await seedCard({ id: HIDDEN.unlisted, visibility: 'unlisted', playerName: 'Secret', votes: 3, owner: OWNER })
  await tables.ask(CARDS)
})

/** All that an asker can tell of an answer, the id itself left out, and what it cost. */
async function told(id: string, ask: (id: string) => Promise<Response>) {
  const before = { ...counts }
  const answer = await ask(id)
  const text = await answer.text()
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  return {
    status: answer.status,
    headers,
    body: text.replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(id, '…'),
    rowsRead: counts.rowsRead - before.rowsRead,
    rowsWritten: counts.rowsWritten - before.rowsWritten,
    statements: counts.statements - before.statements,
  }
}

/** Queries of lists, which show public cards alone. */
const LISTED: readonly ((id: string) => string)[] = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'].flatMap((operator) => [
    (id: string) => `id=${operator}.${id}&votes=gte.0`,
    (id: string) => `id=not.${operator}.${id}&order=votes.desc,created_at.desc`,
    (id: string) => `or=(id.${operator}.${id},votes.eq.99)`,
    (id: string) => `and=(id.${operator}.${id})&order=id`,
    (id: string) => `not.or=(id.${operator}.${id})&select=id&limit=5`,
  ]),
  (id) => `id=in.(${id})`,
  (id) => `id=in.(${id},a-0)`,
  (id) => `id=not.in.(${id})&order=created_at.desc&limit=8`,
  (id) => `id=eq.${id}&id=eq.${id}`,
  (id) => `id=eq.${id}&offset=0`,
  (id) => `id=eq.${id}&player_name=eq.Secret`,
  (id) => `id=not.neq.${id}`,
  (id) => `id=eq.${id}&order=votes.desc&limit=1&player_name=like.*`,
  (id) => `cursor=${id}`,
  (id) => `cursor=${id}&order=votes.desc,created_at.desc&limit=8`,
  (id) => `cursor=${id}&order=created_at.desc&limit=8`,
  (id) => `cursor=${id}&order=player_name.asc,votes.desc`,
  (id) => `cursor=${id}&id=eq.${id}`,
]
const named = LISTED.map((search) => [search('{id}'), search] as const)

describe.each(Object.entries(HIDDEN))('a card that is %s', (visibility, hidden) => {
  const asOwner: Asked = { visitor: OWNER }
  const asStranger: Asked = { visitor: STRANGER }

  test.each(named)('costs and answers what one costs that never was: %s', async (_, search) => {
    for (const asked of [{}, asStranger, asOwner])
      for (const init of [{}, { headers: { prefer: 'count=exact' } }, { method: 'HEAD' }]) {
        const ask = (id: string) => tables.ask(`${CARDS}?${search(id)}`, { ...asked, ...init })
        expect(await told(hidden, ask)).toEqual(await told(MISSING, ask))
      }
  })

  test('costs the same by its address alone, and answers the same when it is a draft', async () => {
    for (const [i, asked] of [{}, asStranger].entries())
      for (const search of ['', '&select=id,votes', '&order=votes.desc', '&limit=1']) {
        const ask = (id: string) => tables.ask(`${CARDS}?id=eq.${id}${search}`, asked)
        const [found, none] = [await told(hidden, ask), await told(MISSING, ask)]
        expect([i, found.rowsRead, found.statements]).toEqual([i, none.rowsRead, none.statements])
        if (visibility === 'draft') expect(found).toEqual(none)
      }
  })

  test('takes a vote, as long as it is a draft, as one takes it that never was', async () => {
    if (visibility !== 'draft') return
    for (const asked of [{}, asStranger, asOwner])
      for (const votes of [1, 4, 99]) {
        const ask = (id: string) => tables.patch(`${CARDS}?id=eq.${id}`, { votes }, { ...asked, headers: RETURNING })
        expect(await told(hidden, ask)).toEqual(await told(MISSING, ask))
      }
  })

  test('is saved by its maker only, for others it never was', async () => {
    const ask = (id: string) =>
      tables.post(
        CARDS,
        {
          image_url: `https://cards.example/storage/fantasy-cards/cards/${id}/1.jpg`,
          team_colors: 'Chicago Bears',
          stats: { strength: 1, agility: 2, touchdownPower: 3, leadership: 4, accuracy: 5 },
        },
        asStranger,
      )
    const [refused, none] = [await told(hidden, ask), await told(MISSING, ask)]
    expect(refused).toEqual(none)
    expect(refused.status).toBe(403)
  })
})
