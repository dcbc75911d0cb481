import { beforeEach, expect, it } from 'vitest'
import { saveRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { CARDS, createTables, type RequestOptions, RETURNING, type Tables, visitorId } from '../../worker/db/tables.ts'

const OWNER = visitorId(1)
const STRANGER = visitorId(2)

/** Two ids that must stay hidden and one that does not exist, all the same length and sorted in the middle. */
const HIDDEN = { draft: 'm-d', unlisted: 'm-u' } as const
const MISSING = 'm-x'

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  for (let n = 0; n < 40; n++) await seedCard({ id: `${n % 2 === 0 ? 'a' : 'z'}-${n}`, votes: n % 5 })
  await seedCard({ id: HIDDEN.draft, visibility: 'draft', playerName: 'Secret', votes: 3, owner: OWNER })
  await seedCard({ id: HIDDEN.unlisted, visibility: 'unlisted', playerName: 'Secret', votes: 3, owner: OWNER })
  await tables.ask(CARDS)
})

/** Everything that a caller can learn from a response, except the id itself. */
async function observe(id: string, ask: (id: string) => Promise<Response>) {
  const response = await ask(id)
  const text = await response.text()
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return {
    status: response.status,
    headers,
    body: text.replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(id, '…'),
  }
}

/** List queries, which show only public cards. */
const LISTS: readonly ((id: string) => string)[] = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'].flatMap((operator) => [
    (id: string) => `id=${operator}.${id}&votes=gte.0`,
    (id: string) => `id=not.${operator}.${id}&order=votes.desc,created_at.desc`,
  ]),
  ...['eq', 'like'].flatMap((operator) => [
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

const COUNTED = { headers: { prefer: 'count=exact' } }
const ANONYMOUS_CALLER: RequestOptions = {}
const A_STRANGER: RequestOptions = { visitor: STRANGER }
const THE_OWNER: RequestOptions = { visitor: OWNER }

it('returns the same lists for a hidden and a missing id', async () => {
  const [hidden, missing]: Record<string, unknown>[] = [{}, {}]
  for (const search of LISTS)
    for (const path of [
      { ...ANONYMOUS_CALLER, ...COUNTED },
      { ...THE_OWNER, ...COUNTED },
      { ...THE_OWNER, method: 'HEAD' },
    ]) {
      const ask = (id: string) => tables.ask(`${CARDS}?${search(id)}`, path)
      const none = await observe(MISSING, ask)
      for (const [visibility, id] of Object.entries(HIDDEN)) {
        const label = `${visibility}: ${search('{id}')} ${JSON.stringify(path)}`
        hidden![label] = await observe(id, ask)
        missing![label] = none
      }
    }
  expect(hidden).toEqual(missing)
})

it('treats a draft’s id like a missing card', async () => {
  for (const path of [ANONYMOUS_CALLER, A_STRANGER])
    for (const search of ['', '&select=id,votes', '&order=votes.desc', '&limit=1']) {
      const ask = (id: string) => tables.ask(`${CARDS}?id=eq.${id}${search}`, path)
      expect([search, await observe(HIDDEN.draft, ask)]).toEqual([search, await observe(MISSING, ask)])
    }
})

it('rejects votes for a draft like votes for a missing card', async () => {
  for (const path of [ANONYMOUS_CALLER, A_STRANGER, THE_OWNER])
    for (const votes of [1, 4, 99]) {
      const ask = (id: string) => tables.patch(`${CARDS}?id=eq.${id}`, { votes }, { ...path, headers: RETURNING })
      expect([votes, await observe(HIDDEN.draft, ask)]).toEqual([votes, await observe(MISSING, ask)])
    }
})

it('refuses to save another visitor’s card like a missing one', async () => {
  const ask = (id: string) =>
    tables.post(CARDS, saveRow(`https://cards.example/storage/fantasy-cards/cards/${id}/1.jpg`), A_STRANGER)
  const none = await observe(MISSING, ask)
  expect(none.status).toBe(403)
  for (const id of Object.values(HIDDEN)) expect([id, await observe(id, ask)]).toEqual([id, none])
})
