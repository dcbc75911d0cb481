import type { Rgb } from '../color/oklab.ts'

/** What everything is outlined in. */
export const INK: Rgb = [11, 13, 12]
