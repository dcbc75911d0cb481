import { describe, expect, test } from 'vitest'
import { getIdleShift, OVERLAP_PX } from '#web/share/moving/paint-idle.ts'
import { FRAME_TIMES, momentAt } from '#web/share/moving/timeline.ts'

describe('the loop of a moving card', () => {
  test('loops for three seconds of thirty frames each', () => {
    expect(FRAME_TIMES).toHaveLength(90)
    expect(FRAME_TIMES.at(-1)).toBeCloseTo(3 - 1 / 30)
  })

  test('starts and ends the loop with the same sealed pack in front of an upright card', () => {
    const [first, last] = [momentAt(0), momentAt(FRAME_TIMES.at(-1)!)]
    for (const { pack, card } of [first, last]) {
      expect(pack).toEqual({ dropped: 0, torn: 0, opacity: 1 })
      expect(card.turn).toBeCloseTo(0)
    }
  })

  test('shows only the card, turned to both sides, in between', () => {
    const alone = FRAME_TIMES.map(momentAt).filter(({ pack }) => pack === null)
    expect(alone.length).toBeGreaterThan(30)
    const turns = alone.map(({ card }) => card.turn)
    expect(Math.max(...turns)).toBeGreaterThan(0.2)
    expect(Math.min(...turns)).toBeLessThan(-0.2)
  })

  test('moves nothing far between two frames', () => {
    const moments = FRAME_TIMES.map(momentAt)
    for (const [i, moment] of moments.entries()) {
      const before = moments[i - 1] ?? moments.at(-1)!
      expect(Math.abs(moment.card.turn - before.card.turn)).toBeLessThan(0.06)
      expect(Math.abs(moment.card.scale - before.card.scale)).toBeLessThan(i === 0 ? 0.07 : 0.02)
      for (const [x, y] of [
        [0.5, 0.3],
        [0.84, 0.3],
      ] as const) {
        const [at, earlier] = [getIdleShift(x, y, moment.idle), getIdleShift(x, y, before.idle)]
        expect(Math.hypot(at.x - earlier.x, at.y - earlier.y)).toBeLessThan(3)
      }
    }
  })
})

describe('idle motion of the player', () => {
  const FULL = { breath: 1, wave: 1 }
  const PLACES = Array.from({ length: 50 * 70 }, (_, i) => ({ x: (i % 50) / 50, y: Math.floor(i / 50) / 70 }))

  test('raises the head when breathing, and moves a raised arm farther than the body', () => {
    expect(getIdleShift(0.5, 0.3, FULL).y).toBeLessThan(-5)
    expect(getIdleShift(0.84, 0.3, FULL).x).toBeGreaterThan(2 * getIdleShift(0.5, 0.3, FULL).x)
    expect(getIdleShift(0.5, 0.3, { breath: 0, wave: 0 })).toEqual({ x: 0, y: -0 })
  })

  test('keeps frame, badge, plate and numbers still', () => {
    const still = PLACES.filter(({ x, y }) => x < 0.04 || x > 0.96 || y < 0.03 || y > 0.66 || (x < 0.28 && y < 0.26))
    expect(still.length).toBeGreaterThan(1000)
    for (const { x, y } of still) {
      const shift = getIdleShift(x, y, FULL)
      expect(Math.abs(shift.x) + Math.abs(shift.y)).toBe(0)
    }
  })

  test('moves neighboring cells apart by less than their overlap', () => {
    const step = 10 / 800
    for (const { x, y } of PLACES) {
      const here = getIdleShift(x, y, FULL)
      for (const there of [getIdleShift(x + step, y, FULL), getIdleShift(x, y + step, FULL)])
        expect(Math.hypot(here.x - there.x, here.y - there.y)).toBeLessThan(2 * OVERLAP_PX)
    }
  })
})
