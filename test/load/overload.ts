import { startServer } from './server.ts'
import { begin, peakOf, reads, steady, voted } from './traffic.ts'
import { judgeOverload } from './verdicts.ts'
import { addCards } from './voters.ts'

const TIMES = 3
const SECONDS = 10
const VOTES_PER_SECOND = 20

/**
 * Three times the reads that can be answered, then a third of it, while people vote. Reads are refused so that votes are
 * not: nothing that was pressed is lost, and what is answered is answered soon.
 *
 * @throws Error for what {@link judgeOverload} finds
 */
export async function overload({ say }: { say: (line: string) => void }): Promise<void> {
  const server = await startServer()
  const vote = (seconds: number) => steady(server.url, voted, VOTES_PER_SECOND, seconds)
  try {
    await addCards(server.url, 200)
    const [peak] = await Promise.all([peakOf(server.url, reads, 10), vote(10)])
    say(`peak ${peak.toFixed(0)} reads/s, beside ${VOTES_PER_SECOND} votes/s`)
    // Until it has noticed that the peak is over.
    await steady(server.url, reads, peak / 3, 3)
    const calm = await steady(server.url, reads, peak / 3, 5)
    const flood = begin(server.url, reads, peak * TIMES, SECONDS)
    const votes = vote(SECONDS)
    // As soon as the load stops, not when all that it left behind is answered.
    await flood.sent
    const after = await steady(server.url, reads, peak / 3, 10)
    judgeOverload({ calm, flood: await flood.answers, votes: await votes, after }, say)
  } finally {
    await server.close()
  }
}
