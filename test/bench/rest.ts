/**
 * `npm run bench -- rest`: compares our REST route with a hand-written one that has the same SQL and body, in the same
 * runtime. In each round they alternate every few requests, so that background load slows both; reports the median of
 * five rounds. Prints the speed ratios and the rows that each query of the product reads. Only asserts that both
 * responses are equal. The SQL text is identical.
 */
import { publicStatements } from '../support/public-statement.ts'
import { serveWorker } from '../support/serve-worker.ts'
import { SERVED } from '../support/served-settings.ts'
import { type Ask, compare } from './interleaved.ts'
import { fillCards } from './rest-cards.ts'

const CARDS = 5000

const say = (line: string) => process.stdout.write(`${line}\n`)
// Keeps the Worker log out of the output.
const { url, db, close } = await serveWorker({}, () => {})

await fillCards(db, CARDS)

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

for (const [name, ours, plain] of PAIRS) {
  const [our, their] = [await (await ours(1)).text(), await (await plain(1)).text()]
  const same = name === 'insert' ? our.length === their.length : our === their
  if (!same) throw new Error(`the two answers for ${name} differ:\n${our.slice(0, 300)}\n${their.slice(0, 300)}`)
  const { words } = await compare(ours, plain)
  say(`${name}: ${words} of the hand-written route`)
}

const QUERIES: readonly (readonly [name: string, search: string])[] = [
  ['newest eight', 'select=*&order=created_at.desc&limit=8'],
  ['newest five', 'select=*&order=created_at.desc&limit=5'],
  ['leaderboard', LEADERBOARD],
  ['leaderboard of a team', `team_colors=eq.Green%20Bay%20Packers&${LEADERBOARD}`],
  ['one card', 'id=eq.card-7&select=*'],
]

const getStatement = await publicStatements(db as unknown as D1Database)
for (const [name, search] of QUERIES) {
  const { sql, params } = getStatement(search)
  const { meta, results } = await db
    .prepare(sql)
    .bind(...params)
    .all()
  say(`${name}: ${meta.rows_read} rows read for ${results.length} returned`)
}
await close()
