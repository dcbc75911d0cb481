import type { Tier } from '#shared/domain/rarity.ts'
import { paletteOf } from '#shared/design/palette.ts'
import { getTeam } from '#shared/domain/team.ts'
import { wantsStillness } from '#web/hooks/motion.ts'

const WORTH_IT: ReadonlySet<Tier> = new Set(['Star', 'Legend'])

/** Bursts confetti in team colors from the top edge of a rare card. Never where stillness is wanted. */
export async function celebrate(
  { tier, teamColors }: { tier: Tier; teamColors: string },
  card: Element,
): Promise<void> {
  if (!WORTH_IT.has(tier) || wantsStillness()) return
  const { default: confetti } = await import('canvas-confetti')
  const team = getTeam(teamColors)
  const colors = ['#ffd02e', '#f4f6f1', ...(team ? [paletteOf(team).c1, paletteOf(team).c2] : [])]
  const { left, top, width } = card.getBoundingClientRect()
  const origin = { x: (left + width / 2) / innerWidth, y: Math.max(0, top) / innerHeight }
  // In a worker it would be made of text, which the page forbids: nothing would be seen, and its canvas would stay.
  const burst = confetti.create(undefined, { resize: true, useWorker: false })
  await burst({ particleCount: 140, spread: 84, startVelocity: 42, ticks: 110, origin, colors })
}
