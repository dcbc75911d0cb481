import { describe, expect, it } from 'vitest'
import { ARMOR } from '#shared/domain/armor.ts'
import { nextPose, poseFor, POSES, posesFor } from '#shared/domain/pose.ts'
import { getPosition } from '#shared/domain/position.ts'
import { TIERS } from '#shared/domain/rarity.ts'

const SEEDS = Array.from({ length: 200 }, (_, i) => `generation-${i}`)
const bare = { armorId: 'none', jerseyNumber: '', tier: null } as const

describe('the pose of a player', () => {
  it('is the same whenever it is asked for', () => {
    for (const seed of SEEDS.slice(0, 20)) expect(poseFor(seed, bare)).toBe(poseFor(seed, bare))
  })

  it('is each of those that are rolled, about as often as the others', () => {
    const counts = new Map<string, number>()
    for (const seed of SEEDS) counts.set(poseFor(seed, bare), (counts.get(poseFor(seed, bare)) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual(
      POSES.map(({ id }) => id as string)
        .filter((id) => id !== 'cheering')
        .sort(),
    )
    for (const count of counts.values()) expect(count).toBeGreaterThan(SEEDS.length / POSES.length / 3)
  })

  it('is there for every piece, tier and number', () => {
    for (const { id: armorId } of ARMOR)
      for (const tier of [null, ...TIERS])
        for (const jerseyNumber of ['', '3', '12', '22', '54', '77', '88', '99', '1234'])
          for (const seed of SEEDS.slice(0, 9))
            expect(POSES.map(({ id }) => id)).toContain(poseFor(seed, { armorId, jerseyNumber, tier }))
  })

  it('carries no helmet where one is worn, gives the cup to champions and the ball to those who play it', () => {
    for (const seed of SEEDS) {
      expect(poseFor(seed, { ...bare, armorId: 'helmet' })).not.toBe('helmet-carried')
      expect(poseFor(seed, { ...bare, tier: 'Rookie' })).not.toBe('trophy-raised')
      expect(['throwing', 'stiff-arm']).not.toContain(poseFor(seed, { ...bare, jerseyNumber: '77' }))
      expect(poseFor(seed, { ...bare, armorId: 'foam' })).toBe('cheering')
    }
  })
})

describe('the next pose of a player', () => {
  const everybody = ARMOR.flatMap(({ id: armorId }) =>
    ['', '12', '77', '99'].flatMap((jerseyNumber) =>
      [null, ...TIERS].map((tier) => ({ armorId, jerseyNumber, tier }) as const),
    ),
  )

  it('goes through all poses of the gear, number and tier before one repeats', () => {
    for (const player of everybody) {
      const free = posesFor(player)
      const shown = [poseFor('some-generation', player)]
      while (shown.length < free.length) shown.push(nextPose(shown.at(-1)!, player))
      expect(shown.toSorted()).toEqual(free.toSorted())
      expect(nextPose(shown.at(-1)!, player)).toBe(shown[0])
    }
  })

  it('always differs, unless the gear has only one', () => {
    for (const player of everybody) {
      const [shown] = posesFor(player)
      expect(nextPose(shown!, player) === shown).toBe(player.armorId === 'foam')
    }
  })

  it('is an allowed one after a pose that is allowed no more', () => {
    expect(posesFor({ ...bare, armorId: 'helmet' })).toContain(
      nextPose('helmet-carried', { ...bare, armorId: 'helmet' }),
    )
  })
})

describe('the position of a number', () => {
  it.each([
    ['12', 'QB'],
    ['22', 'RB'],
    ['54', 'LB'],
    ['77', 'OL'],
    ['87', 'TE'],
    ['88', 'WR'],
    ['99', 'DE'],
  ])('%s is %s', (number, position) => expect(getPosition(number)).toBe(position))

  it.each(['', '100', '∞', '1a', '-1'])('%j has none', (number) => expect(getPosition(number)).toBeNull())

  it('is there for every number of one or two figures', () => {
    for (let number = 0; number < 100; number++) expect(getPosition(String(number))).toMatch(/^[A-Z]{1,2}$/u)
  })
})
