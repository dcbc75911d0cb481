import { armParts } from '../arm.ts'
import { createMirror } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { drawJersey } from '../jersey.ts'

/** Both arms bent, flexing their muscles. */
export const flex: Pose = {
  id: 'flex',
  mirrors: true,
  top: 240,
  chest: ({ turn }) => ({ turn: turn * 0.6 }),
  draw: (scene) => {
    const { kit, number, side } = scene
    const mirror = createMirror(side)
    const left = armParts(
      kit,
      mirror.arm({
        shoulder: [-222, 50],
        elbow: [-380, 116],
        wrist: [-360, -78],
        handTurn: 10,
        hand: 'fist',
        thumb: 'right',
        girth: 1.04,
        isFlexed: true,
      }),
      number,
    )
    const right = armParts(
      kit,
      mirror.arm({
        shoulder: [222, 50],
        elbow: [380, 116],
        wrist: [360, -78],
        handTurn: -10,
        hand: 'fist',
        thumb: 'left',
        girth: 1.04,
        isFlexed: true,
      }),
      number,
    )
    return {
      body:
        left.fore +
        left.hand +
        right.fore +
        right.hand +
        left.upper +
        right.upper +
        drawJersey(scene, [left, right], { y: 140 }),
    }
  },
}
