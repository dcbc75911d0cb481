import type { LeagueDuel } from '#shared/contracts/league-duels.ts'
import { DUEL_DIE, type Duelists, getScore, getWinner } from '#shared/domain/league-duel.ts'

/** The rules of a duel. */
export const RULES = `Best of five. Each round draws one stat, none twice, and both cards add a roll of a ${DUEL_DIE}-sided die. The higher sum wins; on a tie, the higher die.`

/** Returns the stats of both cards of a duel. */
export const toStats = ({ challenger, opponent }: LeagueDuel): Duelists => ({
  challenger: challenger.stats,
  opponent: opponent.stats,
})

/** Describes the revealed part of a duel in one line. */
export function describeDuel(duel: LeagueDuel): string {
  const score = getScore(duel.rounds, toStats(duel))
  return `${duel.challenger.teamName} ${score.challenger}–${score.opponent} ${duel.opponent.teamName}`
}

/** Describes the result of a duel in a sentence. Returns null while the duel runs. */
export function describeResult(duel: LeagueDuel): string | null {
  const stats = toStats(duel)
  const winner = getWinner(duel.rounds, stats)
  if (winner === null) return null
  const { challenger, opponent } = getScore(duel.rounds, stats)
  const loser = winner === 'challenger' ? duel.opponent : duel.challenger
  const [most, least] = [Math.max(challenger, opponent), Math.min(challenger, opponent)]
  return `${duel[winner].teamName} beats ${loser.teamName} ${most}–${least}`
}
