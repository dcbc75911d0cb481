import type { Rgb } from '../color/oklab.ts'

/** The color of every outline. */
export const INK: Rgb = [11, 13, 12]
