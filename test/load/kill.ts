import { inStore, startServer } from './server.ts'
import { addCards, vote, voterOf } from './voters.ts'

const ROUNDS = 20
const WRITES_PER_ROUND = 520
const AT_ONCE = 16
const CARDS = 8

/**
 * Kills the server with SIGKILL while votes are cast, twenty times, on the same data.
 *
 * @throws Error when an acknowledged vote is not stored, or a count is not the number of stored votes
 */
export async function kill({ say }: { say: (line: string) => void }): Promise<void> {
  const acknowledged: { voter: string; card: string }[] = []
  let nextVoter = 0
  let server = await startServer()
  const { dataDir } = server
  await addCards(server.url, CARDS)
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const goal = acknowledged.length + WRITES_PER_ROUND
      let isDown = false
      const write = async () => {
        while (!isDown) {
          const n = nextVoter++
          const [voter, card] = [voterOf(n), `card-${n % CARDS}`]
          const answer = await vote(server.url, card, voter).catch(() => null)
          // The first byte of a good answer is the promise.
          if (answer?.status === 200) acknowledged.push({ voter: voter.id, card })
          else if (answer !== null && !isDown) throw new Error(`a vote was answered ${answer.status}`)
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
