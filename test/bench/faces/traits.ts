import type { Face, Segments } from '#worker/artist/vision/index.ts'
import { onHead } from '../../support/head-places.ts'

/** The areas that the segmentation net detects around a face, in square units of head space (a head is about 9,500). */
export type Traits = {
  /** Objects over eyes and bridge of the nose. */
  readonly glasses: number
  /** Objects above the brows. */
  readonly hat: number
  /** Body skin beside and over the face: hands and arms, without the neck. */
  readonly hands: number
  /** Hair above the brows. */
  readonly crownHair: number
}

const CLASS = { hair: 1, bodySkin: 2, others: 5 } as const
const BROWS_Y = -26
const EYES = { top: -24, bottom: 14, half: 46 } as const
const HAT = { top: -110, half: 64 } as const
/** Necks start below. */
const HANDS = { bottom: 40, half: 90 } as const

/** Thresholds from which a photo has the trait; below the last one a head without a hat is bald. */
export const HAS = { glasses: 90, hat: 700, hands: 100, crownHairLess: 900 } as const

export const hasTrait = {
  hat: ({ hat }: Traits) => hat >= HAS.hat,
  glasses: ({ glasses }: Traits) => glasses >= HAS.glasses,
  hands: ({ hands }: Traits) => hands >= HAS.hands,
  bald: ({ crownHair, hat }: Traits) => crownHair < HAS.crownHairLess && hat < HAS.hat,
} as const

/** @returns null without a segmentation net */
export function getTraits({ frame, side, classes }: Segments, { pose }: Face): Traits | null {
  if (classes === null) return null
  const area = ((frame.width / side) * (frame.height / side)) / pose.unitPx ** 2
  const sum = { glasses: 0, hat: 0, hands: 0, crownHair: 0 }
  for (let i = 0; i < classes.length; i++) {
    const [u, v] = [((i % side) + 0.5) / side - 0.5, (Math.floor(i / side) + 0.5) / side - 0.5]
    const { x, y } = onHead(pose, { x: frame.x + u * frame.width, y: frame.y + v * frame.height })
    const across = Math.abs(x)
    if (classes[i] === CLASS.others) {
      if (across < EYES.half && y > EYES.top && y < EYES.bottom) sum.glasses += area
      if (across < HAT.half && y > HAT.top && y < BROWS_Y) sum.hat += area
    }
    if (classes[i] === CLASS.bodySkin && across < HANDS.half && y < HANDS.bottom) sum.hands += area
    if (classes[i] === CLASS.hair && across < HAT.half && y < BROWS_Y) sum.crownHair += area
  }
  return sum
}
