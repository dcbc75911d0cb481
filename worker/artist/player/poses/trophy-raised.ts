import { armParts } from '../arm.ts'
import type { Pose } from '../pose.ts'
import { trophy } from '../props.ts'
import { drawJersey } from '../jersey.ts'
import { createChestTransform } from '../torso.ts'

/** A trophy held up beside the head. */
export const trophyRaised: Pose = {
  id: 'trophy-raised',
  mirrors: false,
  top: 540,
  chest: ({ turn }) => ({ turn: turn * 0.6, tilt: -5 }),
  draw: (scene) => {
    const { kit, number, chest, raise } = scene
    const at = createChestTransform(chest)
    const left = armParts(
      kit,
      {
        shoulder: at(-236, 58),
        elbow: [-352, 296 - 0.8 * raise],
        wrist: [-300 - 0.25 * raise, 170 - raise],
        handTurn: 14,
        hand: 'fist',
        thumb: 'right',
        wears: 'sleeve',
        girth: 1.06,
      },
      number,
    )
    const right = armParts(
      kit,
      {
        shoulder: at(232, 52),
        elbow: [358, -62],
        wrist: [340, -226],
        handTurn: -4,
        hand: 'over',
        thumb: 'left',
      },
      number,
    )
    return {
      raised: trophy([342, -380], 6, 0.86) + right.fore + right.hand,
      body: left.upper + right.upper + drawJersey(scene, [left, right], { y: 132 }) + left.fore + left.hand,
    }
  },
}
