import { inStore, startServer } from './server.ts'
import { addCards, vote, voterOf } from './voters.ts'

const AT_ONCE = 16
const CARDS = 8
/** One that says nothing for so long will say nothing. */
const NO_ANSWER_MS = 30_000

type Options = {
  readonly say: (line: string) => void
  readonly rounds?: number
  /** Acknowledged before each kill. */
  readonly writes?: number
}

/**
 * Kills the server with SIGKILL while votes are cast, twenty times, on the same data.
 *
 * @throws Error when an acknowledged vote is not stored, a count is not the number of stored votes, or the server ends or
 * falls silent by itself
 */
export async function kill({ say, rounds = 20, writes = 520 }: Options): Promise<void> {
  const acknowledged: { voter: string; card: string }[] = []
  let nextVoter = 0
  let server = await startServer()
  const { dataDir } = server
  await addCards(server.url, CARDS)
  try {
    for (let round = 1; round <= rounds; round++) {
      const goal = acknowledged.length + writes
      let isDown = false
      const write = async () => {
        while (!isDown) {
          const n = nextVoter++
          const [voter, card] = [voterOf(n), `card-${n % CARDS}`]
          const answer = await vote(server.url, card, voter, AbortSignal.timeout(NO_ANSWER_MS)).catch(() => null)
          // The first byte of a good answer is the promise.
          if (answer?.status === 200) acknowledged.push({ voter: voter.id, card })
          else if (!isDown) {
            isDown = true
            throw new Error(
              answer ? `a vote was answered ${answer.status}` : 'the server was gone before it was killed',
            )
          }
          if (acknowledged.length < goal || isDown) continue
          isDown = true
          await server.kill()
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, write))
      server = await startServer(dataDir)
      const lost = lostOf(dataDir, acknowledged)
      const wrong = inStore<{ id: string }>(
        dataDir,
        'select id from fantasy_football_cards c where votes <> (select count(*) from votes where card = c.id)',
      )
      say(`round ${round}: ${acknowledged.length} acknowledged, ${lost.length} lost, ${wrong.length} counts wrong`)
      if (lost.length > 0 || wrong.length > 0) throw new Error('a write was lost')
    }
  } finally {
    await server.close()
  }
}

function lostOf(dataDir: string, acknowledged: readonly { voter: string; card: string }[]) {
  const stored = new Set(
    inStore<{ key: string }>(dataDir, `select voter || ' ' || card as key from votes`).map(({ key }) => key),
  )
  return acknowledged.filter(({ voter, card }) => !stored.has(`${voter} ${card}`))
}
