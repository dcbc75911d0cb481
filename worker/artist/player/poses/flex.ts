import { armParts } from '../arm.ts'
import { joined } from '../draw.ts'
import { mirrorOf } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { chestMass, chestNumber, collar } from '../torso.ts'

/** Both arms bent, muscles shown. */
export const flex: Pose = {
  id: 'flex',
  mirrors: true,
  top: 240,
  chest: ({ turn }) => ({ turn: turn * 0.6 }),
  draw: ({ kit, number, chest, side }) => {
    const of = mirrorOf(side)
    const left = armParts(
      kit,
      of.arm({
        shoulder: [-222, 50],
        elbow: [-398, 116],
        wrist: [-378, -78],
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
      of.arm({
        shoulder: [222, 50],
        elbow: [398, 116],
        wrist: [378, -78],
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
        joined(chestMass(kit, chest), left.sleeve, right.sleeve) +
        left.hem +
        right.hem +
        chestNumber(kit, number, chest, 140) +
        collar(kit, chest),
    }
  },
}
