import { describe, expect, test } from 'vitest'
import { createFrameStorm } from '../../support/faults/frames.ts'
import { type ScriptedSocket, flushPromises } from '../../support/scripted-host.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRealtimeClient } from './talking.ts'

const STEPS = 150

/**
 * A server that publishes n messages while its frames are lost, duplicated and reordered, and its connections break or
 * stall, with a client at the other end. @returns what the client received, and the events of the connection
 */
async function storm(seed: number, counts: boolean) {
  const frames = createFrameStorm(seed, counts)
  const history: { id: string; seq?: number }[] = []
  let delayed: object | null = null
  /** The stalled socket, which delivers nothing in either direction. */
  let dead: ScriptedSocket | null = null
  /** Answered pings per socket. A socket that never got a pong ignores missing ones. */
  const answered = new Map<ScriptedSocket, number>()
  let failures = 0
  const received: number[] = []
  const talking = createRealtimeClient(({ url }) => {
    const from = new URL(url).searchParams.get('start')!
    const found = history.filter(({ id }) => from === '-' || id >= from)
    failures = failures < 2 && frames.chance() < 0.1 ? failures + 1 : 0
    if (failures > 0) return Response.json({ error: 'Busy' }, { status: 503 })
    return Response.json({ messages: found.slice(0, 7), hasMore: found.length > 7 })
  })
  const getState = () => (counts ? { seq: history.length } : {})
  const room = await talking.joined('room', getState())
  let missed = 0
  room.onMessage(({ data }) => received.push(data as number))
  room.onMissed(() => missed++)
  const isAlive = () => talking.socket() !== dead && !talking.socket().isClosed
  const say = (message: object) => void (isAlive() && talking.socket().say('message', message))

  function publish(n: number, fate = frames.getFate()) {
    const message = {
      id: `${talking.host.now()}-${n}`,
      channel: 'room',
      type: 'chat',
      data: n,
      timestamp: talking.host.now(),
      ...(counts && { seq: n }),
    }
    history.push(message)
    if (room.state() !== 'subscribed') return
    if (fate === 'sent' || fate === 'twice') say(message)
    if (fate === 'late') delayed = message
    if (delayed !== null && frames.chance() < 0.5) {
      say(delayed)
      delayed = null
    }
    if (fate === 'twice') say(message)
  }

  /** The server accepts the client again, confirms its position if it numbers messages, and answers its pings. */
  function serve() {
    if (!talking.socket().isClosed && talking.socket().sent.length === 0) talking.serve(getState())
    if (!isAlive()) return
    const pings = (talking.socket().sent as { type: string }[]).filter(({ type }) => type === 'ping').length
    if (pings > (answered.get(talking.socket()) ?? 0)) talking.socket().say('pong')
    answered.set(talking.socket(), pings)
  }

  for (let n = 1; n <= STEPS; n++) {
    publish(n)
    if (isAlive() && frames.breaks()) talking.socket().lose()
    else if (isAlive() && (answered.get(talking.socket()) ?? 0) > 0 && frames.opensHalf()) dead = talking.socket()
    await talking.pass(frames.pause(6000))
    serve()
    if (frames.chance() < 0.3) await flushPromises()
  }
  for (let rest = 0; rest < 120; rest++) {
    await talking.pass(1000)
    serve()
  }
  // The last message reveals whether an earlier one is missing.
  publish(STEPS + 1, 'sent')
  await talking.pass(10_000)
  return { received: received.filter((n) => n <= STEPS), missed, happened: frames.counts }
}

describe('storms of lost frames and connections', () => {
  const seeds = Array.from({ length: 20 }, (_, index) => 20_261_121 + index)
  const all = Array.from({ length: STEPS }, (_, index) => index + 1)

  test('delivers every message of a numbering server once and in order', async () => {
    const offenders = await findOffenders(seeds, JSON.stringify, async (seed) => {
      const { received, missed } = await storm(seed, true)
      expect({ received, missed }).toEqual({ received: all, missed: 0 })
    })
    expect(offenders).toEqual([])
  })

  test('delivers every message of a server without numbers once and in order', async () => {
    const offenders = await findOffenders(seeds, JSON.stringify, async (seed) => {
      const { received, missed } = await storm(seed, false)
      expect({ received, missed }).toEqual({ received: all, missed: 0 })
    })
    expect(offenders).toEqual([])
  })

  test('covers every event in its storms', async () => {
    const sums: Record<string, number> = {}
    for (const seed of seeds)
      for (const [what, times] of Object.entries((await storm(seed, true)).happened))
        sums[what] = (sums[what] ?? 0) + times
    expect(Object.keys(sums).toSorted()).toEqual(['broken', 'half-open', 'late', 'lost', 'sent', 'twice'])
    expect(Math.min(...Object.values(sums))).toBeGreaterThan(seeds.length)
  })
})
