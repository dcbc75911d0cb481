import { Agent, request } from 'node:http'
import { randomFrom } from '../support/random.ts'
import { SERVED } from '../support/serve-worker.ts'
import { voterOf } from './voters.ts'

export type Answered = {
  /** Milliseconds since the traffic began, and how long the answer took. */
  readonly at: number
  readonly took: number
  /** 0: no answer at all. */
  readonly status: number
}

const CARDS = 200
const KEY = { apikey: SERVED.PUBLIC_KEY, authorization: `Bearer ${SERVED.PUBLIC_KEY}` }

let voters = 0

/**
 * Sockets stay open, as between an edge and its Workers: opening one costs the runtime more than refusing a request.
 * Half the processor time of `fetch`, so that the server is what is measured. The runtime
 * closes them after five seconds of nothing: they are given up before, or a request would meet a closing one.
 */
const agent = new Agent({ keepAlive: true, timeout: 3000, maxSockets: 512 })

type Asked = { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string }

/** What is asked for next. */
export type Traffic = (random: () => number) => Asked

const cardOf = (random: () => number) => `card-${Math.floor(random() * CARDS)}`
const visitorOf = (random: () => number) => voterOf(5_000_000 + Math.floor(random() * 10_000))

/** As visitors send them: most look at lists and cards, one of ten votes. */
export const mixed: Traffic = (random) => {
  const [kind, card] = [random(), cardOf(random)]
  const { headers } = visitorOf(random)
  if (kind < 0.4) return { path: `/api/cards?list=${kind < 0.2 ? 'top' : 'recent'}`, headers }
  if (kind < 0.6) return { path: `/api/cards/${card}`, headers }
  if (kind < 0.75) return { path: '/api/config', headers }
  if (kind < 0.9) return { path: `/rest/v1/fantasy_football_cards?id=eq.${card}&select=*`, headers: KEY }
  return voted(random)
}

/** Reads that ask the store for something each. */
export const reads: Traffic = (random) => {
  const [kind, card] = [random(), cardOf(random)]
  if (kind < 0.4) return { path: `/api/cards/${card}`, headers: visitorOf(random).headers }
  if (kind < 0.8) return { path: `/rest/v1/fantasy_football_cards?id=eq.${card}&select=*`, headers: KEY }
  return { path: `/oembed?url=${encodeURIComponent(`http://localhost/card/${card}`)}`, headers: KEY }
}

/** A vote by somebody new. */
export const voted: Traffic = (random) => ({
  path: `/api/cards/${cardOf(random)}/votes`,
  headers: voterOf(voters++).headers,
  body: '{"votes":1}',
})

/** @returns the status; 0 when there was no whole answer */
const send = (url: string, { path, headers, body }: Asked): Promise<number> =>
  new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(url + path, { agent, method, headers: { ...headers } }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', () => resolve(0))
    })
    sent.once('error', () => resolve(0)).end(body)
  })

async function timed(begun: number, url: string, asked: Asked): Promise<Answered> {
  const started = performance.now()
  const status = await send(url, asked)
  return { at: started - begun, took: performance.now() - started, status }
}

/** The most that is answered in a second with so many requests always open. */
export async function peakOf(url: string, traffic: Traffic, seconds: number, atOnce = 32): Promise<number> {
  const random = randomFrom(7)
  const begun = performance.now()
  let answered = 0
  const go = async () => {
    while (performance.now() - begun < seconds * 1000) {
      if (!isShed(await timed(begun, url, traffic(random)))) answered++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  return (answered * 1000) / (performance.now() - begun)
}

/** So many requests a second, sent whether or not those before are answered. */
export async function steady(url: string, traffic: Traffic, perSecond: number, seconds: number): Promise<Answered[]> {
  const random = randomFrom(11)
  const begun = performance.now()
  const open: Promise<void>[] = []
  const answered: Answered[] = []
  for (let sent = 0; performance.now() - begun < seconds * 1000;) {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond)
    for (; sent < due; sent++) open.push(timed(begun, url, traffic(random)).then((one) => void answered.push(one)))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(open)
  return answered
}

/** The duration that this share of the answers did not exceed, in milliseconds. */
export function quantile(answers: readonly Answered[], share: number): number {
  const sorted = answers.map(({ took }) => took).toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

export const isShed = ({ status }: Answered) => status === 503 || status === 429
export const isError = (one: Answered) => (one.status >= 500 || one.status === 0) && !isShed(one)
