import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Crowd, gather } from './crowd.ts'
import { serveRealtime } from './serve.ts'

const ROUNDS = 5
const THROUGHPUT = { sockets: 1000, messages: 100, speakers: 50 }
const LATENCY = { sockets: 500, perSecond: 20, seconds: 4 }
const atShare = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))]!
const getMedian = (values: readonly number[]) => atShare(values, 0.5)

type Side = 'ours' | 'bare'
const sides: readonly Side[] = ['ours', 'bare']

/** Published messages per second. */
async function throughput(crowd: Crowd): Promise<number> {
  const got = crowd.got(THROUGHPUT.messages)
  const start = performance.now()
  for (let n = 0; n < THROUGHPUT.messages; n++) crowd.speak(n)
  await Promise.all([got, crowd.answered()])
  return (THROUGHPUT.messages * THROUGHPUT.sockets * 1000) / (performance.now() - start)
}

async function latencies(crowd: Crowd): Promise<{ p50: number; p99: number }> {
  const messages = LATENCY.perSecond * LATENCY.seconds
  crowd.latencies()
  const got = crowd.got(messages)
  for (let n = 0; n < messages; n++) {
    crowd.speak(n)
    await sleep(1000 / LATENCY.perSecond)
  }
  await got
  const taken = crowd.latencies()
  return { p50: atShare(taken, 0.5), p99: atShare(taken, 0.99) }
}

/** Runs both sides in turn, first as warm-up and then in measured rounds. */
async function inTurns<T>(
  barePort: number,
  gathered: (url: string) => Promise<Crowd>,
  measure: (crowd: Crowd) => Promise<T>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cards-realtime-'))
  const served = await serveRealtime({ port: 0, dataDir })
  const crowds = { ours: await gathered(served.url), bare: await gathered(`http://127.0.0.1:${barePort}`) }
  const rounds: Record<Side, T>[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const results = {} as Record<Side, T>
    for (const side of sides) results[side] = await measure(crowds[side])
    if (round > 0) rounds.push(results)
  }
  for (const side of sides) crowds[side].close()
  await served.close()
  rmSync(dataDir, { recursive: true, force: true })
  return rounds
}

/** Compares clients of the channels with clients of the bare server: throughput and latency. */
export async function compare(say: (line: string) => void): Promise<void> {
  const bare = fork(fileURLToPath(new URL('bare.ts', import.meta.url).href), { stdio: 'inherit' })
  const [barePort] = (await once(bare, 'message')) as [number]
  const speed = await inTurns(barePort, (url) => gather(url, THROUGHPUT.sockets, THROUGHPUT.speakers), throughput)
  const perSecond = (side: Side) => `${Math.round(getMedian(speed.map((round) => round[side])) / 1000)} k/s`
  const ratio = getMedian(speed.map((round) => round.ours / round.bare))
  say(
    `${THROUGHPUT.sockets} sockets: ${ratio.toFixed(2)} times the bare server's messages per second ` +
      `(${perSecond('ours')} against ${perSecond('bare')})`,
  )

  const pace = await inTurns(barePort, (url) => gather(url, LATENCY.sockets, 1, 1), latencies)
  const ms = (side: Side, what: 'p50' | 'p99') => `${getMedian(pace.map((round) => round[side][what])).toFixed(1)} ms`
  const slower = getMedian(pace.map((round) => round.ours.p99 / round.bare.p99))
  say(
    `${LATENCY.sockets} sockets, ${LATENCY.perSecond} messages a second: p99 ${ms('ours', 'p99')}, ` +
      `${slower.toFixed(1)} times the bare server's ${ms('bare', 'p99')} (p50 ${ms('ours', 'p50')} and ${ms('bare', 'p50')})`,
  )
  bare.kill()
}
