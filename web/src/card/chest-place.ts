import type { ArmorId } from '#shared/domain/armor.ts'
import { chestYOf } from '#shared/design/head-places.ts'

/** Units of the figure's sheet to the width of the card, and where the sheet begins in the window. */
const SHEET = { cqwPerUnit: 0.1868, topCqw: 1.5 } as const

/** How far below the top of a card the middle of the number on the chest is, as a length of CSS. */
export const getChestTop = (armor: ArmorId): string =>
  `${(SHEET.topCqw + SHEET.cqwPerUnit * chestYOf(armor)).toFixed(2)}cqw`
