import type { ArmParts } from './arm.ts'
import { joined } from './draw.ts'
import type { Scene } from './pose.ts'
import { chestMass, chestNumber, collar } from './torso.ts'

/**
 * A jersey in one piece: chest and sleeves without a seam, the number and the collar on top.
 *
 * @param arms in the order of their sleeves, from behind to the front
 * @param at the middle of the number below the pit of the neck, in pixels, and its size
 */
export const drawJersey = (
  { kit, number, chest }: Pick<Scene, 'kit' | 'number' | 'chest'>,
  arms: readonly ArmParts[],
  at: { readonly y: number; readonly scale?: number },
): string =>
  joined(chestMass(kit, chest), ...arms.map(({ sleeve }) => sleeve)) +
  arms.map(({ hem }) => hem).join('') +
  chestNumber(kit, number, chest, at.y, at.scale) +
  collar(kit, chest)
