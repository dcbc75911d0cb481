import type { ArmorId } from '#shared/domain/armor.ts'
import { gearOf } from '#worker/artist/gear/index.ts'

/** How far a tall piece reaches above the centre of the face, in units. @throws for a piece that is not tall */
export function topOf(id: ArmorId): number {
  const room = gearOf(id)?.fit.room
  if (!room || !('top' in room)) throw new Error(`${id} is not tall`)
  return room.top
}
