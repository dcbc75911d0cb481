import { armParts } from '../arm.ts'
import type { Pose } from '../pose.ts'
import { drawJersey } from '../jersey.ts'
import { createChestTransform } from '../torso.ts'

/** One fist raised beside the head, for the hand in the foam finger. The other fist is pumped. */
export const cheering: Pose = {
  id: 'cheering',
  mirrors: false,
  top: 80,
  chest: ({ turn }) => ({ turn: turn * 0.6, tilt: -3 }),
  draw: (scene) => {
    const { kit, number, chest } = scene
    const at = createChestTransform(chest)
    const left = armParts(
      kit,
      {
        shoulder: at(-236, 58),
        elbow: [-352, 296],
        wrist: [-300, 150],
        handTurn: 10,
        hand: 'fist',
        thumb: 'right',
        girth: 1.06,
      },
      number,
    )
    const right = armParts(
      kit,
      {
        shoulder: at(236, 52),
        elbow: [368, 214],
        wrist: [290, -10],
        hand: 'fist',
        handTurn: -12,
        girth: 1.04,
        wears: 'sleeve',
      },
      number,
    )
    return {
      body:
        left.upper + right.upper + drawJersey(scene, [left, right], { y: 132 }) + right.fore + left.fore + left.hand,
    }
  },
}
