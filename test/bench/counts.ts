/**
 * `npm run bench:counts`: how often each page and act of the product calls D1, KV, R2 or an object until its answer
 * begins, by the lines that the built Worker logs of its requests. Counts, the same on every machine. Prints, asserts
 * nothing.
 */
import type { Generation } from '#shared/contracts/generations.ts'
import { createVisitor, makePublicCard } from '../e2e/support/visitor.ts'
import { SERVED } from '../support/serve-worker.ts'
import { addFigure } from './figures.ts'
import { serveBuilt } from './serve-built.ts'

type Line = { event: string; route: string; status: number; subrequests: number }

const lines: Line[] = []
const server = await serveBuilt({ onLog: (text) => text.startsWith('{') && lines.push(JSON.parse(text) as Line) })
const [maker, reader] = [createVisitor(server.url), createVisitor(server.url)]
await Promise.all([maker.arrive(), reader.arrive()])
const { id } = await makePublicCard(maker)
const html = await (await reader.send(`/card/${id}`)).text()
const share = new URL(/property="og:image" content="([^"]+)"/.exec(html)![1]!).pathname

const contact = () =>
  reader.post(
    '/functions/v1/contact-submit',
    { name: 'Ann', email: 'ann@example.com', message: 'Hello', website: '' },
    { authorization: `Bearer ${SERVED.PUBLIC_KEY}` },
  )
const get = (path: string) => () => reader.send(path)
/** What is asked, and the most calls that it may make (its answer's own; what comes after the answer is not in it). */
const ACTS: readonly (readonly [name: string, act: () => Promise<Response>, goal?: number])[] = [
  ['page /', get('/'), 2],
  ['page of the Hall', get('/hall-of-fame'), 4],
  ['page of a card', get(`/card/${id}`), 4],
  ['share picture, again', get(share), 2],
  ['list of the Top 100', get('/api/cards?list=top'), 2],
  ['the same list, again', get('/api/cards?list=top'), 1],
  ['one card', get(`/api/cards/${id}`), 2],
  ['a vote', () => reader.post(`/api/cards/${id}/votes`, { votes: 1 }), 3],
  ['the same vote, again', () => reader.post(`/api/cards/${id}/votes`, { votes: 1 }), 1],
  ['a message', contact, 8],
  ['the next message, too soon', contact, 1],
  ['a new generation', () => reader.generate()],
]

/** The line of a request is written when its answer has begun. */
async function lineAfter(seen: number): Promise<Line> {
  for (let waited = 0; waited < 200; waited++) {
    const line = lines.slice(seen).find(({ event }) => event === 'request')
    if (line !== undefined) return line
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('a request was not logged')
}

// What is looked up once in an isolate and kept is none of what each request does.
for (const path of ['/', '/hall-of-fame', `/card/${id}`, share]) await (await reader.send(path)).arrayBuffer()
for (const [name, act, goal] of ACTS) {
  await new Promise((resolve) => setTimeout(resolve, 200))
  const seen = lines.length
  const answer = await act()
  const body = await answer.text()
  const { route, status, subrequests } = await lineAfter(seen)
  process.stdout.write(`${name.padEnd(28)} ${String(subrequests).padStart(3)} calls, ${status} by ${route}\n`)
  addFigure({
    name: `calls: ${name}`,
    value: subrequests,
    unit: 'calls',
    better: 'less',
    kind: 'count',
    ...(goal && { goal }),
  })
  if (name === 'a new generation') await reader.watch((JSON.parse(body) as Generation).id)
}
await server.close()
