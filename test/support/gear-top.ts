import type { ArmorId } from '#shared/domain/armor.ts'
import { gearOf } from '#worker/artist/gear/index.ts'

/** How far a piece reaches above the centre of the face, in units; 0 when no higher than a head. */
export const topOf = (id: ArmorId): number => gearOf(id)?.fit.top ?? 0
