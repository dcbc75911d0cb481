import { beforeAll } from 'vitest'
import { filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFailsOnce } from '../../support/faults/fails-once.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createDrivenApp, createClockAtMidday } from '../../worker/edge/driven.ts'
import { isStatus, itHappensOnce, type WritePath } from './write-path.ts'

const time = createClockAtMidday()
const faults = createFailsOnce(testEnv())
const driven = createDrivenApp({ time, vars: faults.env as unknown as Record<string, string> })
const setting = { faults, time, takeConsole }
let visitors = 0

beforeAll(freshDatabase)

/** Creates a visitor on a separate network, with the browser's generation id. */
async function newcomer() {
  const n = ++visitors
  const visitor = await driven.visitor({ 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.1` })
  return { visitor, id: n.toString(16).padStart(32, '0'), left: await driven.left(visitor) }
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>

const start = ({ visitor, id }: Newcomer) => driven.send(visitor, { id })

/** Asserts that no photo remains, and returns the card and the charge. */
async function outcome({ visitor, id, left }: Newcomer) {
  const { state, card } = await driven.view(visitor, id)
  return {
    state,
    cards: await testEnv()
      .DB.prepare('select count(*) as n from fantasy_football_cards where generation_id = ?')
      .bind(id)
      .first<number>('n'),
    hasFront: card !== null && (await filesBelow(`cards/${card.id}/`)).length > 0,
    used: left - (await driven.left(visitor)),
    photos: await filesBelow('player-photos/'),
  }
}

const PATHS: readonly WritePath<Newcomer>[] = [
  {
    does: 'starts and charges a generation',
    world: newcomer,
    run: start,
    isDone: isStatus(202),
    afterwards: ({ visitor, id }) => driven.finish(visitor, id),
    effect: outcome,
  },
  {
    does: 'finishes a generation',
    world: async () => {
      const one = await newcomer()
      await (await start(one)).arrayBuffer()
      // Opening the job gives it the test's clock.
      await driven.inside(one.id, async () => undefined)
      return one
    },
    run: async ({ visitor, id }) => Response.json(await driven.finish(visitor, id)),
    isDone: isStatus(200),
    effect: outcome,
  },
]

for (const path of PATHS) itHappensOnce(path, setting)
