import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Browsers block some ports below this one (10080 is the highest). */
const LOWEST = 20_000
/** Linux assigns ports from here on to outgoing connections. */
const LOWEST_OF_SYSTEM = 32_768

/**
 * Returns a random free port below the range that the system assigns itself.
 *
 * @param beside how many consecutive ports after it must be free, too
 */
export async function freePort(beside = 0): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, LOWEST_OF_SYSTEM - beside)
    const wanted = Array.from({ length: beside + 1 }, (_, i) => port + i)
    if ((await Promise.all(wanted.map(isFree))).every(Boolean)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
