import { armParts } from '../arm.ts'
import type { Pose } from '../pose.ts'
import { ball } from '../props.ts'
import { drawJersey } from '../jersey.ts'
import { createChestTransform } from '../torso.ts'

/** One finger to the sky, the ball under the other arm. */
export const pointUp: Pose = {
  id: 'point-up',
  mirrors: false,
  top: 460,
  chest: ({ turn }) => ({ turn: turn * 0.6, tilt: -5 }),
  draw: (scene) => {
    const { kit, number, chest, raise } = scene
    const at = createChestTransform(chest)
    const left = armParts(
      kit,
      {
        shoulder: at(-236, 58),
        elbow: [-330, 330 - raise],
        wrist: [-182 - 0.35 * raise, 236 - raise],
        handTurn: 62,
        hand: 'over',
        thumb: 'left',
      },
      number,
    )
    const right = armParts(
      kit,
      {
        shoulder: at(232, 52),
        elbow: [368, -58],
        wrist: [352, -230],
        handTurn: 4,
        hand: 'point',
        thumb: 'left',
        wears: 'sleeve',
      },
      number,
    )
    return {
      raised: right.fore + right.hand,
      body:
        left.upper +
        right.upper +
        drawJersey(scene, [left, right], { y: 112, scale: 0.92 }) +
        ball([-206 - 0.2 * raise, 300 - raise], 60, 1.06) +
        left.fore +
        left.hand,
    }
  },
}
