/** Suggested awards. A commissioner may also write their own. */
export const USUAL_AWARDS = ['Champion', 'Last Place', 'Best Trade', 'Most Points Against'] as const

export const AWARD_TONES = ['gold', 'rust', 'green', 'steel', 'plain'] as const
export type AwardTone = (typeof AWARD_TONES)[number]

/**
 * Returns the color family of an award's ribbon.
 *
 * @example getAwardTone('champion') // 'gold'
 */
export function getAwardTone(title: string): AwardTone {
  const at = USUAL_AWARDS.findIndex((usual) => usual.toLowerCase() === title.toLowerCase())
  return AWARD_TONES[at] ?? 'plain'
}
