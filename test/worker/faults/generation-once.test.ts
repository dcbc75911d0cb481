import { beforeEach, expect, inject, test } from 'vitest'
import { filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFaultyBindings, type Moment, type Point } from '../../support/faulty-bindings.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createDrivenApp } from '../edge/driven.ts'

const MOMENTS: readonly Moment[] = ['before', 'after']
/** Each run draws a card: all points of both moments take a minute, which `npm run hostile` gives them. */
const { share, seed } = inject('hostile')
const TIMEOUT_MS = 400_000
const EVERY = Math.ceil(0.4 / share)
/** A form that is sent again under the name that the browser gave it. */
const TRIES = 3

const faulty = createFaultyBindings(testEnv())
let runs = 0

type Fault = { point: Point; moment: Moment }

/** Sends the form and lets the job run to its end, one of the two with a fault. @returns what came of it */
async function run(driven: ReturnType<typeof createDrivenApp>, during: 'sending' | 'drawing', fault: Fault | null) {
  const n = ++runs
  const visitor = await driven.visitor({ 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.1` })
  const id = n.toString(16).padStart(32, '0')
  const leftBefore = await driven.left(visitor)
  const send = async () => {
    driven.time.now += 1000
    const response = await driven.send(visitor, { id })
    await response.arrayBuffer()
    return response.status
  }
  const sent = await faulty.during(during === 'sending' ? fault : null, send)
  let status = sent.answer
  for (let tries = 1; status !== 202 && tries < TRIES; tries++) status = await send()
  const drawn = await faulty.during(during === 'drawing' ? fault : null, () => driven.finish(visitor, id))
  const { state, card } = await driven.view(visitor, id)
  const cards = await testEnv()
    .DB.prepare('select count(*) as n from fantasy_football_cards where generation_id = ?')
    .bind(id)
    .first<number>('n')
  const { points, isHit } = during === 'sending' ? sent : drawn
  const fronts = card === null ? 0 : (await filesBelow(`cards/${card.id}/`)).length
  return {
    points,
    isHit,
    came: {
      status,
      state,
      cards,
      hasFront: fronts > 0,
      used: leftBefore - (await driven.left(visitor)),
      photos: await filesBelow('player-photos/'),
    },
  }
}

beforeEach(freshDatabase)

test.each(['sending', 'drawing'] as const)(
  'a generation is counted once and makes one card, whichever call of the stores fails while %s',
  async (during) => {
    const driven = createDrivenApp({ vars: faulty.env as unknown as Record<string, string> })
    // What is looked up once and kept is none of what every request does.
    await run(driven, during, null)
    const whole = await run(driven, during, null)
    expect(whole.came).toEqual({ status: 202, state: 'ready', cards: 1, hasFront: true, used: 1, photos: [] })
    expect(whole.points.length).toBeGreaterThan(5)
    const missed: string[] = []
    for (const [i, point] of whole.points.entries())
      for (const [j, moment] of MOMENTS.entries()) {
        if ((i + j + seed) % EVERY !== 0) continue
        const where = `${moment} ${point.name} ${point.nth}`
        const { came, isHit } = await run(driven, during, { point, moment })
        takeConsole()
        takeConsole('warn')
        if (!isHit) missed.push(where)
        expect({ where, ...came }).toEqual({ where, ...whole.came })
      }
    expect(missed, 'points that no run has reached').toEqual([])
  },
  TIMEOUT_MS,
)
