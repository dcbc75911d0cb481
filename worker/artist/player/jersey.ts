import type { ArmParts } from './arm.ts'
import { joined } from './draw.ts'
import type { Scene } from './pose.ts'
import { chestMass, chestNumber, collar } from './torso.ts'

/**
 * Draws a seamless jersey from chest and sleeves, with the number and the collar on top.
 *
 * @param arms in the order of their sleeves, from back to front
 * @param at the distance of the number's middle below the pit of the neck, in pixels, and its scale
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
