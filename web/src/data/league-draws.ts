import * as z from 'zod/mini'
import { DrawNow, type LeagueDraw } from '#shared/contracts/league-draws.ts'
import { useOpening } from './opening.ts'

const output = z.pipe(
  DrawNow,
  z.transform(({ now, draw }) => ({ now, part: draw })),
)
const countOpen = ({ picks }: LeagueDraw): number => picks.length

/** Returns the revealed part of a draw and follows it to its end. @param known the draw in the league's response */
export function useDraw(code: string, known: LeagueDraw): { draw: LeagueDraw; nextAt: number | null } {
  const { part: draw, nextAt } = useOpening(code, known, { path: `/draws/${known.number}`, output, countOpen })
  return { draw, nextAt }
}
