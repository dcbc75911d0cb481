/**
 * `npm run bench -- generation`: server time of one generation of the test portrait by the built Worker, in the real
 * runtime without a development server. Measures from sending the form until the job is ready, which means that the
 * picture is stored and the draft and its ledger entry exist. The photo is deleted afterward. Polling costs time too,
 * so it starts after four fifths of the fastest round, then runs every ten milliseconds. CPU time includes the whole
 * runtime and storage. Six rounds warm up the JIT compiler; reports the median of the next ten. Prints results; makes
 * no assertions.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Generation } from '#shared/contracts/generations.ts'
import { createVisitor } from '../e2e/support/visitor.ts'
import { serveBuilt } from './serve-built.ts'

const WARM_UP = 6
const ROUNDS = 10
const POLL_MS = 10
const QUIET_SHARE = 0.8

const say = (line: string) => process.stdout.write(`${line}\n`)
const getMedian = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const server = await serveBuilt()
const visitor = createVisitor(server.url)
await visitor.arrive()

const times: number[] = []
const cpu: number[] = []
let fastest = 0
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const [start, cpuBefore] = [performance.now(), server.cpuMs()]
  const { id } = (await (await visitor.generate()).json()) as Generation
  const accepted = performance.now() - start
  await sleep(Math.max(0, QUIET_SHARE * fastest - accepted))
  const { state } = await visitor.watch(id, undefined, undefined, POLL_MS)
  if (state !== 'ready') throw new Error(`round ${round} ended as ${state}`)
  const [total, spent] = [performance.now() - start, server.cpuMs() - cpuBefore]
  say(
    `${round < WARM_UP ? 'warm-up' : 'round'} ${round}: ${total.toFixed(0)} ms, of which ${accepted.toFixed(0)} ms until accepted; CPU ${spent.toFixed(0)} ms`,
  )
  fastest = fastest === 0 ? total : Math.min(fastest, total)
  if (round < WARM_UP) continue
  times.push(total)
  cpu.push(spent)
}
say(
  `median ${getMedian(times).toFixed(0)} ms, fastest ${Math.min(...times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms; CPU median ${getMedian(cpu).toFixed(0)} ms`,
)
await server.close()
