import type { Card, Visibility } from './card.ts'

/**
 * Where a copy is shown, and the widths it is made in: one for screens of few pixels, one for screens of many. The one
 * card of a page has a lighter copy before them ({@link FIRST_HERO_SIZES}).
 */
const WIDTHS = { tile: [256, 384], hero: [384, 512, 720] } as const

export type CopyPlace = keyof typeof WIDTHS

/** How wide the one card of a page is shown, as `sizes` of an image. */
export const HERO_SIZES = '(min-width: 1600px) and (min-height: 900px) 540px, (min-width: 900px) 400px, 284px'

/**
 * The same until a first copy is there: on phones a width that takes the lightest copy, whatever their density. It is
 * larger than the card is shown, so the sharper copy behind it counts as no later paint (LCP). On a slow phone the
 * picture is there 0.3 s earlier.
 */
export const FIRST_HERO_SIZES = HERO_SIZES.replace('284px', '128px')

/** A card with pictures. An entry of a list has no visibility and, when the card is new, no version. */
export type Pictured = Pick<Card, 'id' | 'imageUrl'> & { version?: string; visibility?: Visibility }

/**
 * A card's smaller pictures, as `srcset` of an image. The browser and the server must say the same, or a picture is
 * fetched twice. A draft's are its maker's alone, so they come by the door that knows the maker.
 */
export function copiesOf({ id, imageUrl, version, visibility }: Pictured, place: CopyPlace): string {
  const hasAddress = version !== undefined && visibility !== 'draft'
  const edition = imageUrl.slice(imageUrl.lastIndexOf('/') + 1)
  const addressOf = (width: number) =>
    hasAddress ? `/picture/${id}.${version}.thumb-${width}.webp` : `/my-picture/${id}/thumb-${width}?${edition}`
  return WIDTHS[place].map((width) => `${addressOf(width)} ${width}w`).join(', ')
}
