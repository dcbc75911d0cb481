import type { Card } from './card.ts'

const COPY_WIDTHS = [256, 512] as const
const FULL_WIDTH = 1000

/** How wide the one card of a page is shown, as `sizes` of an image. */
export const HERO_SIZES = '(min-width: 900px) 400px, 284px'

/**
 * A card's smaller pictures, as `srcset` of an image. The browser and the server must say the same, or a picture is
 * fetched twice.
 *
 * @param full whether the card itself may be chosen too
 */
export function copiesOf({ id, version, imageUrl }: Pick<Card, 'id' | 'version' | 'imageUrl'>, full: boolean): string {
  const small = COPY_WIDTHS.map((width) => `/picture/${id}.${version}.thumb-${width}.jpg ${width}w`)
  return [...small, ...(full ? [`${imageUrl} ${FULL_WIDTH}w`] : [])].join(', ')
}
