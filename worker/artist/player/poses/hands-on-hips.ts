import { armParts } from '../arm.ts'
import { createMirror } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { drawJersey } from '../jersey.ts'

/** Hands on the hips, at the sideline. */
export const handsOnHips: Pose = {
  id: 'hands-on-hips',
  mirrors: true,
  top: 60,
  chest: ({ turn }) => ({ turn: turn * 0.7 }),
  draw: (scene) => {
    const { kit, number, side } = scene
    const mirror = createMirror(side)
    const left = armParts(
      kit,
      mirror.arm({
        shoulder: [-236, 56],
        elbow: [-392, 268],
        wrist: [-232, 396],
        handTurn: 120,
        hand: 'over',
        thumb: 'left',
        wears: 'sleeve',
      }),
      number,
    )
    const right = armParts(
      kit,
      mirror.arm({
        shoulder: [236, 56],
        elbow: [392, 268],
        wrist: [232, 396],
        handTurn: -120,
        hand: 'over',
        thumb: 'right',
      }),
      number,
    )
    return {
      body:
        left.upper +
        right.upper +
        left.fore +
        right.fore +
        drawJersey(scene, [left, right], { y: 132 }) +
        left.hand +
        right.hand,
    }
  },
}
