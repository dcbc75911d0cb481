import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#shared/client/index.ts'
import { KEY, PROJECT, type Served, serveRealtime } from './serve.ts'

const CHANNEL = 'crowd'
const AT_ONCE = 50
const SAID_BETWEEN = 20

export type Restarts = {
  messages: number
  /** Clients that were told every message once and in order. */
  whole: number
  /** Clients that were told less, or something twice. */
  broken: number
}

/**
 * Many clients, each with a connection of its own, whose server goes and comes back; it is spoken to before and after.
 *
 * @param onBack told after each restart how long the server was away, how many came back within a minute, and when the
 * last of them did, in milliseconds from its going
 */
export async function restarted(
  clients: number,
  awayMs: readonly number[],
  onBack: (awayMs: number, back: number, lastBackMs: number) => void,
): Promise<Restarts> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cards-realtime-'))
  let server: Served = await serveRealtime({ port: 0, dataDir })
  const coreUrl = server.url
  const port = Number(new URL(coreUrl).port)
  const newClient = () => createClient({ projectId: PROJECT, key: KEY, coreUrl }).realtime

  const crowd = Array.from({ length: clients }, () => {
    const realtime = newClient()
    const told: number[] = []
    const channel = realtime.channel(CHANNEL)
    channel.onMessage(({ data }) => told.push(data as number))
    return { realtime, channel, told }
  })
  for (let begin = 0; begin < clients; begin += AT_ONCE)
    await Promise.all(crowd.slice(begin, begin + AT_ONCE).map(({ channel }) => channel.subscribe({ presence: 'none' })))

  const speaker = newClient()
  let messages = 0
  const speak = async () => {
    for (let i = 0; i < SAID_BETWEEN; i++) await speaker.post(CHANNEL, 'count', ++messages)
  }
  const here = () => crowd.filter(({ channel }) => channel.state() === 'subscribed').length
  const isTold = () => crowd.every(({ told }) => told.at(-1) === messages)

  for (const away of awayMs) {
    await speak()
    const gone = performance.now()
    await server.close()
    await sleep(away)
    server = await serveRealtime({ port, dataDir })
    // While most of them have not noticed yet that it is there again.
    await speak()
    await until(() => here() === clients)
    onBack(away, here(), performance.now() - gone)
  }
  await speak()
  await until(isTold)

  const whole = crowd.filter(({ told }) => told.length === messages && told.every((n, i) => n === i + 1)).length
  for (const { realtime } of crowd) realtime.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
  return { messages, whole, broken: clients - whole }
}

/** Waits for a minute at most: a client that is not back by then is counted as broken. */
async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + 60_000; !isSo() && performance.now() < end;) await sleep(20)
}
