import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#shared/client/index.ts'
import { KEY, PROJECT, type Served, serveRealtime } from './serve.ts'

const CHANNEL = 'crowd'
const AT_ONCE = 50
const MESSAGES_BETWEEN = 20

export type Restarts = {
  messages: number
  /** Clients that received every message once and in order. */
  whole: number
  /** Clients that missed or repeated a message. */
  broken: number
}

/**
 * Reconnects many clients to a restarted server and publishes before and after.
 *
 * @param onBack called after each restart with the downtime, the number of clients that reconnected within a minute,
 * and the time until the last one did, in milliseconds from the shutdown
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
    const received: number[] = []
    const channel = realtime.channel(CHANNEL)
    channel.onMessage(({ data }) => received.push(data as number))
    return { realtime, channel, received }
  })
  for (let begin = 0; begin < clients; begin += AT_ONCE)
    await Promise.all(crowd.slice(begin, begin + AT_ONCE).map(({ channel }) => channel.subscribe({ presence: 'none' })))

  const speaker = newClient()
  let messages = 0
  const speak = async () => {
    for (let i = 0; i < MESSAGES_BETWEEN; i++) await speaker.post(CHANNEL, 'count', ++messages)
  }
  const here = () => crowd.filter(({ channel }) => channel.state() === 'subscribed').length
  const isDelivered = () => crowd.every(({ received }) => received.at(-1) === messages)

  for (const away of awayMs) {
    await speak()
    const gone = performance.now()
    await server.close()
    await sleep(away)
    server = await serveRealtime({ port, dataDir })
    // Published while most clients are still reconnecting.
    await speak()
    await until(() => here() === clients)
    onBack(away, here(), performance.now() - gone)
  }
  await speak()
  await until(isDelivered)

  const whole = crowd.filter(
    ({ received }) => received.length === messages && received.every((n, i) => n === i + 1),
  ).length
  for (const { realtime } of crowd) realtime.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
  return { messages, whole, broken: clients - whole }
}

/** Waits up to a minute. A client that has not reconnected after that counts as broken. */
async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + 60_000; !isSo() && performance.now() < end;) await sleep(20)
}
