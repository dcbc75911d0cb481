import type { ArmorId } from '#shared/domain/armor.ts'
import { getGear } from '#worker/artist/gear/index.ts'

/** Returns the height of a piece above the center of the face, in units, or 0 if it does not exceed the head. */
export const getGearTop = (id: ArmorId): number => getGear(id)?.fit.top ?? 0
