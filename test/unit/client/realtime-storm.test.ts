import { describe, expect, test } from 'vitest'
import { settled } from '../../support/scripted-host.ts'
import { createTalking } from './talking.ts'

const STEPS = 150

/** A small generator of chance that a number replays. */
function chanceOf(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A server that says n messages while its frames are lost, doubled and overtaken and its connections break, with a
 * client at the other end. @returns what the client was told
 */
async function storm(seed: number, counts: boolean) {
  const chance = chanceOf(seed)
  const history: { id: string; seq?: number }[] = []
  let delayed: object | null = null
  let failures = 0
  const told: number[] = []
  const talking = createTalking(({ url }) => {
    const from = new URL(url).searchParams.get('start')!
    const found = history.filter(({ id }) => from === '-' || id >= from)
    failures = failures < 2 && chance() < 0.1 ? failures + 1 : 0
    if (failures > 0) return Response.json({ error: 'Busy' }, { status: 503 })
    return Response.json({ messages: found.slice(0, 7), hasMore: found.length > 7 })
  })
  const standing = () => (counts ? { seq: history.length } : {})
  const room = await talking.joined('room', standing())
  let missed = 0
  room.onMessage(({ data }) => told.push(data as number))
  room.onMissed(() => missed++)

  function publish(n: number, luck = chance()) {
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
    if (!counts || luck > 0.2) talking.socket().say('message', message)
    if (counts && luck < 0.1) delayed = message
    if (delayed !== null && chance() < 0.5) {
      talking.socket().say('message', delayed)
      delayed = null
    }
    if (luck > 0.9) talking.socket().say('message', message)
  }

  /** The server takes the client back; one that counts says where it stands. */
  const takeBack = () => talking.serve(standing())

  for (let n = 1; n <= STEPS; n++) {
    publish(n)
    if (chance() < 0.05 && !talking.socket().isClosed) talking.socket().lose()
    await talking.pass(1 + Math.floor(chance() * 900))
    if (!talking.socket().isClosed && talking.socket().sent.length === 0) takeBack()
    if (chance() < 0.3) await settled()
  }
  await talking.pass(60_000)
  if (talking.socket().sent.length === 0) takeBack()
  // By this one it can be seen whether one before it is missing.
  publish(STEPS + 1, 0.5)
  await talking.pass(10_000)
  return { told: told.filter((n) => n <= STEPS), missed }
}

describe('whatever happens to frames and connections', () => {
  const seeds = Array.from({ length: 20 }, (_, index) => 20_261_121 + index)
  const all = Array.from({ length: STEPS }, (_, index) => index + 1)

  test.each(seeds)('everything that a counting server says is told once and in order (%i)', async (seed) => {
    const { told, missed } = await storm(seed, true)
    expect({ told, missed }).toEqual({ told: all, missed: 0 })
  })

  test.each(seeds)('and of one that does not count, with connections that break (%i)', async (seed) => {
    const { told, missed } = await storm(seed, false)
    expect({ told, missed }).toEqual({ told: all, missed: 0 })
  })
})
