/**
 * `npm run attack`: sqlmap and slowhttptest against a server of its own, over the loopback only. Each tool first has to find
 * the hole of a server that has one. `-- sqlmap` or `-- slow` runs one of them, `--seed=7` is what sqlmap draws from.
 * Ends with 1 when something was found, with 2 when a tool is missing.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { startServer } from '../load/server.ts'
import { addCards } from '../load/voters.ts'
import { SERVED } from '../support/served-settings.ts'
import { startLeakyServer } from './leaky-server.ts'
import { type Attack, isAttacked, isServing, slow } from './slow.ts'
import { type Found, sqlmap, type Target } from './sqlmap.ts'
import { missingTools } from './tools.ts'

const SLOW_SECONDS = 30
const CONTROL_SECONDS = 10
/** Of a server that serves so many at once and waits for each without end. */
const CONTROL_PLACES = 50

const KEY = { apikey: SERVED.PUBLIC_KEY, authorization: `Bearer ${SERVED.PUBLIC_KEY}` }
const ROWS = '/rest/v1/fantasy_football_cards'
const TARGETS: readonly Target[] = [
  {
    name: 'REST: an operator, an order and a column',
    path: `${ROWS}?select=id*&player_name=eq.Ace*&order=votes.desc*&limit=5*`,
    headers: KEY,
  },
  { name: 'REST: a logical filter', path: `${ROWS}?select=id&or=(votes.gte.0,player_name.eq.Ace*)`, headers: KEY },
  { name: 'REST: the name of a column', path: `${ROWS}?select=id&player_name*=eq.Ace`, headers: KEY },
  { name: 'the lists', path: '/api/cards?list=top&team=Green%20Bay%20Packers', parameters: ['list', 'team'] },
  { name: 'a card', path: '/api/cards/card-1*' },
  {
    name: 'sign-in',
    path: '/api/auth/signin/email',
    body: { projectId: SERVED.PROJECT_ID, email: 'ann@example.com', password: 'correct horse battery' },
    parameters: ['email', 'password'],
  },
  {
    name: 'contact',
    path: '/functions/v1/contact-submit',
    headers: KEY,
    body: { name: 'Ann', email: 'ann@example.com', message: 'Nice cards!', website: '' },
    parameters: ['name', 'email', 'message'],
  },
]

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '20261121' } },
})
const missing = missingTools()
if (missing.length > 0) {
  say(`missing: ${missing.join(', ')}. On Debian: apt-get install -y ${missing.join(' ')}`)
  process.exit(2)
}
const chosen = (part: string) => positionals.length === 0 || positionals.includes(part)
const faults: string[] = []

const server = await startServer()
try {
  await addCards(server.url, 30)
  if (chosen('sqlmap')) await inject(server.url, Number(values.seed))
  if (chosen('slow')) await slowDown(server.url)
} finally {
  await server.close()
}
for (const fault of faults) say(`FAILED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

async function inject(url: string, seed: number): Promise<void> {
  const told = ({ name }: Target, { holes, places, requests, seconds }: Found) =>
    say(`sqlmap ${name}: ${requests} requests, ${places} places clean, ${holes.length} holes, ${seconds.toFixed(0)} s`)
  const leaky = await startLeakyServer()
  const control: Target = { name: 'a server with a hole (has to be found)', path: '/?id=a', parameters: ['id'] }
  const found = await sqlmap(leaky.url, control, seed).finally(() => leaky.close())
  told(control, found)
  if (found.holes.length === 0) faults.push('sqlmap finds no hole where there is one')
  for (const target of TARGETS) {
    const one = await sqlmap(url, target, seed)
    told(target, one)
    faults.push(...one.holes.map((line) => `${target.name}: ${line}`))
  }
}

async function slowDown(url: string): Promise<void> {
  const attempt = async (attack: Attack, attacked: string, probed: string, seconds: number, who: string) => {
    const probes = await slow(attack, attacked, probed, seconds)
    const waited = Math.max(...probes.waits)
    const late = probes.waits.filter((wait) => !Number.isFinite(wait)).length
    const longest = late > 0 ? `${late} not within a second` : `the longest wait ${waited.toFixed(0)} ms`
    say(`slowhttptest ${attack}, ${who}: ${probes.held} connections held, ${probes.waits.length} visitors, ${longest}`)
    return { isUp: isServing(probes), isAttacked: isAttacked(probes) }
  }
  const small = createServer({ requestTimeout: 0, headersTimeout: 0 }, (_, answer) => void answer.end('ok'))
  small.maxConnections = CONTROL_PLACES
  await new Promise<void>((resolve) => small.listen(0, '127.0.0.1', resolve))
  const smallUrl = `http://127.0.0.1:${(small.address() as AddressInfo).port}/`
  const control = 'a server of fifty places (has to fail)'
  const { isUp } = await attempt('slow headers', smallUrl, smallUrl, CONTROL_SECONDS, control).finally(() => {
    small.closeAllConnections()
    small.close()
  })
  if (isUp) faults.push('the attack does not even stop a server of fifty places')
  const attacks: readonly [Attack, string][] = [
    ['slow headers', `${url}/api/config`],
    ['slow body', `${url}/api/auth/signin/email`],
  ]
  for (const [attack, attacked] of attacks) {
    const seen = await attempt(attack, attacked, `${url}/api/cards?list=top`, SLOW_SECONDS, 'the product')
    if (!seen.isUp) faults.push(`${attack}: visitors were not answered within a second`)
    if (!seen.isAttacked) faults.push(`${attack}: too few connections were held for an attack`)
  }
}
