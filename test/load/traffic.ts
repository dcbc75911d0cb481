import { Agent, request } from 'node:http'
import { randomFrom } from '../support/random.ts'
import { SERVED } from '../support/served-settings.ts'
import { voterOf } from './voters.ts'

/** `refused`: 503 or 429 that says when to come again. `wrong`: any other status, or a body without what it must hold. */
export type Verdict = 'right' | 'refused' | 'wrong' | 'none'

export type Answered = {
  /** What was asked for. */
  readonly kind: string
  /** Milliseconds since the traffic began, and how long the answer took. */
  readonly at: number
  readonly took: number
  /** 0: no answer at all. */
  readonly status: number
  readonly verdict: Verdict
}

const CARDS = 200
const KEY = { apikey: SERVED.PUBLIC_KEY, authorization: `Bearer ${SERVED.PUBLIC_KEY}` }
/** Later than any limit here. */
const NO_ANSWER_MS = 20_000

const BACK_OFF_MS = 200

let voters = 0

/**
 * Sockets stay open, as between an edge and its Workers: opening one costs the runtime more than refusing a request.
 * Half the processor time of `fetch`, so that the server is what is measured. The runtime
 * closes them after five seconds of nothing: they are given up before, or a request would meet a closing one.
 */
const newAgent = () => new Agent({ keepAlive: true, timeout: 3000, maxSockets: 512 })

type Asked = {
  readonly kind: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** What stands in the body of the answer that is expected, whose status is 200. */
  readonly holds: string
}

/** What is asked for next, of the server at `url`. */
export type Traffic = (random: () => number, url: string) => Asked

const cardOf = (random: () => number) => `card-${Math.floor(random() * CARDS)}`
const visitorOf = (random: () => number) => voterOf(5_000_000 + Math.floor(random() * 10_000))
const idIn = (card: string) => `"id":"${card}"`

const list = (name: 'top' | 'recent', { headers }: ReturnType<typeof visitorOf>): Asked => ({
  kind: 'list',
  path: `/api/cards?list=${name}`,
  headers,
  holds: '{"cards":[{"id":"card-',
})
const card = (id: string, { headers }: ReturnType<typeof visitorOf>): Asked => ({
  kind: 'card',
  path: `/api/cards/${id}`,
  headers,
  holds: idIn(id),
})
const row = (id: string): Asked => ({
  kind: 'row',
  path: `/rest/v1/fantasy_football_cards?id=eq.${id}&select=*`,
  headers: KEY,
  holds: `[{${idIn(id)}`,
})

/** As visitors send them: most look at lists and cards, one of ten votes. */
export const mixed: Traffic = (random, url) => {
  const [kind, id] = [random(), cardOf(random)]
  const visitor = visitorOf(random)
  if (kind < 0.4) return list(kind < 0.2 ? 'top' : 'recent', visitor)
  if (kind < 0.6) return card(id, visitor)
  if (kind < 0.75)
    return {
      kind: 'config',
      path: '/api/config',
      headers: visitor.headers,
      holds: `"projectId":"${SERVED.PROJECT_ID}"`,
    }
  if (kind < 0.9) return row(id)
  return voted(random, url)
}

/** Reads that ask the store for something each. */
export const reads: Traffic = (random, url) => {
  const [kind, id] = [random(), cardOf(random)]
  if (kind < 0.4) return card(id, visitorOf(random))
  if (kind < 0.8) return row(id)
  // Of the site's own address: any other is not looked up.
  const embedded = encodeURIComponent(`${url}/card/${id}`)
  return { kind: 'embed', path: `/oembed?url=${embedded}`, headers: KEY, holds: `"url":"${url}/og/${id}.` }
}

/** The leaderboard, as the Hall of Fame asks for it. */
export const leaderboard: Traffic = (random) => list('top', visitorOf(random))

/** A vote by somebody new. */
export const voted: Traffic = (random) => {
  const id = cardOf(random)
  return {
    kind: 'vote',
    path: `/api/cards/${id}/votes`,
    headers: voterOf(voters++).headers,
    body: '{"votes":1}',
    holds: idIn(id),
  }
}

type Answer = Pick<Answered, 'status' | 'verdict'>

const send = (agent: Agent, url: string, { path, headers, body, holds }: Asked): Promise<Answer> =>
  new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST'
    const nothing = () => resolve({ status: 0, verdict: 'none' })
    const sent = request(url + path, { agent, method, headers: { ...headers } }, (answer) => {
      const status = answer.statusCode ?? 0
      const chunks: Buffer[] = []
      answer
        .on('data', (chunk: Buffer) => void chunks.push(chunk))
        .once('end', () => {
          const isRefused = (status === 503 || status === 429) && answer.headers['retry-after'] !== undefined
          const isRight = status === 200 && Buffer.concat(chunks).includes(holds)
          resolve({ status, verdict: isRefused ? 'refused' : isRight ? 'right' : 'wrong' })
        })
        .once('error', nothing)
    })
    const late = setTimeout(() => sent.destroy(), NO_ANSWER_MS)
    sent
      .once('close', () => clearTimeout(late))
      .once('error', nothing)
      .end(body)
  })

async function timed(agent: Agent, begun: number, url: string, asked: Asked): Promise<Answered> {
  const started = performance.now()
  const answer = await send(agent, url, asked)
  return { kind: asked.kind, at: started - begun, took: performance.now() - started, ...answer }
}

/** What so many requests that are always open are answered. @param goesOn asked before each, with all answers so far */
export async function together(
  url: string,
  traffic: Traffic,
  atOnce: number,
  goesOn: (answered: readonly Answered[]) => boolean,
): Promise<Answered[]> {
  const [random, agent] = [randomFrom(7), newAgent()]
  const begun = performance.now()
  const answered: Answered[] = []
  const go = async () => {
    while (goesOn(answered)) {
      const one = await timed(agent, begun, url, traffic(random, url))
      answered.push(one)
      // To ask again at once would keep the server busy with refusing.
      if (one.verdict === 'refused') await new Promise((resolve) => setTimeout(resolve, BACK_OFF_MS))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  return answered
}

export const forSeconds = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1000
  return () => performance.now() < end
}

/**
 * The most right answers in a second.
 *
 * @throws Error when an answer is wrong or missing, or hardly any is right: what follows would prove nothing
 */
export async function peakOf(url: string, traffic: Traffic, seconds: number): Promise<number> {
  const begun = performance.now()
  const answered = await together(url, traffic, 32, forSeconds(seconds))
  const rate = (of(answered, 'right').length * 1000) / (performance.now() - begun)
  if (answered.some(isFault)) throw new Error(`at the peak: ${countsOf(answered)}`)
  if (rate < LEAST_PEAK) throw new Error(`only ${rate.toFixed(1)} right answers a second: ${countsOf(answered)}`)
  return rate
}

/** One that answers less is not busy but broken. The slowest machine so far answered 150. */
const LEAST_PEAK = 10

/** Traffic that was begun: when the last request was sent, and all answers. */
export type Flow = { readonly sent: Promise<void>; readonly answers: Promise<Answered[]> }

/** So many requests a second, over sockets of their own, sent whether or not those before are answered. */
export function begin(url: string, traffic: Traffic, perSecond: number, seconds: number): Flow {
  const [random, agent] = [randomFrom(11), newAgent()]
  const begun = performance.now()
  const open: Promise<Answered>[] = []
  const send = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const due = Math.floor(((performance.now() - begun) / 1000) * perSecond)
      while (open.length < due) open.push(timed(agent, begun, url, traffic(random, url)))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const sent = send()
  return { sent, answers: sent.then(() => Promise.all(open)) }
}

export const steady = (url: string, traffic: Traffic, perSecond: number, seconds: number): Promise<Answered[]> =>
  begin(url, traffic, perSecond, seconds).answers

/** The duration that this share of the answers did not exceed, in milliseconds. */
export function quantile(answers: readonly Answered[], share: number): number {
  const sorted = answers.map(({ took }) => took).toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

export const of = (answers: readonly Answered[], wanted: Verdict): Answered[] =>
  answers.filter(({ verdict }) => verdict === wanted)

/** Neither what was asked for nor a refusal. */
export const isFault = ({ verdict }: Answered) => verdict === 'wrong' || verdict === 'none'

/** `120 x card 200 right, 3 x vote 503 refused`. */
export function countsOf(answers: readonly Answered[]): string {
  const counts = new Map<string, number>()
  for (const { kind, status, verdict } of answers) {
    const what = `${kind} ${status} ${verdict}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => `${count} x ${what}`).join(', ') || 'no answer'
}
