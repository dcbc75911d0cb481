import type { Armor } from '#shared/domain/armor.ts'

/** A piece as the card's small line names it. */
export const gearLine = (armor: Armor): string => (armor.id === 'none' ? 'No headgear' : armor.label)
