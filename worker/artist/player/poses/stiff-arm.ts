import { armParts } from '../arm.ts'
import { createMirror } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { ball } from '../props.ts'
import { drawJersey } from '../jersey.ts'
import { createChestTransform } from '../torso.ts'

/** The chest leans forward, with one shoulder behind the ball. */
const RUNNING = { turn: 0.5, lean: -0.12, tilt: -4 } as const

/** Running with the ball held high and tight, the other hand fending off tacklers. */
export const stiffArm: Pose = {
  id: 'stiff-arm',
  mirrors: true,
  top: 150,
  chest: ({ side }) => ({ turn: RUNNING.turn * side, lean: RUNNING.lean * side, tilt: RUNNING.tilt * side }),
  draw: (scene) => {
    const { kit, number, side, raise } = scene
    const mirror = createMirror(side)
    const at = createChestTransform(RUNNING)
    const left = armParts(
      kit,
      mirror.arm({
        shoulder: at(-240, 62),
        elbow: [-334, 322 - 0.6 * raise],
        wrist: [-204, 190 - 0.6 * raise],
        handTurn: 40,
        hand: 'over',
        thumb: 'left',
        girth: 1.06,
      }),
      number,
    )
    const right = armParts(
      kit,
      mirror.arm({
        shoulder: at(230, 52),
        elbow: [356, 196],
        wrist: [350, 40],
        handTurn: 6,
        hand: 'palm',
        thumb: 'left',
        wears: 'sleeve',
        girth: 1.06,
      }),
      number,
    )
    return {
      body:
        left.upper +
        right.upper +
        drawJersey(scene, [right, left], { y: 124, scale: 0.94 }) +
        right.fore +
        right.hand +
        ball(mirror.spot([-192, 262 - 0.6 * raise]), mirror.turn(-62), 1.26) +
        left.fore +
        left.hand,
    }
  },
}
