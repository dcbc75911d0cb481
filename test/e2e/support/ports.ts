import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Browsers refuse to open some ports below this one (10080 is the highest). */
const LOWEST = 20_000
/** Linux hands out ports from here on to outgoing connections. */
const LOWEST_OF_SYSTEM = 32_768

/** Returns a random port that nothing listens on, below the range that the system hands out itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, LOWEST_OF_SYSTEM)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
