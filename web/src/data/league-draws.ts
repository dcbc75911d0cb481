import * as z from 'zod/mini'
import { DrawNow, type LeagueDraw } from '#shared/contracts/league-draws.ts'
import { useOpening } from './opening.ts'

const output = z.pipe(
  DrawNow,
  z.transform(({ now, draw }) => ({ now, part: draw })),
)
const countOpen = ({ picks }: LeagueDraw): number => picks.length

/** Returns a draw as far as it is open, and follows it to its end. @param known the draw as the league's answer has it */
export function useDraw(code: string, known: LeagueDraw): { draw: LeagueDraw; nextAt: number | null } {
  const { part: draw, nextAt } = useOpening(code, known, { path: `/draws/${known.number}`, output, countOpen })
  return { draw, nextAt }
}
