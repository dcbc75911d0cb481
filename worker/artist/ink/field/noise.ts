import type { Field } from './grid.ts'

/**
 * Creates a random number generator, 0 to 1. The same seed gives the same numbers, so that a drawing repeats.
 *
 * @example const random = createRandom(1); random() // 0.236…
 */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 8) / 16777216
  }
}

/** Fills a field with noise from -0.5 to 0.5. @param seed see `createRandom` */
export function fillWithNoise(field: Field, seed: number): void {
  const random = createRandom(seed)
  for (let i = 0; i < field.length; i++) field[i] = random() - 0.5
}
