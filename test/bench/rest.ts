/**
 * `npm run bench:rest`: our REST route against a hand-written one with the same SQL and the same body, in the same
 * runtime. In each round both take turns of a few requests, so that whatever else the machine does slows both; the
 * median of five rounds counts. Prints the ratios of their speeds and the rows that each query of the product reads.
 * Asserts nothing but that both give the same answer; the statements are the same text.
 */
import { publicStatements } from '../support/public-statement.ts'
import { SERVED, serveWorker } from '../support/serve-worker.ts'
import { addFigure } from './figures.ts'

const ROUNDS = 5
const REQUESTS = 150
const TURNS = 10
const PARALLEL = 8
const CARDS = 5000

const say = (line: string) => process.stdout.write(`${line}\n`)
// Its log is no part of what is printed here.
const { url, db, close } = await serveWorker({}, () => {})

await db
  .prepare(
    `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ?1)
     insert into fantasy_football_cards (id, player_name, jersey_number, team_colors, image_url, stats, created_at,
       votes, visibility, owner, generation_id, drafted_at)
     select 'card-' || n, 'Ace', '12', 'Green Bay Packers', 'https://cards.example/card-' || n, ?2,
       strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch'), n % 97, 'public', 'somebody', 'card-' || n,
       '2026-01-01T00:00:00.000Z'
     from numbers`,
  )
  .bind(CARDS, '{"strength":77,"agility":77,"touchdownPower":77,"leadership":77,"accuracy":77}')
  .run()

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
  for (let round = 0; round < ROUNDS; round++) {
    const taken = { ours: 0, plain: 0 }
    for (let turn = 0; turn < TURNS; turn++) {
      taken.ours += await timed(ours, REQUESTS / TURNS)
      taken.plain += await timed(plain, REQUESTS / TURNS)
    }
    rounds.push(taken)
  }
  const ratio = medianOf(rounds.map((round) => round.plain / round.ours))
  const [us, them] = [medianOf(rounds.map((round) => round.ours)), medianOf(rounds.map((round) => round.plain))]
  say(`${name}: ${ratio.toFixed(2)} of the hand-written route (${perSecond(us)} against ${perSecond(them)})`)
  addFigure({ name: `REST / SQL: ${name}`, value: ratio, unit: '', better: 'more', goal: 0.95, kind: 'measured' })
}

const QUERIES: readonly (readonly [name: string, search: string])[] = [
  ['newest eight', 'select=*&order=created_at.desc&limit=8'],
  ['newest five', 'select=*&order=created_at.desc&limit=5'],
  ['leaderboard', LEADERBOARD],
  ['leaderboard of a team', `team_colors=eq.Green%20Bay%20Packers&${LEADERBOARD}`],
  ['one card', 'id=eq.card-7&select=*'],
]

const statementOf = await publicStatements(db as unknown as D1Database)
for (const [name, search] of QUERIES) {
  const { sql, params } = statementOf(search)
  const { meta, results } = await db
    .prepare(sql)
    .bind(...params)
    .all()
  say(`${name}: ${meta.rows_read} rows read for ${results.length} returned`)
  const rows = { value: meta.rows_read, unit: 'rows', better: 'less', goal: Math.max(1, results.length) } as const
  addFigure({ name: `rows read: ${name}`, ...rows, kind: 'count' })
}
await close()
