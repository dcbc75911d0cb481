import { startServer } from './server.ts'
import { type Answered, isError, isShed, peakOf, quantile, reads, steady, voted } from './traffic.ts'
import { addCards } from './voters.ts'

const TIMES = 3
const SECONDS = 10
const VOTES_PER_SECOND = 20
const SHED_WITHIN_MS = 1000
const RECOVERED_WITHIN_MS = 5000

/**
 * Three times the reads that can be answered, then a third of it, while people vote. Reads are refused so that votes are
 * not: nothing that was pressed is lost, and none is answered late.
 *
 * @throws Error when refusals begin late or take long, when a vote is refused, when anything fails otherwise, or when it does not recover
 */
export async function overload({ say }: { say: (line: string) => void }): Promise<void> {
  const server = await startServer()
  const read = (perSecond: number, seconds: number) => steady(server.url, reads, perSecond, seconds)
  const vote = (seconds: number) => steady(server.url, voted, VOTES_PER_SECOND, seconds)
  try {
    await addCards(server.url, 200)
    const [peak] = await Promise.all([peakOf(server.url, reads, 10), vote(10)])
    const calm = await read(peak / 3, 5)
    say(`peak ${peak.toFixed(0)} reads/s; at a third of it p99 ${quantile(calm, 0.99).toFixed(0)} ms`)
    const [flood, votes] = await Promise.all([read(peak * TIMES, SECONDS), vote(SECONDS)])
    const after = await read(peak / 3, 10)

    const shed = flood.filter(isShed)
    const first = Math.min(...shed.map(({ at, took }) => at + took))
    const served = flood.filter(({ status }) => status > 0 && status < 500 && status !== 429)
    const failed = flood.filter(isError).length
    const recovered = recoveryMs(after, quantile(calm, 0.99) * 3)
    say(
      `at ${TIMES} times the peak: ${flood.length} reads, ${served.length} answered (p99 ${quantile(served, 0.99).toFixed(0)} ms), ${shed.length} refused (p99 ${quantile(shed, 0.99).toFixed(0)} ms), ${failed} failed`,
    )
    say(
      `${votes.length} votes, ${votes.filter(({ status }) => status !== 200).length} of them not counted (p99 ${quantile(votes, 0.99).toFixed(0)} ms)`,
    )
    say(`first refusal after ${first.toFixed(0)} ms, calm again after ${recovered.toFixed(0)} ms`)
    if (failed > 0 || after.some(isError)) throw new Error('requests failed')
    if (votes.some(({ status }) => status !== 200)) throw new Error('votes were not counted')
    if (first > SHED_WITHIN_MS || recovered > RECOVERED_WITHIN_MS) throw new Error('too late')
  } finally {
    await server.close()
  }
}

/** When the last second ended in which a request was refused, or one in twenty was slow. */
function recoveryMs(answers: readonly Answered[], slowMs: number): number {
  const seconds: Answered[][] = []
  for (const one of answers) (seconds[Math.floor(one.at / 1000)] ??= []).push(one)
  const isBad = (second: readonly Answered[]) => second.some(isShed) || quantile(second, 0.95) > slowMs
  return (seconds.findLastIndex(isBad) + 1) * 1000
}
