/**
 * `npm run bench -- counts`: counts the D1, KV, R2 and Durable Object calls of each page and write, including
 * background work. The counts are the same on every machine. Fails when one exceeds its budget in `counts.json`, which
 * `--keep` writes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Generation } from '#shared/contracts/generations.ts'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import { createVisitor, makeDraft, makePublicCard, publish } from '../e2e/support/visitor.ts'
import { bundleWorker } from '../support/bundle-worker.ts'
import { SERVED } from '../support/served-settings.ts'
import { COUNTS_PATH, type Counts } from './counted.ts'
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

/** A Hall with a podium and one more card. One of the cards has a vote. */
const cards: { id: string; imageUrl: string }[] = []
for (const armor of ['duck', 'helmet', 'none', 'goggles']) cards.push(await makePublicCard(maker, { armor }))
const id = cards[0]!.id
/**
 * SQLite also reads the next index entry after a match. The smallest id always has a next entry; for other ids it
 * depends on chance.
 */
const least = <T extends { id: string }>(ones: readonly T[]): T => ones.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]!
const second = least(cards.slice(1)).id
await (await other.post(`/api/cards/${id}/votes`, { votes: 1 })).text()
const html = await (await reader.send(`/card/${id}`)).text()
const share = new URL(/property="og:image" content="([^"]+)"/.exec(html)![1]!).pathname
const tile = share.replace('/og/', '/picture/').replace('.jpg', '.thumb-256.webp')
const draft = least([(await makeDraft(maker)).card, (await makeDraft(maker)).card])

const get = (path: string) => () => reader.send(path)
/** The idempotency key that our pages send. Each click has its own. */
const keyed = () => ({ [IDEMPOTENCY_KEY]: crypto.randomUUID() })
const vote = (votes: number) => () => reader.post(`/api/cards/${id}/votes`, { votes }, keyed())
const contact = (message: string) => () =>
  reader.post(
    '/functions/v1/contact-submit',
    { name: 'Ann', email: 'ann@example.com', message, website: '' },
    { authorization: `Bearer ${SERVED.PUBLIC_KEY}`, ...keyed() },
  )

/** Waits for the card, so that all work of its job is counted. */
async function generation(): Promise<Response> {
  const answer = await reader.generate()
  const { id: job } = (await answer.clone().json()) as Generation
  await reader.watch(job, undefined, 60_000, 500)
  return answer
}

type Action = readonly [name: string, act: () => Promise<Response>, status: number]

/**
 * The rows of the table, in order. A page reads its data in one call, a refusal only reads KV, and a vote is one
 * statement. `a list, read anew` is requested by a visitor who has just written, which bypasses the two-second cache in
 * the isolate.
 */
const ACTIONS: readonly Action[] = [
  ['page /', get('/'), 200],
  ['page /, again', get('/'), 200],
  ['page of the Hall', get('/hall-of-fame'), 200],
  ['page of the Hall, again', get('/hall-of-fame'), 200],
  ['page of a card', get(`/card/${id}`), 200],
  ['one card', get(`/api/cards/${id}`), 200],
  ['list of the Top 100', get('/api/cards?list=top'), 200],
  ['the same list, again', get('/api/cards?list=top'), 200],
  ['share picture, again', get(share), 200],
  ['tile picture, again', get(tile), 200],
  ['a vote', vote(2), 200],
  ['the same vote, again', vote(3), 409],
  ['a message', contact('Hello'), 200],
  ['the next message, too soon', contact('Hello again'), 429],
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
/** Billable calls: static assets are free, and so is a statement within a batch. */
const CALLS = ['d1Calls', 'kvReads', 'kvWrites', 'r2Reads', 'r2Writes', 'objectCalls'] as const
/** Compressed sizes vary by a few bytes with the chunk names. */
const TOLERANCE = 0.02

const found: Record<string, number> = {}

const width = Math.max(...ACTIONS.map(([name]) => name.length))
say(`${''.padEnd(width)} ${COLUMNS.map(([, word]) => word.padStart(8)).join('')}`)
// The first requests fill the isolate's caches.
for (const path of ['/', '/hall-of-fame', `/card/${id}`, share, tile]) await (await reader.send(path)).arrayBuffer()
for (const [name, run, status] of ACTIONS) {
  // At this point, lists cached in the isolate are older than two seconds; requests labeled "again" still hit them.
  if (!name.endsWith('again')) await new Promise((resolve) => setTimeout(resolve, 2500))
  await counted()
  const answer = await run()
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`${name}: ${answer.status} instead of ${status}`)
  const counts = await counted()
  say(`${name.padEnd(width)} ${COLUMNS.map(([kind]) => String(counts[kind]).padStart(8)).join('')}`)
  const calls = CALLS.reduce((sum, kind) => sum + counts[kind], 0)
  found[`calls: ${name}`] = calls
  for (const [kind] of COLUMNS) if (counts[kind] > 0) found[`${kind}: ${name}`] = counts[kind]
}
for (const [name, path] of [
  ['/', '/'],
  ['the Hall', '/hall-of-fame'],
  ['a card', `/card/${id}`],
] as const) {
  const page = gzipSync(new Uint8Array(await (await reader.send(path)).arrayBuffer()), { level: 9 }).length / 1024
  say(`${page.toFixed(1)} KB gzip of HTML: ${name}`)
  found[`gzip: html of ${name}`] = Number(page.toPrecision(4))
}
await server.close()

const file = new URL('counts.json', import.meta.url)
if (process.argv.includes('--keep')) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
const budgets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
const over = Object.entries(found).filter(([name, value]) => value > (budgets[name] ?? 0) * (1 + TOLERANCE))
for (const [name, value] of over) say(`OVER BUDGET: ${name} is ${value}, not ${budgets[name] ?? 0}`)
process.exitCode = over.length > 0 ? 1 : 0
