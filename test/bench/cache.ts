/**
 * `npm run bench:cache`: what the caches are worth. The leaderboard from the memory of the isolate against an empty
 * answer of the same runtime, in turns; a share picture that is kept against one that is drawn.
 */
import { createVisitor, makePublicCard } from '../e2e/support/visitor.ts'
import { addFigure } from './figures.ts'
import { compare, medianOf } from './interleaved.ts'
import { serveBuilt } from './serve-built.ts'

const PICTURES = 5
const say = (line: string) => process.stdout.write(`${line}\n`)

const server = await serveBuilt({ onLog: () => {} })
const visitor = createVisitor(server.url)
await visitor.arrive()
const { id } = await makePublicCard(visitor)
const html = await (await visitor.send(`/card/${id}`)).text()
const share = new URL(/property="og:image" content="([^"]+)"/.exec(html)![1]!).pathname
const times = { cold: [] as number[], warm: [] as number[] }
for (let i = 0; i < PICTURES; i++) {
  await removeStored()
  times.cold.push(await msOf(share))
  times.warm.push(await msOf(share))
}

/** What saving the card has drawn is removed once it is there. */
async function removeStored(): Promise<void> {
  const files = await server.files()
  for (let waited = 0; waited < 100; waited++) {
    const { objects } = await files.list({ prefix: `cards/${id}/` })
    const stored = objects.map(({ key }) => key).filter((key) => key.endsWith('/share.jpg'))
    if (stored.length > 0) return files.delete(stored)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the share picture was not stored')
}

/** Milliseconds until a picture is there. */
async function msOf(path: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(server.url + path)
  await answer.arrayBuffer()
  if (answer.headers.get('content-type') !== 'image/jpeg') throw new Error(`no picture: ${answer.status}`)
  return performance.now() - start
}

const pictures = medianOf(times.warm) / medianOf(times.cold)
say(`a share picture that is kept takes ${(pictures * 100).toFixed(0)} % of the time of one that is drawn`)
const measured = { unit: '', kind: 'measured' } as const
addFigure({ ...measured, name: 'share picture, kept / drawn', value: pictures, better: 'less', goal: 0.1 })

const lists = await compare(
  () => fetch(`${server.url}/api/cards?list=top`),
  () => fetch(`${server.url}/empty-answer`),
)
say(`kept leaderboard / empty answer: ${lists.words}`)
addFigure({ ...measured, name: 'kept leaderboard / empty answer', value: lists.ratio, better: 'more', goal: 0.7 })
await server.close()
