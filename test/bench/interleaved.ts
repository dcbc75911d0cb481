const ROUNDS = 5
const REQUESTS = 150
const TURNS = 10
const PARALLEL = 8

/** Sends the nth of many similar requests. */
export type Ask = (n: number) => Promise<Response>

export type Compared = {
  /** Speed of the first relative to the second. */
  readonly ratio: number
  /** The result as text, with requests per second of both. */
  readonly words: string
}

/**
 * Returns the milliseconds that a number of requests take, a few at a time.
 *
 * @throws for an unexpected response
 */
export async function timed(ask: Ask, requests: number, isExpected = (response: Response) => response.ok) {
  const start = performance.now()
  let next = 0
  const work = async () => {
    while (next < requests) {
      const response = await ask(next++)
      const body = await response.arrayBuffer()
      if (!isExpected(response)) throw new Error(`${response.status} ${new TextDecoder().decode(body).slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return performance.now() - start
}

/**
 * Compares two servers or routes. In each round they alternate every few requests, so that background load slows both.
 * Reports the median of five rounds.
 */
export async function compare(ours: Ask, theirs: Ask): Promise<Compared> {
  await timed(ours, REQUESTS)
  await timed(theirs, REQUESTS)
  const rounds: { ours: number; theirs: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const taken = { ours: 0, theirs: 0 }
    for (let turn = 0; turn < TURNS; turn++) {
      taken.ours += await timed(ours, REQUESTS / TURNS)
      taken.theirs += await timed(theirs, REQUESTS / TURNS)
    }
    rounds.push(taken)
  }
  const ratio = getMedian(rounds.map((round) => round.theirs / round.ours))
  const perSecond = (times: readonly number[]) => `${Math.round((REQUESTS * 1000) / getMedian(times))}/s`
  const [us, them] = [perSecond(rounds.map((round) => round.ours)), perSecond(rounds.map((round) => round.theirs))]
  return { ratio, words: `${ratio.toFixed(2)} (${us} against ${them})` }
}

export const getMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
