import { beforeEach, expect, inject, test } from 'vitest'
import { filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import type { Injection } from '../../support/faults/index.ts'
import { takeConsole } from '../../support/quiet.ts'
import { atEveryPoint } from './every-point.ts'
import { GENERATION_PATHS } from './generation-paths.ts'
import { driven, faults, newcomer, time } from './generation-world.ts'
import { describeOnce } from './write-path.ts'

/** Each run draws a card: all faults of both acts take a minute, which `npm run faults` gives them. */
const { share } = inject('hostile')
const PART = share === 1 ? 1 : share / 4
const TIMEOUT_MS = 400_000
/** A form that is sent again under the name that the browser gave it. */
const TRIES = 3

/** Sends the form and lets the job run to its end, one of the two with a fault. @returns what came of it */
async function run(during: 'sending' | 'drawing', injection: Injection | null) {
  const { visitor, id } = await newcomer()
  const leftBefore = await driven.left(visitor)
  const send = async () => {
    time.now += 1000
    const response = await driven.send(visitor, { id })
    await response.arrayBuffer()
    return response.status
  }
  const sent = await faults.during(during === 'sending' ? injection : null, send)
  let status = sent.answer
  for (let tries = 1; status !== 202 && tries < TRIES; tries++) status = await send()
  const drawn = await faults.during(during === 'drawing' ? injection : null, () => driven.finish(visitor, id))
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
    await atEveryPoint(
      (injection) => run(during, injection),
      ({ came }, whole, where) => {
        takeConsole()
        takeConsole('warn')
        expect(whole.came).toEqual({ status: 202, state: 'ready', cards: 1, hasFront: true, used: 1, photos: [] })
        expect({ where, ...came }).toEqual({ where, ...whole.came })
      },
      PART,
    )
  },
  TIMEOUT_MS,
)

describeOnce(GENERATION_PATHS, { faults, time, takeConsole, part: PART })
