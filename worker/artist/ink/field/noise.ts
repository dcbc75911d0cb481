import type { Field } from './grid.ts'

/** Fills a field with noise from -0.5 to 0.5. @param seed the same seed gives the same noise, so that a drawing repeats */
export function fillWithNoise(field: Field, seed: number): void {
  let state = seed
  for (let i = 0; i < field.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    field[i] = (state >>> 8) / 16777216 - 0.5
  }
}
