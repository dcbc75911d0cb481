/**
 * `npm run bench:large`: how much longer each public read takes with 200,000 cards than with 200. Two servers answer in
 * turns, so that whatever else the machine does slows both; the median of each counts. `-- --data=DIR` takes the data
 * of `DATA_DIR=DIR npm run seed` (nothing may serve from it meanwhile), otherwise it makes its own; `--cards=200000`,
 * `--rounds=60`. Lists are read past their cache. Fails when a read takes more than twice as long.
 */
import { parseArgs } from 'node:util'
import { join, resolve } from 'node:path'
import { databaseIdOf, serveWorker } from '../support/serve-worker.ts'
import { SERVED } from '../support/served-settings.ts'
import { runBatch, seededCards } from '../support/seeded-cards.ts'
import { voterOf } from '../load/voters.ts'
import { largeReads, type Place, RARE_NAME } from './large-reads.ts'

const FEW = 200
const MOST_TIMES = 2
const WARM = 5
const SCHEDULED_RUNS = 3
const DAY_MS = 86_400_000

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    cards: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '60' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const settings = { LIMITS: 'relaxed' }

async function seeded(cards: number) {
  const server = await serveWorker(settings, () => {})
  for (const batch of seededCards({ cards, seed: 1, until: Date.now() - DAY_MS }))
    await runBatch(server.db as never, batch)
  return server
}

const small = await seeded(FEW)
const large =
  values.data === undefined
    ? await seeded(Number(values.cards))
    : await serveWorker(settings, () => {}, {
        folder: join(resolve(values.data), 'v3'),
        isNew: false,
        databaseId: databaseIdOf(),
      })

type Server = typeof small

/** Gives the oldest hundred public cards a name that no other has, in data that is kept too. */
const nameSome = ({ db }: Server) =>
  db
    .prepare(
      `update fantasy_football_cards set player_name = ? where id in (
         select id from fantasy_football_cards where visibility = 'public' order by created_at, id limit 100)`,
    )
    .bind(RARE_NAME)
    .run()

/** A card of the middle, and a visitor who has made some. */
async function placeOf({ url, db }: Server): Promise<Place> {
  const find = async (sql: string) => (await db.prepare(sql).first<{ found: string }>())!.found
  const card = await find(`select id as found from fantasy_football_cards
    where visibility = 'public' order by votes desc, created_at desc limit 1 offset ${FEW / 4}`)
  const maker = await find(`select owner as found from fantasy_football_cards where id = '${card}'`)
  const counted = await db
    .prepare(
      `select (select count(*) from fantasy_football_cards) as cards, (select count(*) from votes) as votes,
         (select count(*) from users) as accounts`,
    )
    .first<{ cards: number; votes: number; accounts: number }>()
  return { url, card, maker: voterOf(0, maker).headers, counted: counted! }
}

for (const server of [small, large]) await nameSome(server)
const [few, many] = [await placeOf(small), await placeOf(large)]
if (many.counted.votes < many.counted.cards || many.counted.cards < Number(values.cards))
  throw new Error('the large database is not filled: see npm run seed')
for (const { counted } of [few, many])
  say(`${counted.cards} cards, ${counted.votes} votes, ${counted.accounts} accounts`)

/** Milliseconds until all of the answer is there, and its length. */
async function timed(ask: () => Promise<Response>): Promise<{ took: number; bytes: number }> {
  const started = performance.now()
  const answer = await ask()
  const { byteLength } = await answer.arrayBuffer()
  if (answer.status >= 400) throw new Error(`${answer.status} for ${answer.url}`)
  return { took: performance.now() - started, bytes: byteLength }
}

const medianOf = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

say('read'.padEnd(36) + '200'.padStart(10) + 'large'.padStart(11) + 'ratio'.padStart(8))
const slow: string[] = []
for (const { name, ask, atFew = ask, perByte = false, isScan = false } of largeReads({ key: SERVED.PUBLIC_KEY })) {
  const took = { few: [] as number[], many: [] as number[] }
  let bytes = { few: 1, many: 1 }
  for (let round = -WARM; round < (isScan ? 5 : Number(values.rounds)); round++) {
    // Whichever is asked first finds the machine doing something else.
    const first = round % 2 === 0 ? await timed(() => ask(many)) : null
    const one = await timed(() => atFew(few))
    const other = first ?? (await timed(() => ask(many)))
    bytes = { few: one.bytes, many: other.bytes }
    if (round < 0) continue
    took.few.push(one.took)
    took.many.push(other.took)
  }
  const [before, after] = [medianOf(took.few), medianOf(took.many)]
  const ratio = (after / before) * (perByte ? bytes.few / bytes.many : 1)
  const isSlow = ratio > MOST_TIMES && !isScan
  if (isSlow) slow.push(name)
  const note = isSlow ? ' SLOW' : isScan ? ' reads all rows, within a budget' : perByte ? ' for each byte' : ''
  const cells = [
    `${before.toFixed(1)} ms`.padStart(10),
    `${after.toFixed(1)} ms`.padStart(11),
    ratio.toFixed(2).padStart(8),
  ]
  say(`${name.padEnd(36)}${cells.join('')}${note}  (${bytes.few} and ${bytes.many} bytes)`)
}
for (let run = 1; run <= SCHEDULED_RUNS; run++) {
  const started = performance.now()
  const { outcome } = await large.runScheduled()
  if (outcome !== 'ok') throw new Error(`the scheduled tasks ended with ${outcome}`)
  say(`scheduled tasks, run ${run}: ${outcome} after ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
await Promise.all([small.close(), large.close()])
if (slow.length > 0) throw new Error(`more than ${MOST_TIMES} times as long: ${slow.join(', ')}`)
