import { armParts } from '../arm.ts'
import { joined } from '../draw.ts'
import { mirrorOf } from '../mirror.ts'
import type { Pose } from '../pose.ts'
import { carriedHelmet } from '../props.ts'
import { chestMass, chestNumber, collar } from '../torso.ts'

/** The helmet under one arm, the other hand on the hip: media day. */
export const helmetCarried: Pose = {
  id: 'helmet-carried',
  mirrors: true,
  top: 60,
  chest: ({ turn }) => ({ turn: turn * 0.7 }),
  draw: ({ kit, number, chest, side }) => {
    const of = mirrorOf(side)
    const left = armParts(
      kit,
      of.arm({
        shoulder: [-236, 56],
        elbow: [-398, 236],
        wrist: [-340, 352],
        handTurn: 128,
        hand: 'over',
        thumb: 'left',
      }),
      number,
    )
    const right = armParts(
      kit,
      of.arm({
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
        joined(chestMass(kit, chest), left.sleeve, right.sleeve) +
        left.hem +
        right.hem +
        chestNumber(kit, number, chest, 120, 0.94) +
        collar(kit, chest) +
        right.hand +
        carriedHelmet(kit.pair, of.spot([-238, 292]), of.turn(-14), 1.56) +
        left.fore +
        left.hand,
    }
  },
}
