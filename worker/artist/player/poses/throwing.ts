import { armParts } from '../arm.ts'
import type { Pose } from '../pose.ts'
import { ball } from '../props.ts'
import { drawJersey } from '../jersey.ts'
import { createChestTransform } from '../torso.ts'

/** About to throw: the ball beside the ear, the other hand pointing at the target. */
export const throwing: Pose = {
  id: 'throwing',
  mirrors: false,
  top: 380,
  // The chest faces the target on the left, but turns less when the head looks right, toward the ball.
  chest: ({ turn }) => ({ turn: turn > 0 ? 0.35 * turn - 0.2 : -0.5 + 0.2 * turn, lean: -0.06, tilt: -4 }),
  draw: (scene) => {
    const { kit, number, chest, raise } = scene
    const at = createChestTransform(chest)
    const left = armParts(
      kit,
      {
        shoulder: at(-244, 58),
        elbow: [-338, 262 - 0.4 * raise],
        wrist: [-352, 96 - 0.4 * raise],
        handTurn: -26,
        hand: 'point',
        thumb: 'right',
        girth: 1.06,
      },
      number,
    )
    const right = armParts(
      kit,
      {
        shoulder: at(230, 52),
        elbow: [388, 38],
        wrist: [358, -136],
        handTurn: -10,
        hand: 'over',
        thumb: 'left',
        wears: 'sleeve',
      },
      number,
    )
    return {
      raised: ball([338, -262], -34, 1.02) + right.fore + right.hand,
      body: left.upper + right.upper + drawJersey(scene, [right, left], { y: 132 }) + left.fore + left.hand,
    }
  },
}
