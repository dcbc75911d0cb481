import type { Hex } from './color.ts'

/** A team's two colors. */
export type Pair = { readonly primary: Hex; readonly secondary: Hex }

/**
 * The colors of a card before a team is chosen, as in `web/src/styles/tokens.css`. `id` replaces a team's id in URLs.
 */
export const NEUTRAL = { id: 'none', primary: '#39433f', secondary: '#e9ede8' } as const satisfies Pair & { id: string }
