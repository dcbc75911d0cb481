/**
 * `npm run bench:generation`: server time of one generation, from the moment the photo is sent until the card is
 * ready, on a server of its own. Two rounds warm it up; the median of ten counts. Prints, asserts nothing.
 */
import type { Generation } from '#shared/contracts/generations.ts'
import { startServer } from '../e2e/support/server.ts'
import { createVisitor } from '../e2e/support/visitor.ts'

const WARM_UP = 2
const ROUNDS = 10
const POLL_MS = 10

const server = await startServer({ env: { LIMITS: 'relaxed' } })
const visitor = createVisitor(server.url)
await visitor.arrive()

const times: number[] = []
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const start = performance.now()
  const { id } = (await (await visitor.generate()).json()) as Generation
  const accepted = performance.now()
  const { state } = await visitor.watch(id, undefined, undefined, POLL_MS)
  if (state !== 'ready') throw new Error(`round ${round} ended as ${state}`)
  const total = performance.now() - start
  process.stdout.write(
    `${round < WARM_UP ? 'warm-up' : 'round'} ${round}: ${total.toFixed(0)} ms, of which ${(accepted - start).toFixed(0)} ms until accepted\n`,
  )
  if (round >= WARM_UP) times.push(total)
}
times.sort((a, b) => a - b)
process.stdout.write(
  `median ${((times[ROUNDS / 2 - 1]! + times[ROUNDS / 2]!) / 2).toFixed(0)} ms, fastest ${times[0]!.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms\n`,
)
await server.close()
