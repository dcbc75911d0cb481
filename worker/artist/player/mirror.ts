import type { Arm, Spot } from './pose.ts'

/** Mirrors the joints of a pose for a player who faces the other way. */
export type Mirror = {
  readonly side: 1 | -1
  arm(arm: Arm): Arm
  spot(spot: Spot): Spot
  /** Degrees. */
  turn(degrees: number): number
}

export function createMirror(side: 1 | -1): Mirror {
  const spot = ([x, y]: Spot): Spot => [x * side, y]
  return {
    side,
    spot,
    turn: (degrees) => degrees * side,
    arm(arm) {
      if (side === 1) return arm
      const { shoulder, elbow, wrist, thumb = 'left', handTurn } = arm
      return {
        ...arm,
        shoulder: spot(shoulder),
        elbow: spot(elbow),
        wrist: spot(wrist),
        thumb: thumb === 'left' ? 'right' : 'left',
        ...(handTurn !== undefined && { handTurn: -handTurn }),
      }
    },
  }
}
