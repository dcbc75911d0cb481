import { armParts } from '../arm.ts'
import { createMirror } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { drawJersey } from '../jersey.ts'

/** Arms crossed: confident. */
export const armsCrossed: Pose = {
  id: 'arms-crossed',
  mirrors: true,
  top: 60,
  chest: ({ turn }) => ({ turn: turn * 0.6 }),
  draw: (scene) => {
    const { kit, number, side } = scene
    const mirror = createMirror(side)
    const left = armParts(
      kit,
      mirror.arm({
        shoulder: [-232, 52],
        elbow: [-270, 306],
        wrist: [118, 250],
        handTurn: 66,
        hand: 'over',
        thumb: 'left',
      }),
      number,
    )
    const right = armParts(
      kit,
      mirror.arm({ shoulder: [232, 52], elbow: [270, 306], wrist: [-84, 262], hand: 'none' }),
      number,
    )
    return {
      body:
        right.upper +
        left.upper +
        drawJersey(scene, [left, right], { y: 106, scale: 0.84 }) +
        right.fore +
        left.fore +
        left.hand,
    }
  },
}
