import { armParts } from '../arm.ts'
import { joined } from '../draw.ts'
import { mirrorOf } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { chestMass, chestNumber, collar } from '../torso.ts'

/** Arms crossed: sure of it. */
export const armsCrossed: Pose = {
  id: 'arms-crossed',
  mirrors: true,
  top: 60,
  chest: ({ turn }) => ({ turn: turn * 0.6 }),
  draw: ({ kit, number, chest, side }) => {
    const of = mirrorOf(side)
    const left = armParts(
      kit,
      of.arm({
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
      of.arm({ shoulder: [232, 52], elbow: [270, 306], wrist: [-84, 262], hand: 'none' }),
      number,
    )
    return {
      body:
        right.upper +
        left.upper +
        joined(chestMass(kit, chest), left.sleeve, right.sleeve) +
        left.hem +
        right.hem +
        chestNumber(kit, number, chest, 106, 0.84) +
        collar(kit, chest) +
        right.fore +
        left.fore +
        left.hand,
    }
  },
}
