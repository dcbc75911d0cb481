import { armParts } from '../arm.ts'
import { joined } from '../draw.ts'
import { mirrorOf } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { ball } from '../props.ts'
import { chestMass, chestNumber, collar, held } from '../torso.ts'

/** The chest is thrown forward, one shoulder after the ball. */
const RUNNING = { turn: 0.5, lean: -0.12, tilt: -4 } as const

/** Running, the ball held high and tight, the other hand keeping everybody off. */
export const stiffArm: Pose = {
  id: 'stiff-arm',
  mirrors: true,
  top: 150,
  chest: ({ side }) => ({ turn: RUNNING.turn * side, lean: RUNNING.lean * side, tilt: RUNNING.tilt * side }),
  draw: ({ kit, number, chest, side }) => {
    const of = mirrorOf(side)
    const at = held(RUNNING)
    const left = armParts(
      kit,
      of.arm({
        shoulder: at(-240, 62),
        elbow: [-334, 322],
        wrist: [-204, 190],
        handTurn: 40,
        hand: 'over',
        thumb: 'left',
        girth: 1.06,
      }),
      number,
    )
    const right = armParts(
      kit,
      of.arm({
        shoulder: at(230, 52),
        elbow: [372, 196],
        wrist: [372, 40],
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
        joined(chestMass(kit, chest), right.sleeve, left.sleeve) +
        left.hem +
        right.hem +
        chestNumber(kit, number, chest, 124, 0.94) +
        collar(kit, chest) +
        right.fore +
        right.hand +
        ball(of.spot([-192, 262]), of.turn(-62), 1.26) +
        left.fore +
        left.hand,
    }
  },
}
