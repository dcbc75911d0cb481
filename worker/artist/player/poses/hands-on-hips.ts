import { armParts } from '../arm.ts'
import { joined } from '../draw.ts'
import { mirrorOf } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { chestMass, chestNumber, collar } from '../torso.ts'

/** Hands on the hips, at the sideline. */
export const handsOnHips: Pose = {
  id: 'hands-on-hips',
  mirrors: true,
  top: 60,
  chest: ({ turn }) => ({ turn: turn * 0.7 }),
  draw: ({ kit, number, chest, side }) => {
    const of = mirrorOf(side)
    const left = armParts(
      kit,
      of.arm({
        shoulder: [-236, 56],
        elbow: [-392, 268],
        wrist: [-232, 396],
        handTurn: 120,
        hand: 'over',
        thumb: 'left',
        wears: 'sleeve',
      }),
      number,
    )
    const right = armParts(
      kit,
      of.arm({
        shoulder: [236, 56],
        elbow: [392, 268],
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
        left.fore +
        right.fore +
        joined(chestMass(kit, chest), left.sleeve, right.sleeve) +
        left.hem +
        right.hem +
        chestNumber(kit, number, chest, 132) +
        collar(kit, chest) +
        left.hand +
        right.hand,
    }
  },
}
