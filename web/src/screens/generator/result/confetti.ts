import type { Tier } from '#shared/domain/rarity.ts'
import { toPalette } from '#shared/design/palette.ts'
import { getTeam } from '#shared/domain/team.ts'
import { wantsStillness } from '#web/hooks/motion.ts'

const RARE: ReadonlySet<Tier> = new Set(['Star', 'Legend'])

/** Bursts confetti in team colors from the top edge of a rare card. Never with reduced motion. */
export async function celebrate(
  { tier, teamColors }: { tier: Tier; teamColors: string },
  card: Element,
): Promise<void> {
  if (!RARE.has(tier) || wantsStillness()) return
  const { default: confetti } = await import('canvas-confetti')
  const team = getTeam(teamColors)
  const colors = ['#ffd02e', '#f4f6f1', ...(team ? [toPalette(team).c1, toPalette(team).c2] : [])]
  const { left, top, width } = card.getBoundingClientRect()
  const origin = { x: (left + width / 2) / innerWidth, y: Math.max(0, top) / innerHeight }
  // The library's worker comes from a blob, which the page's CSP blocks; nothing would show and its canvas would stay.
  const burst = confetti.create(undefined, { resize: true, useWorker: false })
  await burst({ particleCount: 140, spread: 84, startVelocity: 42, ticks: 110, origin, colors })
}
