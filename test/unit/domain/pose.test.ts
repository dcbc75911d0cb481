import { describe, expect, it } from 'vitest'
import { ARMOR } from '#shared/domain/armor.ts'
import { nextPose, poseFor, POSES, posesFor } from '#shared/domain/pose.ts'
import { getPosition } from '#shared/domain/position.ts'
import { TIERS } from '#shared/domain/rarity.ts'

const SEEDS = Array.from({ length: 200 }, (_, i) => `generation-${i}`)
const bare = { armorId: 'none', jerseyNumber: '', tier: null } as const

describe('the pose of a player', () => {
  it('returns the same pose for the same seed', () => {
    for (const seed of SEEDS.slice(0, 20)) expect(poseFor(seed, bare)).toBe(poseFor(seed, bare))
  })

  it('rolls every pose about equally often', () => {
    const counts = new Map<string, number>()
    for (const seed of SEEDS) counts.set(poseFor(seed, bare), (counts.get(poseFor(seed, bare)) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual(
      POSES.map(({ id }) => id as string)
        .filter((id) => id !== 'cheering')
        .sort(),
    )
    for (const count of counts.values()) expect(count).toBeGreaterThan(SEEDS.length / POSES.length / 3)
  })

  it('has a pose for every gear, tier and number', () => {
    for (const { id: armorId } of ARMOR)
      for (const tier of [null, ...TIERS])
        for (const jerseyNumber of ['', '3', '12', '22', '54', '77', '88', '99', '1234'])
          for (const seed of SEEDS.slice(0, 9))
            expect(POSES.map(({ id }) => id)).toContain(poseFor(seed, { armorId, jerseyNumber, tier }))
  })

  it('carries no helmet while wearing one, and reserves the trophy and the ball for matching players', () => {
    for (const seed of SEEDS) {
      expect(poseFor(seed, { ...bare, armorId: 'helmet' })).not.toBe('helmet-carried')
      expect(poseFor(seed, { ...bare, tier: 'Rookie' })).not.toBe('trophy-raised')
      expect(['throwing', 'stiff-arm']).not.toContain(poseFor(seed, { ...bare, jerseyNumber: '77' }))
      expect(poseFor(seed, { ...bare, armorId: 'foam' })).toBe('cheering')
    }
  })
})

describe('the pose of a serious face', () => {
  it('avoids joyful poses for a serious face where the gear allows another one', () => {
    const joyful = new Set<string>(['trophy-raised', 'flex', 'roar', 'cheering'])
    const poses = new Set(SEEDS.map((seed) => poseFor(seed, { ...bare, tier: 'Legend' }, false)))
    expect([...poses].filter((id) => joyful.has(id))).toEqual([])
    expect(poses.size).toBeGreaterThan(3)
    expect(poseFor('some-generation', { ...bare, armorId: 'foam' }, false)).toBe('cheering')
  })
})

describe('the next pose of a player', () => {
  const everybody = ARMOR.flatMap(({ id: armorId }) =>
    ['', '12', '77', '99'].flatMap((jerseyNumber) =>
      [null, ...TIERS].map((tier) => ({ armorId, jerseyNumber, tier }) as const),
    ),
  )

  it('uses every pose of the gear, number and tier before repeating one', () => {
    for (const player of everybody) {
      const free = posesFor(player)
      const poses = [poseFor('some-generation', player)]
      while (poses.length < free.length) poses.push(nextPose(poses.at(-1)!, player))
      expect(poses.toSorted()).toEqual(free.toSorted())
      expect(nextPose(poses.at(-1)!, player)).toBe(poses[0])
    }
  })

  it('changes the pose unless the gear has only one', () => {
    for (const player of everybody) {
      const [poses] = posesFor(player)
      expect(nextPose(poses!, player) === poses).toBe(player.armorId === 'foam')
    }
  })

  it('replaces a pose that is no longer allowed', () => {
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
  ])('maps the number %s to the position %s', (number, position) => expect(getPosition(number)).toBe(position))

  it.each(['', '100', '∞', '1a', '-1'])('maps %j to no position', (number) => expect(getPosition(number)).toBeNull())

  it('has a position for every one- or two-digit number', () => {
    for (let number = 0; number < 100; number++) expect(getPosition(String(number))).toMatch(/^[A-Z]{1,2}$/u)
  })
})
