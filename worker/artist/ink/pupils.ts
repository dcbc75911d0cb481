import { boxBlur } from './blur.ts'
import { cropHead } from './crop.ts'
import { type Field, type Grid, indexAt } from './grid.ts'
import type { Gains } from './light.ts'
import { clamp } from './numbers.ts'
import type { Picture, Pose } from './picture.ts'

/** Where the pupils of a head sit in head space. */
const PUPIL_DISTANCE = 41
const PUPIL_Y = -6
const CANDIDATES = 8
const DARKER_MIN = 0.01
const SCORE_MIN = 0.02
const ROLL_MAX = 0.15

/** A spot darker than its surroundings, in head space. */
type Spot = { x: number; y: number; darker: number }
type Pair = { left: Spot; right: Spot; score: number }

/**
 * Corrects what a detector says about a head by its two pupils: roll, centre and half of the error in size. A pose
 * whose pupils cannot be told is returned as it is.
 */
export function refineByPupils(picture: Picture, pose: Pose, gains: Gains): Pose {
  const { lightness, grid } = cropHead(picture, pose, 1, gains)
  const fine = boxBlur(lightness, grid, 2)
  const wide = boxBlur(lightness, grid, 8)
  const darker = wide.map((value, i) => value - fine[i]!)
  const pair = bestPair(spotsOn(-1, darker, grid), spotsOn(1, darker, grid))
  return pair ? poseBy(pair, pose) : pose
}

function spotsOn(side: -1 | 1, darker: Field, grid: Grid): Spot[] {
  const spots: Spot[] = []
  for (let y = -24; y < 13; y++) {
    for (let x = 9; x < 35; x++) {
      const i = indexAt(grid, side * x, y)
      const value = darker[i]!
      const isPeak = [i - 1, i + 1, i - grid.w, i + grid.w].every((near) => value >= darker[near]!)
      if (value > DARKER_MIN && isPeak) spots.push({ x: side * x, y, darker: value })
    }
  }
  return spots.sort((one, other) => other.darker - one.darker).slice(0, CANDIDATES)
}

function bestPair(lefts: Spot[], rights: Spot[]): Pair | null {
  let best: Pair | null = null
  for (const left of lefts) {
    for (const right of rights) {
      const score = scoreOf(left, right)
      if (score > (best?.score ?? SCORE_MIN)) best = { left, right, score }
    }
  }
  return best
}

/** Dark, level, far enough apart and where eyes are. Brows are above eyes, so the lower of two equals wins. */
function scoreOf(left: Spot, right: Spot): number {
  const below = (left.y + right.y) / 2 - PUPIL_Y
  const misfit = ((right.x - left.x - PUPIL_DISTANCE) / 9) ** 2 + ((right.y - left.y) / 6) ** 2 + (below / 12) ** 2
  return left.darker + right.darker + 0.004 * below - 0.06 * misfit
}

function poseBy({ left, right }: Pair, pose: Pose): Pose {
  const dx = right.x - left.x
  const dy = right.y - left.y
  const roll = pose.roll + clamp(Math.atan2(dy, dx), -ROLL_MAX, ROLL_MAX)
  const unitPx = pose.unitPx * (0.5 + 0.5 * clamp(Math.hypot(dx, dy) / PUPIL_DISTANCE, 0.86, 1.16))
  const x = (left.x + right.x) / 2 + 0.5
  const y = (left.y + right.y) / 2 + 0.5
  const eyesX = pose.x + pose.unitPx * (x * Math.cos(pose.roll) - y * Math.sin(pose.roll))
  const eyesY = pose.y + pose.unitPx * (x * Math.sin(pose.roll) + y * Math.cos(pose.roll))
  return {
    x: eyesX + unitPx * PUPIL_Y * Math.sin(roll),
    y: eyesY - unitPx * PUPIL_Y * Math.cos(roll),
    unitPx,
    roll,
  }
}
