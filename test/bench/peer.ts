/**
 * `npm run bench:peer`: our table routes and lists against Parse Server on PostgreSQL, another backend that apps are built
 * on, with the same 5,000 cards and an index on the order of the leaderboard, in turns on one machine. `-- --install`
 * installs Parse Server first (into `node_modules/.cache`); PostgreSQL comes from the system (Debian: `postgresql`). Without
 * one of the two it says so and measures nothing.
 */
import { serveWorker } from '../support/serve-worker.ts'
import { SERVED } from '../support/served-settings.ts'
import { addFigure } from './figures.ts'
import { type Ask, compare } from './interleaved.ts'
import { HEADERS, install, isInstalled, MASTER_HEADERS, postgresPrograms, serveParse } from './peer/serve-parse.ts'
import { fillCards } from './rest-cards.ts'

const CARDS = 5000
const AT_ONCE = 16

const say = (line: string) => process.stdout.write(`${line}\n`)
if (process.argv.includes('--install')) install()
const bin = postgresPrograms()
if (!isInstalled() || bin === null) {
  const missing = bin === null ? 'PostgreSQL (Debian: apt-get install postgresql)' : 'Parse Server (-- --install)'
  say(`not measured: ${missing} is not installed`)
  process.exit(0)
}

const ours = await serveWorker({ LIMITS: 'relaxed' }, () => {})
await fillCards(ours.db, CARDS)
const peer = await serveParse(bin)
const ids = await fillPeer()

async function fillPeer(): Promise<string[]> {
  const made: string[] = []
  let next = 0
  const work = async () => {
    while (next < CARDS) {
      const body = JSON.stringify(cardOf(next++))
      const answer = await fetch(`${peer.url}/classes/Card`, { method: 'POST', headers: MASTER_HEADERS, body })
      made.push(((await answer.json()) as { objectId: string }).objectId)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  peer.sql('create index top on "Card" (votes desc, "createdAt" desc)')
  peer.sql('analyze')
  return made
}

function cardOf(n: number) {
  const stats = { strength: 77, agility: 77, touchdownPower: 77, leadership: 77, accuracy: 77 }
  const team = 'Green Bay Packers'
  return {
    player_name: 'Ace',
    jersey_number: '12',
    team_colors: team,
    image_url: `https://cards.example/${n}`,
    stats,
    votes: n % 97,
  }
}

const asPublic = { apikey: SERVED.PUBLIC_KEY, authorization: `Bearer ${SERVED.PUBLIC_KEY}` }
const TABLE = `${ours.url}/rest/v1/fantasy_football_cards`
const theirTop: Ask = () => fetch(`${peer.url}/classes/Card?order=-votes,-createdAt&limit=100`, { headers: HEADERS })
let voters = 0
/** Each vote comes from another network, as one network's are limited. */
const vote: Ask = (n) =>
  fetch(`${TABLE}?id=eq.card-${n % CARDS}`, {
    method: 'PATCH',
    headers: {
      ...asPublic,
      'content-type': 'application/json',
      'cf-connecting-ip': `10.${(voters >> 16) & 255}.${(voters >> 8) & 255}.${voters++ & 255}`,
    },
    body: JSON.stringify({ votes: 1 }),
  })

const PAIRS: readonly (readonly [name: string, ours: Ask, theirs: Ask, goal: number])[] = [
  ['kept leaderboard', () => fetch(`${ours.url}/api/cards?list=top`), theirTop, 3],
  [
    'by id',
    (n) => fetch(`${TABLE}?id=eq.card-${n}&select=*`, { headers: asPublic }),
    (n) => fetch(`${peer.url}/classes/Card/${ids[n % CARDS]}`, { headers: HEADERS }),
    0.9,
  ],
  [
    'a vote',
    vote,
    (n) =>
      fetch(`${peer.url}/classes/Card/${ids[n % CARDS]}`, {
        method: 'PUT',
        headers: HEADERS,
        body: JSON.stringify({ votes: { __op: 'Increment', amount: 1 } }),
      }),
    0.9,
  ],
]

try {
  for (const [name, our, their, goal] of PAIRS) {
    const { ratio, words } = await compare(our, their)
    say(`${name}: ${words} of Parse Server`)
    addFigure({ name: `Parse Server: ${name}`, value: ratio, unit: '', better: 'more', goal, kind: 'measured' })
  }
} finally {
  peer.close()
  await ours.close()
}
process.exit(0)
