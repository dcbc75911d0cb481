import { expect } from 'vitest'
import type { FaceOff } from '#shared/contracts/face-off.ts'
import type { TestVisitor } from '../../support/app.ts'
import { countRows, seedCard } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { createPlace, DAY, type Proof, publicKey, START } from './place.ts'

/** Creates a visitor who has picked from the Hall's only pair. */
async function createPick() {
  const place = createPlace()
  for (const id of ['c1', 'c2']) await seedCard({ id })
  const fan = await place.person()
  const { pair } = await deal(fan)
  expect((await fan.post('/api/face-off', { token: pair!.token, winner: 'left' })).status).toBe(200)
  return { ...place, fan }
}

const deal = async (visitor: TestVisitor) => (await visitor.send('/api/face-off')).json<FaceOff>()

export const faceOff = {
  'faceOff.why': async () => {
    const { fan } = await createPick()
    const { results } = await testEnv()
      .DB.prepare('select rating from face_off_ratings order by rating')
      .all<{ rating: number }>()
    expect(results[0]!.rating).toBeLessThan(results[1]!.rating)
    expect((await deal(fan)).pair).toBeNull()
  },
  'faceOff.howLong': async () => {
    const { time, sweep } = await createPick()
    time.now = START + 800 * DAY
    await sweep()
    expect(await countRows('face_off_picks')).toBe(1)
    await testEnv().DB.prepare("delete from fantasy_football_cards where id = 'c1'").run()
    expect([await countRows('face_off_picks'), await countRows('face_off_ratings')]).toEqual([0, 1])
  },
  'faceOff.who': async () => {
    const { app, person } = await createPick()
    for (const table of ['face_off_picks', 'face_off_ratings'])
      expect((await app.send(`/rest/v1/${table}?select=*`, { headers: publicKey() })).status).toBeGreaterThanOrEqual(
        400,
      )
    const seen = await (await (await person()).send('/api/face-off')).json<FaceOff>()
    expect(Object.keys(seen).toSorted()).toEqual(['left', 'pair', 'resetsAt'])
  },
} satisfies Readonly<Record<string, Proof>>
