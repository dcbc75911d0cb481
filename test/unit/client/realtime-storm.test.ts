import { describe, expect, test } from 'vitest'
import { createFrameStorm } from '../../support/faults/frames.ts'
import { type ScriptedSocket, settled } from '../../support/scripted-host.ts'
import { offendersOf } from '../../support/offenders.ts'
import { createTalking } from './talking.ts'

const STEPS = 150

/**
 * A server that says n messages while its frames are lost, doubled and overtaken, and its connections break or go dead,
 * with a client at the other end. @returns what the client was told, and what has happened to the connection
 */
async function storm(seed: number, counts: boolean) {
  const frames = createFrameStorm(seed, counts)
  const history: { id: string; seq?: number }[] = []
  let delayed: object | null = null
  /** The socket on which nothing arrives any more, in either direction. */
  let dead: ScriptedSocket | null = null
  /** How many pings of a socket were answered: one that never was tells its client nothing by its silence. */
  const answered = new Map<ScriptedSocket, number>()
  let failures = 0
  const told: number[] = []
  const talking = createTalking(({ url }) => {
    const from = new URL(url).searchParams.get('start')!
    const found = history.filter(({ id }) => from === '-' || id >= from)
    failures = failures < 2 && frames.chance() < 0.1 ? failures + 1 : 0
    if (failures > 0) return Response.json({ error: 'Busy' }, { status: 503 })
    return Response.json({ messages: found.slice(0, 7), hasMore: found.length > 7 })
  })
  const standing = () => (counts ? { seq: history.length } : {})
  const room = await talking.joined('room', standing())
  let missed = 0
  room.onMessage(({ data }) => told.push(data as number))
  room.onMissed(() => missed++)
  const isAlive = () => talking.socket() !== dead && !talking.socket().isClosed
  const say = (message: object) => void (isAlive() && talking.socket().say('message', message))

  function publish(n: number, fate = frames.fateOf()) {
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

  /** The server takes the client back, one that counts says where it stands, and answers its pings. */
  function serve() {
    if (!talking.socket().isClosed && talking.socket().sent.length === 0) talking.serve(standing())
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
    if (frames.chance() < 0.3) await settled()
  }
  for (let rest = 0; rest < 120; rest++) {
    await talking.pass(1000)
    serve()
  }
  // By this one it can be seen whether one before it is missing.
  publish(STEPS + 1, 'sent')
  await talking.pass(10_000)
  return { told: told.filter((n) => n <= STEPS), missed, happened: frames.counts }
}

describe('whatever happens to frames and connections', () => {
  const seeds = Array.from({ length: 20 }, (_, index) => 20_261_121 + index)
  const all = Array.from({ length: STEPS }, (_, index) => index + 1)

  test('everything that a counting server says is told once and in order', async () => {
    const offenders = await offendersOf(seeds, JSON.stringify, async (seed) => {
      const { told, missed } = await storm(seed, true)
      expect({ told, missed }).toEqual({ told: all, missed: 0 })
    })
    expect(offenders).toEqual([])
  })

  test('everything that a server without a count says is told once and in order', async () => {
    const offenders = await offendersOf(seeds, JSON.stringify, async (seed) => {
      const { told, missed } = await storm(seed, false)
      expect({ told, missed }).toEqual({ told: all, missed: 0 })
    })
    expect(offenders).toEqual([])
  })

  test('everything has happened in these storms', async () => {
    const sums: Record<string, number> = {}
    for (const seed of seeds)
      for (const [what, times] of Object.entries((await storm(seed, true)).happened))
        sums[what] = (sums[what] ?? 0) + times
    expect(Object.keys(sums).toSorted()).toEqual(['broken', 'half-open', 'late', 'lost', 'sent', 'twice'])
    expect(Math.min(...Object.values(sums))).toBeGreaterThan(seeds.length)
  })
})
