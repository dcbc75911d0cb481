import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type Answered, mixed, peakOf, reads, steady, type Verdict } from '../../load/traffic.ts'
import { judgeOverload, judgeSoak, type Slice } from '../../load/verdicts.ts'

/** Runs with a server that answers as it is told. */
async function withServer<T>(answer: RequestListener, run: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const silent = () => {}

describe('a server that does nothing right', () => {
  test.each<[does: string, answer: RequestListener, verdict: Verdict]>([
    ['knows no page', (_, answer) => void answer.writeHead(404).end(), 'wrong'],
    ['answers without content', (_, answer) => void answer.writeHead(200).end('{"cards":[]}'), 'wrong'],
    ['refuses everything', (_, answer) => void answer.writeHead(503, { 'retry-after': '1' }).end(), 'refused'],
    ['is overloaded and says nothing of when', (_, answer) => void answer.writeHead(503).end(), 'wrong'],
    ['hangs up', (asked) => void asked.socket.destroy(), 'none'],
  ])('that %s is neither measured nor passes a soak', async (_, answer, verdict) => {
    const answers = await withServer(answer, async (url) => {
      await expect(peakOf(url, mixed, 0.1)).rejects.toThrow(/at the peak|only/)
      return steady(url, mixed, 200, 0.2)
    })
    expect([...new Set(answers.map((one) => one.verdict))]).toEqual([verdict])
    const slice = { answers, liveMb: 10 }
    const soaked = { slices: [slice, slice], sliceSeconds: 1, perSecond: answers.length }
    expect(() => judgeSoak(soaked, silent)).toThrow(verdict === 'refused' ? 'refused' : 'no good')
  })

  test('is asked for embedded cards of its own address', async () => {
    const asked: string[] = []
    const url = await withServer(
      (request, answer) => {
        asked.push(decodeURIComponent(request.url!))
        answer.end()
      },
      async (url) => {
        await steady(url, reads, 200, 0.2)
        return url
      },
    )
    const embeds = asked.filter((path) => path.startsWith('/oembed'))
    expect(embeds.length).toBeGreaterThan(1)
    for (const path of embeds) expect(path).toMatch(new RegExp(`^/oembed\\?url=${url}/card/card-\\d+$`))
  })
})

/** So many answers of a second, evenly. */
const answersOf = (
  count: number,
  { verdict = 'right', took = 10, second = 0 }: { verdict?: Verdict; took?: number; second?: number } = {},
): Answered[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'card',
    at: second * 1000 + (i * 1000) / count,
    took,
    status: 200,
    verdict,
  }))

describe('a soak', () => {
  const soaked = (slice: (n: number) => Slice) => {
    const slices = Array.from({ length: 12 }, (_, n) => slice(n))
    return () => judgeSoak({ slices, sliceSeconds: 15, perSecond: 60 }, silent)
  }
  const good = answersOf(1000)

  test('passes when all is right, with one pause of the machine and one large sample', () => {
    const pause = answersOf(1000, { took: 400 })
    expect(soaked((n) => ({ answers: n === 11 ? pause : good, liveMb: n === 11 ? 40 : 10 + n * 0.2 }))).not.toThrow()
  })

  test.each<[what: string, slice: (n: number) => Slice, fault: string]>([
    ['one wrong answer', () => ({ answers: [...good, ...answersOf(1, { verdict: 'wrong' })], liveMb: 9 }), 'no good'],
    ['one missing answer', () => ({ answers: [...good, ...answersOf(1, { verdict: 'none' })], liveMb: 9 }), 'no good'],
    [
      'refusals of two in a thousand',
      () => ({ answers: [...good, ...answersOf(3, { verdict: 'refused' })], liveMb: 9 }),
      'refused',
    ],
    ['memory that rises by 1.2 MB a minute', (n) => ({ answers: good, liveMb: 9 + n * 0.3 }), 'memory rises'],
    ['answers half as slow again', (n) => ({ answers: answersOf(1000, { took: 10 + n }), liveMb: 9 }), 'become slow'],
    ['half the answers', () => ({ answers: answersOf(400), liveMb: 9 }), 'too little'],
  ])('fails for %s', (_, slice, fault) => expect(soaked(slice)).toThrow(fault))
})

describe('an overload', () => {
  const seconds = (count: number, each: (second: number) => Answered[]) =>
    Array.from({ length: count }, (_, second) => each(second)).flat()
  const good = {
    calm: seconds(5, (second) => answersOf(50, { second })),
    flood: seconds(10, (second) => [
      ...answersOf(100, { second, took: 500 }),
      ...answersOf(200, { second, took: 300, verdict: 'refused' }),
    ]),
    votes: seconds(10, (second) => answersOf(20, { second, took: 500 })),
    // A backlog for three seconds.
    after: seconds(10, (second) => answersOf(50, { second, took: second < 3 ? 400 : 12 })),
  }
  const judged = (changes: Partial<typeof good>) => () => judgeOverload({ ...good, ...changes }, silent)

  test('passes when reads are refused, votes counted and the backlog gone', () => expect(judged({})).not.toThrow())

  test.each<[what: string, changes: Partial<typeof good>, fault: string]>([
    ['a lost vote', { votes: [...good.votes, ...answersOf(1, { verdict: 'refused' })] }, 'not counted'],
    ['a wrong answer', { flood: [...good.flood, ...answersOf(1, { verdict: 'wrong' })] }, 'no good'],
    ['an answer that never came', { after: [...good.after, ...answersOf(1, { verdict: 'none' })] }, 'no good'],
    ['nothing refused', { flood: seconds(10, (second) => answersOf(100, { second })) }, 'first refusal was late'],
    ['nothing answered', { flood: answersOf(200, { verdict: 'refused' }) }, 'nothing was answered'],
    [
      'slow answers',
      { flood: [...answersOf(200, { took: 2500 }), ...answersOf(200, { verdict: 'refused' })] },
      'answers were late',
    ],
    ['slow refusals', { flood: [...good.flood, ...answersOf(200, { took: 1500, verdict: 'refused' })] }, 'refusals'],
    [
      'a backlog of six seconds',
      { after: seconds(10, (second) => answersOf(50, { second, took: second < 6 ? 400 : 12 })) },
      'recover',
    ],
    [
      'a server that never recovers',
      { after: seconds(10, (second) => answersOf(50, { second, took: 400 })) },
      'recover',
    ],
    [
      'refusals long afterwards',
      { after: [...good.after, ...answersOf(1, { second: 8, verdict: 'refused' })] },
      'refused when it had recovered',
    ],
  ])('fails for %s', (_, changes, fault) => expect(judged(changes)).toThrow(fault))
})
