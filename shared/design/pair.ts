import type { Hex } from './color.ts'

/** Two colors as a team wears them. */
export type Pair = { readonly primary: Hex; readonly secondary: Hex }

/**
 * The colors of a card before a team is chosen: as in `web/src/styles/tokens.css`. `id` stands in addresses in place of
 * a team's.
 */
export const NEUTRAL = { id: 'none', primary: '#39433f', secondary: '#e9ede8' } as const satisfies Pair & { id: string }
