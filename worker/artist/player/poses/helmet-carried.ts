import { armParts } from '../arm.ts'
import { createMirror } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { carriedHelmet } from '../props.ts'
import { drawJersey } from '../jersey.ts'

/** Media day: the helmet under one arm, the other hand on the hip. */
export const helmetCarried: Pose = {
  id: 'helmet-carried',
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
        elbow: [-388, 236],
        wrist: [-330, 352],
        handTurn: 128,
        hand: 'over',
        thumb: 'left',
      }),
      number,
    )
    const right = armParts(
      kit,
      mirror.arm({
        shoulder: [236, 56],
        elbow: [388, 268],
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
        right.fore +
        drawJersey(scene, [left, right], { y: 120, scale: 0.94 }) +
        right.hand +
        carriedHelmet(kit.pair, mirror.spot([-228, 292]), mirror.turn(-14), 1.56) +
        left.fore +
        left.hand,
    }
  },
}
