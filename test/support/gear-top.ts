import type { ArmorId } from '#shared/domain/armor.ts'
import { gearOf } from '#worker/artist/gear/index.ts'

/** The reach of a piece above the centre of the face, in units; 0 when no higher than a head. */
export const topOf = (id: ArmorId): number => gearOf(id)?.fit.top ?? 0
