import { cpuMsOf } from '../bench/processes.ts'
import { randomFrom } from '../support/random.ts'
import { inStore, openStore, type Served, startServer } from './server.ts'
import { addCards, inParallel, shuffled, vote, voterOf } from './voters.ts'

const VOTERS = 1000
const REPEATS = 5
const AT_ONCE = 64
const SEEDS = 5
const OWN_VOTES = 5000

type Options = { readonly say: (line: string) => void; readonly seed: number }

/**
 * A thousand voters press five times each, in random order and 64 at a time, once for each of five seeds.
 *
 * @throws Error when a count, the table of votes and the answers do not agree
 */
export async function storm({ say, seed: first }: Options): Promise<void> {
  const server = await startServer()
  try {
    await addCards(server.url, SEEDS)
    for (let n = 0; n < SEEDS; n++) await round(server, `card-${n}`, first + n, n * VOTERS, say)
    for (const atOnce of [1, 4, 16, 64]) await speed(server, atOnce, say)
    await server.kill()
    ownSpeed(server.dataDir, say)
  } finally {
    await server.close()
  }
}

async function round(
  { url, dataDir }: { url: string; dataDir: string },
  card: string,
  seed: number,
  firstVoter: number,
  say: (line: string) => void,
): Promise<void> {
  const voters = Array.from({ length: VOTERS }, (_, n) => voterOf(firstVoter + n))
  const presses = shuffled(
    voters.flatMap((voter) => Array.from({ length: REPEATS }, () => voter)),
    randomFrom(seed),
  )
  const statuses = new Map<number, number>()
  const started = performance.now()
  await inParallel(presses, AT_ONCE, async (voter) => {
    const answer = await vote(url, card, voter)
    await answer.arrayBuffer()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  })
  const seconds = (performance.now() - started) / 1000
  const [stored] = inStore<{ votes: number; rows: number }>(
    dataDir,
    'select votes, (select count(*) from votes where card = ?1) as rows from fantasy_football_cards where id = ?1',
    card,
  )
  const counted = JSON.stringify(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)))
  say(
    `seed ${seed}: ${presses.length} presses of ${VOTERS} voters in ${seconds.toFixed(1)} s, answers ${counted}, counted ${stored!.votes}, stored ${stored!.rows}`,
  )
  const isRight = stored!.votes === VOTERS && stored!.rows === VOTERS && statuses.get(200) === VOTERS
  if (!isRight || statuses.get(409) !== presses.length - VOTERS)
    throw new Error(`seed ${seed}: not every vote was counted exactly once`)
}

let nextVoter = 1_000_000

/**
 * How many votes of as many voters one database takes in a second: where it stops rising is its limit here. Processor
 * time is of the whole runtime, and tells as much while others use the machine.
 */
async function speed({ url, pid }: Served, atOnce: number, say: (line: string) => void): Promise<void> {
  const voters = Array.from({ length: 1500 }, () => voterOf(nextVoter++))
  const took: number[] = []
  const [started, used] = [performance.now(), cpuMsOf(pid)]
  await inParallel(voters, atOnce, async (voter) => {
    const begun = performance.now()
    const answer = await vote(url, 'card-0', voter)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`a vote was answered ${answer.status}`)
    took.push(performance.now() - begun)
  })
  const perSecond = (voters.length * 1000) / (performance.now() - started)
  const cpuMs = (cpuMsOf(pid) - used) / voters.length
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1)
  say(
    `${atOnce} at once: ${perSecond.toFixed(0)} votes/s, median ${at(0.5)} ms, p99 ${at(0.99)} ms, ${cpuMs.toFixed(1)} ms of processor time each`,
  )
}

/** What of a vote is the database's own work: the row, its triggers and its transaction, without Worker and network. */
function ownSpeed(dataDir: string, say: (line: string) => void): void {
  const db = openStore(dataDir)
  const insert = db.prepare(`insert into votes (voter, card, at, network) values (?, 'card-1', ?, ?)`)
  const before = process.cpuUsage()
  for (let n = 0; n < OWN_VOTES; n++) insert.run(`own-${n}`, Date.now(), `network-${n}`)
  const { user, system } = process.cpuUsage(before)
  db.close()
  const cpuMs = (user + system) / 1000 / OWN_VOTES
  say(`the database alone: ${cpuMs.toFixed(2)} ms of processor time each, at most ${(1000 / cpuMs).toFixed(0)} votes/s`)
}
