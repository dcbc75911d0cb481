/**
 * `npm run bench:rest`: our REST route against a hand-written one with the same SQL and the same body, in the same
 * runtime. Rounds of both alternate; the median of five counts. Prints the ratios of their speeds and the rows that
 * each query of the product reads, asserts nothing.
 */
import { decodeQuery } from '#shared/query/decode.ts'
import { compileSelect } from '#worker/backend/db/compile.ts'
import { RULES } from '#worker/backend/db/rules.ts'
import { readSchema } from '#worker/backend/db/schema.ts'
import { ruledView } from '#worker/backend/db/view.ts'
import { SERVED, serveRest } from '../support/serve-rest.ts'

const ROUNDS = 5
const REQUESTS = 150
const PARALLEL = 8
const CARDS = 5000

const say = (line: string) => process.stdout.write(`${line}\n`)
const { url, db, close } = await serveRest()

for (let first = 0; first < CARDS; first += 500)
  await db.batch(
    Array.from({ length: 500 }, (_, i) => first + i).map((n) =>
      db
        .prepare(
          `insert into fantasy_football_cards (id, player_name, jersey_number, team_colors, image_url, stats, created_at,
             votes, visibility, owner, generation_id, drafted_at)
           values (?1, 'Ace', '12', 'Green Bay Packers', 'https://cards.example/' || ?1, ?2, ?3, ?4, 'public', 'somebody', ?1, ?3)`,
        )
        .bind(
          `card-${n}`,
          '{"strength":77,"agility":77,"touchdownPower":77,"leadership":77,"accuracy":77}',
          new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
          n % 97,
        ),
    ),
  )

type Ask = (n: number) => Promise<Response>

const withKey = (key: string): Record<string, string> => ({ apikey: key, authorization: `Bearer ${key}` })
const asPublic = withKey(SERVED.PUBLIC_KEY)
const asService = {
  ...withKey(SERVED.SERVICE_KEY),
  'content-type': 'application/json',
  prefer: 'return=representation',
}
const TABLE = `${url}/rest/v1/fantasy_football_cards`
const LEADERBOARD = 'select=*&order=votes.desc,created_at.desc&limit=100'

let messages = 0
const message = () =>
  JSON.stringify({ id: `m${messages++}`, name: 'Ann', email: 'a@b.c', message: 'Hello', created_at: '2026-01-01' })

const PAIRS: readonly (readonly [name: string, ours: Ask, plain: Ask])[] = [
  [
    'by id',
    (n) => fetch(`${TABLE}?id=eq.card-${n}&select=*`, { headers: asPublic }),
    (n) => fetch(`${url}/plain/cards/card-${n}`, { headers: asPublic }),
  ],
  [
    'leaderboard',
    () => fetch(`${TABLE}?${LEADERBOARD}`, { headers: asPublic }),
    () => fetch(`${url}/plain/leaderboard`, { headers: asPublic }),
  ],
  [
    'insert',
    () => fetch(`${url}/rest/v1/contact_submissions`, { method: 'POST', headers: asService, body: message() }),
    () => fetch(`${url}/plain/messages`, { method: 'POST', headers: asService, body: message() }),
  ],
]

/** Milliseconds that a number of requests take, a few at a time. */
async function timed(ask: Ask, requests: number): Promise<number> {
  const start = performance.now()
  let next = 0
  const work = async () => {
    while (next < requests) {
      const response = await ask(next++)
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return performance.now() - start
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const perSecond = (milliseconds: number) => `${Math.round((REQUESTS * 1000) / milliseconds)}/s`

for (const [name, ours, plain] of PAIRS) {
  const [our, their] = [await (await ours(1)).text(), await (await plain(1)).text()]
  const same = name === 'insert' ? our.length === their.length : our === their
  if (!same) throw new Error(`the two answers for ${name} differ:\n${our.slice(0, 300)}\n${their.slice(0, 300)}`)
  await timed(ours, REQUESTS)
  await timed(plain, REQUESTS)
  const rounds: { ours: number; plain: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await timed(ours, REQUESTS), plain: await timed(plain, REQUESTS) })
  const ratio = medianOf(rounds.map((round) => round.plain / round.ours))
  const [us, them] = [medianOf(rounds.map((round) => round.ours)), medianOf(rounds.map((round) => round.plain))]
  say(`${name}: ${ratio.toFixed(2)} of the hand-written route (${perSecond(us)} against ${perSecond(them)})`)
}

const QUERIES: readonly (readonly [name: string, search: string])[] = [
  ['newest eight', 'select=*&order=created_at.desc&limit=8'],
  ['newest five', 'select=*&order=created_at.desc&limit=5'],
  ['leaderboard', LEADERBOARD],
  ['leaderboard of a team', `team_colors=eq.Green%20Bay%20Packers&${LEADERBOARD}`],
  ['one card', 'id=eq.card-7&select=*'],
]

const table = (await readSchema(db as unknown as D1Database)).get('fantasy_football_cards')!
const caller = {
  role: 'public',
  visitor: { kind: 'visitor', id: 'v', address: 'a' },
  userId: null,
  viaEdge: false,
  hasKey: true,
} as const
for (const [name, search] of QUERIES) {
  const query = decodeQuery(search, 'rest')
  const view = ruledView(table, RULES['fantasy_football_cards']!.public.select, caller, query)
  const { sql, params } = compileSelect(query, view)
  const { meta, results } = await db
    .prepare(sql)
    .bind(...params)
    .all()
  say(`${name}: ${meta.rows_read} rows read for ${results.length} returned`)
}
await close()
