import { startServer } from './server.ts'
import { type Answered, isError, isShed, peakOf, quantile, steady } from './traffic.ts'
import { addCards } from './voters.ts'

const TIMES = 3
const SECONDS = 10
const SHED_WITHIN_MS = 1000
const RECOVERED_WITHIN_MS = 5000

/**
 * Three times what can be answered, then a third of it.
 *
 * @throws Error when refusals begin late or take long, when anything fails otherwise, or when it does not recover
 */
export async function overload({ say }: { say: (line: string) => void }): Promise<void> {
  const server = await startServer()
  try {
    await addCards(server.url, 200)
    const peak = await peakOf(server.url, 10)
    const calm = await steady(server.url, peak / 3, 5)
    say(`peak ${peak.toFixed(0)}/s; at a third of it p99 ${quantile(calm, 0.99).toFixed(0)} ms`)
    const flood = await steady(server.url, peak * TIMES, SECONDS)
    const after = await steady(server.url, peak / 3, 10)

    const shed = flood.filter(isShed)
    const first = Math.min(...shed.map(({ at, took }) => at + took))
    const served = flood.filter(({ status }) => status > 0 && status < 500 && status !== 429)
    const failed = flood.filter(isError).length
    const recovered = recoveryMs(after, quantile(calm, 0.99) * 3)
    say(
      `at ${TIMES} times the peak: ${flood.length} requests, ${served.length} answered (p99 ${quantile(served, 0.99).toFixed(0)} ms), ${shed.length} refused (p99 ${quantile(shed, 0.99).toFixed(0)} ms), ${failed} failed`,
    )
    say(`first refusal after ${first.toFixed(0)} ms, calm again after ${recovered.toFixed(0)} ms`)
    if (failed > 0 || after.some(isError)) throw new Error('requests failed')
    if (first > SHED_WITHIN_MS || recovered > RECOVERED_WITHIN_MS) throw new Error('too late')
  } finally {
    await server.close()
  }
}

/** When the last refusal or slow answer had begun. */
const recoveryMs = (answers: readonly Answered[], slowMs: number): number =>
  Math.max(0, ...answers.filter((one) => isShed(one) || one.took > slowMs).map(({ at }) => at))
