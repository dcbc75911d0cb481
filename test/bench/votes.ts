/**
 * `npm run bench -- votes storm` and `npm run bench -- votes kill`: check on their own server that every vote counts
 * exactly once. `--seed=1` is the first seed of a storm, `--rounds=2` the number of kills. Fails if a vote is lost or
 * double-counted.
 */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import type { WorkerModule } from '../support/bundle-worker.ts'
import { randomFrom } from '../support/random.ts'
import { bundleServed, serveWorker } from '../support/serve-worker.ts'
import { SERVED } from '../support/served-settings.ts'

const STORM = { voters: 1000, repeats: 5, atOnce: 64, seeds: 5 }
const KILL = { votesPerRound: 520, atOnce: 16, cards: 8 }
/** Time without a response after which a server counts as hung. */
const NO_ANSWER_MS = 30_000
const YEAR_2026 = 1_767_225_600

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A thousand voters click five times each, in random order and 64 at a time, once for each of five seeds. */
async function storm(firstSeed: number): Promise<void> {
  const server = await startServer()
  try {
    await addCards(server.url, STORM.seeds)
    for (let n = 0; n < STORM.seeds; n++) await round(server, `card-${n}`, firstSeed + n, n * STORM.voters)
  } finally {
    await server.close()
  }
}

async function round({ url, dataDir }: Served, card: string, seed: number, firstVoter: number): Promise<void> {
  const voters = Array.from({ length: STORM.voters }, (_, n) => createVoter(firstVoter + n))
  const presses = shuffled(
    voters.flatMap((voter) => Array.from({ length: STORM.repeats }, () => voter)),
    randomFrom(seed),
  )
  const statuses = new Map<number, number>()
  const press = async () => {
    for (let voter = presses.pop(); voter !== undefined; voter = presses.pop()) {
      const answer = await vote(url, card, voter)
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: STORM.atOnce }, press))
  const [stored] = inStore<{ votes: number; rows: number }>(
    dataDir,
    'select votes, (select count(*) from votes where card = ?1) as rows from fantasy_football_cards where id = ?1',
    card,
  )
  const answers = JSON.stringify(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)))
  say(`seed ${seed}: answers ${answers}, counted ${stored!.votes}, stored ${stored!.rows}`)
  const isCountedOnce = [stored!.votes, stored!.rows, statuses.get(200)].every((count) => count === STORM.voters)
  if (!isCountedOnce || statuses.get(409) !== STORM.voters * (STORM.repeats - 1))
    throw new Error(`seed ${seed}: not every vote was counted exactly once`)
}

type Acknowledged = { readonly voter: string; readonly card: string }

/** Repeatedly kills the server with SIGKILL while votes are cast, on the same data. */
async function kill(rounds: number): Promise<void> {
  const acknowledged: Acknowledged[] = []
  let nextVoter = 0
  let server = await startServer()
  const { dataDir } = server
  await addCards(server.url, KILL.cards)
  try {
    for (let round = 1; round <= rounds; round++) {
      const goal = acknowledged.length + KILL.votesPerRound
      let isDown = false
      const write = async () => {
        while (!isDown) {
          const n = nextVoter++
          const [voter, card] = [createVoter(n), `card-${n % KILL.cards}`]
          const answer = await vote(server.url, card, voter, AbortSignal.timeout(NO_ANSWER_MS)).catch(() => null)
          // The first byte of a 200 acknowledges the vote.
          if (answer?.status === 200) acknowledged.push({ voter: voter.id, card })
          else if (!isDown) {
            isDown = true
            throw new Error(answer ? `a vote was answered ${answer.status}` : 'the server ended by itself')
          }
          if (acknowledged.length < goal || isDown) continue
          isDown = true
          await server.kill()
        }
      }
      await Promise.all(Array.from({ length: KILL.atOnce }, write))
      server = await startServer(dataDir)
      requireAll(dataDir, acknowledged, round)
    }
  } finally {
    await server.close()
  }
}

/** @throws Error if an acknowledged vote is not stored, or a card's count differs from its stored votes */
function requireAll(dataDir: string, acknowledged: readonly Acknowledged[], round: number): void {
  const rows = inStore<{ key: string }>(dataDir, `select voter || ' ' || card as key from votes`)
  const stored = new Set(rows.map(({ key }) => key))
  const lost = acknowledged.filter(({ voter, card }) => !stored.has(`${voter} ${card}`))
  const wrong = inStore(
    dataDir,
    'select id from fantasy_football_cards c where votes <> (select count(*) from votes where card = c.id)',
  )
  say(`round ${round}: ${acknowledged.length} acknowledged, ${lost.length} lost, ${wrong.length} counts wrong`)
  if (lost.length + wrong.length > 0) throw new Error('a vote was lost')
}

/** A visitor with their own cookie and network. */
type Voter = { readonly id: string; readonly headers: Readonly<Record<string, string>> }

function createVoter(n: number): Voter {
  const id = n.toString(16).padStart(32, '0')
  // Backdated, because a new cookie cannot vote yet.
  const given = YEAR_2026.toString(36)
  const signature = createHmac('sha256', SERVED.VISITOR_SECRET).update(`visitor:${id}:${given}`).digest('hex')
  return {
    id,
    headers: {
      cookie: `visitor=${id}.${given}.${signature}`,
      'cf-connecting-ip': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      'content-type': 'application/json',
    },
  }
}

const vote = (url: string, card: string, { headers }: Voter, signal?: AbortSignal): Promise<Response> =>
  fetch(`${url}/api/cards/${card}/votes`, { method: 'POST', headers, body: '{"votes":1}', ...(signal && { signal }) })

/** Adds public cards named `card-0` and so on, with the service key. */
async function addCards(url: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `card-${n}`,
    player_name: 'Ace',
    jersey_number: '12',
    team_colors: 'Green Bay Packers',
    image_url: `https://cards.example/card-${n}`,
    stats: { strength: 77, agility: 77, touchdownPower: 77, leadership: 77, accuracy: 77 },
    created_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    visibility: 'public',
    owner: 'nobody',
    generation_id: `card-${n}`,
    drafted_at: '2026-01-01T00:00:00.000Z',
  }))
  const answer = await fetch(`${url}/rest/v1/fantasy_football_cards`, {
    method: 'POST',
    headers: { apikey: SERVED.SERVICE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  })
  if (!answer.ok) throw new Error(`cards not added: ${answer.status} ${await answer.text()}`)
}

function shuffled<T>(things: readonly T[], random: () => number): T[] {
  const all = [...things]
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all
}

type Served = Awaited<ReturnType<typeof startServer>>

/** Starts the server in its own process group. @param dataDir the data of a killed server; if omitted, new data */
async function startServer(dataDir = mkdtempSync(join(tmpdir(), 'cards-votes-'))) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server ended before it served')
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
    await ended
  }
  return {
    url: String(first[0]),
    dataDir,
    /** Sends SIGKILL to the process and its runtime. */
    kill,
    close: async () => {
      await kill()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** Serves the Worker on the data in DATA_DIR and prints its URL. A second start reuses the first one's bundle. */
async function serve(): Promise<void> {
  const folder = process.env['DATA_DIR']!
  const bundle = join(folder, 'worker.bundle')
  const isNew = !existsSync(join(folder, 'd1'))
  const modules = existsSync(bundle) ? (deserialize(readFileSync(bundle)) as WorkerModule[]) : await bundleServed()
  if (!existsSync(bundle)) writeFileSync(bundle, serialize(modules))
  const { url } = await serveWorker({ LIMITS: 'relaxed' }, () => {}, { folder, isNew, modules, isDirect: true })
  say(url)
}

/** Queries the stored database without the server. */
function inStore<T>(dataDir: string, sql: string, ...values: string[]): T[] {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.includes('d1') && name.endsWith('.sqlite'))) {
    using db = new DatabaseSync(join(dataDir, file))
    db.exec('pragma busy_timeout = 5000')
    if (db.prepare(`select 1 from sqlite_master where name = 'fantasy_football_cards'`).get() !== undefined)
      return db.prepare(sql).all(...values) as T[]
  }
  throw new Error(`no database below ${dataDir}`)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '20' } },
})
const programs: Readonly<Record<string, () => Promise<void>>> = {
  storm: () => storm(Number(values.seed)),
  kill: () => kill(Number(values.rounds)),
  serve,
}
const program = programs[positionals[0] ?? '']
if (program === undefined) throw new Error('npm run bench -- votes storm|kill')
await program()
