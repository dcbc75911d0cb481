/**
 * `npm run bench:counts`: what each page and act of the product asks of D1 (calls, rows read and written), KV, R2 and
 * Durable Objects, with all that goes on after its answer. Counts, the same on every machine. Prints; asserts only that
 * each act was answered as it should be.
 */
import { gzipSync } from 'node:zlib'
import type { Generation } from '#shared/contracts/generations.ts'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import { createVisitor, makeDraft, makePublicCard, publish } from '../e2e/support/visitor.ts'
import { bundleWorker } from '../support/bundle-worker.ts'
import { SERVED } from '../support/served-settings.ts'
import { COUNTS_PATH, type Counts } from './counted.ts'
import { addFigure } from './figures.ts'
import { serveBuilt } from './serve-built.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const server = await serveBuilt({
  modules: await bundleWorker(new URL('../support/counted-worker.ts', import.meta.url)),
  onLog: (line) => (line.includes('"event":"request"') ? undefined : say(line)),
})
const visitors = Array.from({ length: 3 }, (_, i) => createVisitor(server.url, { agent: `Mozilla/5.0 Chrome/14${i}` }))
const [maker, reader, other] = visitors as [Visitor, Visitor, Visitor]
type Visitor = ReturnType<typeof createVisitor>
for (const visitor of visitors) await visitor.arrive()

const counted = async (): Promise<Counts> => (await (await fetch(server.url + COUNTS_PATH)).json()) as Counts

/** A Hall with a podium and one more, of which one has a vote. */
const cards: { id: string; imageUrl: string }[] = []
for (const armor of ['duck', 'helmet', 'none', 'goggles']) cards.push(await makePublicCard(maker, { armor }))
const id = cards[0]!.id
/** Looking for one entry of an index reads the next one too: after the least id there always is one, after another by chance. */
const least = <T extends { id: string }>(ones: readonly T[]): T => ones.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]!
const second = least(cards.slice(1)).id
await (await other.post(`/api/cards/${id}/votes`, { votes: 1 })).text()
const html = await (await reader.send(`/card/${id}`)).text()
const share = new URL(/property="og:image" content="([^"]+)"/.exec(html)![1]!).pathname
const tile = share.replace('/og/', '/picture/').replace('.jpg', '.thumb-256.webp')
const draft = least([(await makeDraft(maker)).card, (await makeDraft(maker)).card])

const get = (path: string) => () => reader.send(path)
/** As our pages send it: each under a key of its own. */
const keyed = () => ({ [IDEMPOTENCY_KEY]: crypto.randomUUID() })
const vote = (votes: number) => () => reader.post(`/api/cards/${id}/votes`, { votes }, keyed())
const contact = (message: string) => () =>
  reader.post(
    '/functions/v1/contact-submit',
    { name: 'Ann', email: 'ann@example.com', message, website: '' },
    { authorization: `Bearer ${SERVED.PUBLIC_KEY}`, ...keyed() },
  )

/** Waits until the card is there, so that all that its job does is counted. */
async function generation(): Promise<Response> {
  const answer = await reader.generate()
  const { id: job } = (await answer.clone().json()) as Generation
  await reader.watch(job, undefined, 60_000, 500)
  return answer
}

type Goals = Partial<Counts>
type Act = readonly [name: string, act: () => Promise<Response>, status: number, goals?: Goals]

/**
 * In this order. A page reads its data in one call, a refusal asks KV alone, and a vote is one statement of the database.
 * `a list, read anew` is asked by who has just written, past the lists that an isolate keeps for two seconds.
 */
const ACTS: readonly Act[] = [
  ['page /', get('/'), 200, { d1Calls: 1, rowsRead: 8 }],
  ['page /, again', get('/'), 200, { d1Calls: 0 }],
  ['page of the Hall', get('/hall-of-fame'), 200, { d1Calls: 2, rowsRead: 105 }],
  ['page of the Hall, again', get('/hall-of-fame'), 200, { d1Calls: 0 }],
  ['page of a card', get(`/card/${id}`), 200, { d1Calls: 1 }],
  ['one card', get(`/api/cards/${id}`), 200, { d1Calls: 1 }],
  ['list of the Top 100', get('/api/cards?list=top'), 200, { d1Calls: 1, rowsRead: 100 }],
  ['the same list, again', get('/api/cards?list=top'), 200, { d1Calls: 0 }],
  ['share picture, again', get(share), 200, { r2Reads: 1 }],
  ['tile picture, again', get(tile), 200, { r2Reads: 1 }],
  ['a vote', vote(2), 200, { d1Calls: 1, kvReads: 1, kvWrites: 1 }],
  ['the same vote, again', vote(3), 409, { d1Calls: 0, kvReads: 1, kvWrites: 0 }],
  ['a message', contact('Hello'), 200, { d1Calls: 2, kvReads: 2, kvWrites: 1 }],
  ['the next message, too soon', contact('Hello again'), 429, { d1Calls: 0 }],
  ['a generation, from photo to card', generation, 202],
  [
    'saving a card to the Hall',
    async () => {
      await publish(maker, draft)
      return new Response(null, { status: 201 })
    },
    201,
  ],
  ['new stats of a card', () => maker.send(`/api/cards/${second}`, patch({ playerName: 'Nova' })), 200],
  ['deleting a card', () => maker.send(`/api/cards/${second}`, { method: 'DELETE' }), 204],
]

function patch(body: object): RequestInit {
  return { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const COLUMNS = [
  ['d1Calls', 'D1'],
  ['rowsRead', 'read'],
  ['rowsWritten', 'written'],
  ['kvReads', 'KV r'],
  ['kvWrites', 'KV w'],
  ['r2Reads', 'R2 r'],
  ['r2Writes', 'R2 w'],
  ['objectCalls', 'objects'],
  ['assetCalls', 'assets'],
] as const satisfies readonly (readonly [keyof Counts, string])[]
/** What is asked of the platform's own files costs nothing, and what a statement is of a batch neither. */
const CALLS = ['d1Calls', 'kvReads', 'kvWrites', 'r2Reads', 'r2Writes', 'objectCalls'] as const

const width = Math.max(...ACTS.map(([name]) => name.length))
say(`${''.padEnd(width)} ${COLUMNS.map(([, word]) => word.padStart(8)).join('')}`)
// What is looked up once in an isolate and kept is none of what each request does.
for (const path of ['/', '/hall-of-fame', `/card/${id}`, share, tile]) await (await reader.send(path)).arrayBuffer()
for (const [name, act, status, goals = {}] of ACTS) {
  // Lists that the isolate keeps are older than two seconds by then; what is asked "again" is not.
  if (!name.endsWith('again')) await new Promise((resolve) => setTimeout(resolve, 2500))
  await counted()
  const answer = await act()
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`${name}: ${answer.status} instead of ${status}`)
  const counts = await counted()
  say(`${name.padEnd(width)} ${COLUMNS.map(([kind]) => String(counts[kind]).padStart(8)).join('')}`)
  const calls = CALLS.reduce((sum, kind) => sum + counts[kind], 0)
  const added = { better: 'less', kind: 'count' } as const
  addFigure({ ...added, name: `calls: ${name}`, value: calls, unit: 'calls' })
  for (const [kind] of COLUMNS) {
    const goal = goals[kind]
    if (counts[kind] === 0 && goal === undefined) continue
    const unit = kind === 'rowsRead' || kind === 'rowsWritten' ? 'rows' : 'calls'
    addFigure({ ...added, name: `${kind}: ${name}`, value: counts[kind], unit, ...(goal !== undefined && { goal }) })
  }
}
for (const [name, path] of [
  ['/', '/'],
  ['the Hall', '/hall-of-fame'],
  ['a card', `/card/${id}`],
] as const) {
  const page = gzipSync(new Uint8Array(await (await reader.send(path)).arrayBuffer()), { level: 9 }).length / 1024
  say(`${page.toFixed(1)} KB gzip of HTML: ${name}`)
  addFigure({ name: `gzip: html of ${name}`, value: page, unit: 'KB', better: 'less', kind: 'count', goal: 6 })
}
await server.close()
