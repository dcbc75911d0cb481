import { armParts } from '../arm.ts'
import { createMirror } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { drawJersey } from '../jersey.ts'

/** Fists pumped at the sides of the chest. */
export const roar: Pose = {
  id: 'roar',
  mirrors: true,
  top: 80,
  chest: ({ turn }) => ({ turn: turn * 0.7, lean: turn * 0.05 }),
  draw: (scene) => {
    const { kit, number, side, raise } = scene
    const mirror = createMirror(side)
    const left = armParts(
      kit,
      mirror.arm({
        shoulder: [-238, 56],
        elbow: [-356, 320 - 0.9 * raise],
        wrist: [-330 - 0.2 * raise, 160 - raise],
        handTurn: 8,
        hand: 'fist',
        thumb: 'right',
        wears: 'sleeve',
        girth: 1.08,
      }),
      number,
    )
    const right = armParts(
      kit,
      mirror.arm({
        shoulder: [238, 56],
        elbow: [346, 330 - raise],
        wrist: [262 + 0.3 * raise, 208 - raise],
        handTurn: -20,
        hand: 'fist',
        thumb: 'left',
        girth: 1.12,
      }),
      number,
    )
    return {
      body:
        left.upper +
        right.upper +
        drawJersey(scene, [left, right], { y: 128 }) +
        left.fore +
        left.hand +
        right.fore +
        right.hand,
    }
  },
}
