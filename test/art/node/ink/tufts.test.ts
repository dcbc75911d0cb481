import { describe, expect, it } from 'vitest'
import { createTufts } from '#worker/artist/ink/study/tufts.ts'

/** Heights of the edge along an arch over the head, in units. */
const heightsOf = (curls: number): number[] => {
  const tuftAt = createTufts(curls)
  return Array.from({ length: 141 }, (_, x) => tuftAt(x - 70, -90))
}

describe('the edge of a reconstructed crown', () => {
  it('is slightly uneven for straight hair and spiky for textured hair', () => {
    const [straight, textured] = [Math.max(...heightsOf(0)), Math.max(...heightsOf(0.4))]
    expect(straight).toBeGreaterThan(0.2)
    expect(straight).toBeLessThan(2)
    expect(textured).toBeGreaterThan(straight)
    expect(textured).toBeLessThan(4.5)
  })

  it('leaves curls to their bumps', () => {
    expect(Math.max(...heightsOf(1))).toBe(0)
  })

  it('is the same for the same photo', () => {
    expect(heightsOf(0.3)).toEqual(heightsOf(0.3))
  })
})
