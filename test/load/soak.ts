import { memoryBytesOf } from '../bench/processes.ts'
import { inspect, type Usage } from '../bench/inspector.ts'
import { startServer } from './server.ts'
import { mixed, of, peakOf, quantile, steady } from './traffic.ts'
import { judgeSoak, type Slice } from './verdicts.ts'
import { addCards } from './voters.ts'

const SHARE_OF_PEAK = 0.6
/** Long enough for hundreds of answers, so that one in a hundred is no single one. */
const SLICE_SECONDS = 15
/** What a server that has just been at its peak takes to be calm, and the first compilation. */
const WARM_UP_SECONDS = 10
const MB = 1024 * 1024

type Options = { readonly say: (line: string) => void; readonly minutes: number }

/**
 * Mixed traffic at 60 % of what is the most: what is answered wrongly or refused, the slope of the Worker's memory without
 * garbage, and how the slowest answers at the end compare with those at the beginning.
 *
 * @throws Error for what {@link judgeSoak} finds
 */
export async function soak({ say, minutes }: Options): Promise<void> {
  const server = await startServer()
  try {
    await addCards(server.url, 200)
    const perSecond = (await peakOf(server.url, mixed, 15)) * SHARE_OF_PEAK
    say(`${minutes} minutes at ${perSecond.toFixed(0)}/s, ${SHARE_OF_PEAK * 100} % of the peak`)
    await steady(server.url, mixed, perSecond, WARM_UP_SECONDS)
    const inspector = await inspect(server.inspectorPort)
    const slices: Slice[] = []
    for (let n = 1; n <= Math.max(2, (minutes * 60) / SLICE_SECONDS); n++) {
      const answers = await steady(server.url, mixed, perSecond, SLICE_SECONDS)
      // What lives: the runtime collects garbage only when there is much of it.
      await inspector.collectGarbage()
      slices.push({ answers, liveMb: sizeOf(await inspector.usage()) / MB })
      const { liveMb } = slices.at(-1)!
      say(
        `${n * SLICE_SECONDS} s: ${answers.length} answers, ${of(answers, 'right').length} right, ${of(answers, 'refused').length} refused, p99 ${quantile(answers, 0.99).toFixed(0)} ms, ${liveMb.toFixed(1)} MB live of ${(memoryBytesOf(server.pid) / MB).toFixed(0)} MB`,
      )
    }
    inspector.close()
    judgeSoak({ slices, sliceSeconds: SLICE_SECONDS, perSecond }, say)
  } finally {
    await server.close()
  }
}

const sizeOf = ({ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }: Usage): number =>
  usedSize + embedderHeapUsedSize + backingStorageSize
