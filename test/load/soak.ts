import { memoryBytesOf } from '../bench/processes.ts'
import { inspect, type Usage } from '../bench/inspector.ts'
import { startServer } from './server.ts'
import { isError, isShed, mixed, peakOf, quantile, steady } from './traffic.ts'
import { addCards } from './voters.ts'

const SHARE_OF_PEAK = 0.6
const MEMORY_MB_PER_MINUTE = 1
const DRIFT = 1.5
const MB = 1024 * 1024

type Options = { readonly say: (line: string) => void; readonly minutes: number }

/**
 * Mixed traffic at 60 % of what is the most: errors, the slope of the Worker's memory without garbage, and how the slowest answers of
 * the last minute compare with those of the first.
 *
 * @throws Error for one error, for memory that rises or for answers that become slow
 */
export async function soak({ say, minutes }: Options): Promise<void> {
  const server = await startServer()
  try {
    await addCards(server.url, 200)
    const peak = await peakOf(server.url, mixed, 15)
    say(`peak ${peak.toFixed(0)}/s; ${minutes} minutes at ${(peak * SHARE_OF_PEAK).toFixed(0)}/s`)
    const inspector = await inspect(server.inspectorPort)
    const p99s: number[] = []
    const memory: number[] = []
    let [errors, shed, answers] = [0, 0, 0]
    for (let minute = 1; minute <= minutes; minute++) {
      const answered = await steady(server.url, mixed, peak * SHARE_OF_PEAK, 60)
      answers += answered.length
      const failed = answered.filter(isError)
      errors += failed.length
      if (failed.length > 0)
        say(`failed: ${failed.map(({ status, took }) => `${status} after ${took.toFixed(0)} ms`).join(', ')}`)
      shed += answered.filter(isShed).length
      p99s.push(quantile(answered, 0.99))
      // What lives: the runtime collects garbage only when there is much of it.
      await inspector.collectGarbage()
      memory.push(sizeOf(await inspector.usage()) / MB)
      say(
        `minute ${minute}: ${answered.length} answers, ${errors} errors, ${shed} refused, p99 ${p99s.at(-1)!.toFixed(0)} ms, ${memory.at(-1)!.toFixed(1)} MB live of ${(memoryBytesOf(server.pid) / MB).toFixed(0)} MB`,
      )
    }
    inspector.close()
    const slope = slopeOf(memory.slice(Math.floor(memory.length / 5)))
    // The first minute compiles.
    const drift = p99s.at(-1)! / p99s[Math.min(1, p99s.length - 1)]!
    say(`${answers} answers: ${slope.toFixed(2)} MB a minute, p99 ${drift.toFixed(2)} of the second minute's`)
    if (errors > 0 || slope > MEMORY_MB_PER_MINUTE || drift > DRIFT) throw new Error('the soak did not hold')
  } finally {
    await server.close()
  }
}

const sizeOf = ({ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }: Usage): number =>
  usedSize + embedderHeapUsedSize + backingStorageSize

/** Least squares: how much is added from one value to the next. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [above, below] = values.reduce(
    ([top, bottom], value, i) => [top + (i - middle) * (value - mean), bottom + (i - middle) ** 2],
    [0, 0],
  )
  return below === 0 ? 0 : above / below
}
