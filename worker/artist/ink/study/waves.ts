/** A wave of an outline: its height and length, in units. */
export type Wave = { readonly height: number; readonly length: number }

/** Returns the sum of several waves at a place, in units. */
export const addWaves = (waves: readonly Wave[], at: number): number =>
  waves.reduce((sum, { height, length }) => sum + height * Math.sin((2 * Math.PI * at) / length), 0)
