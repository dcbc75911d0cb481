import type { Card, Visibility } from './card.ts'

/**
 * Widths of a card's thumbnails by place, for different pixel densities. The main card of a page has a lighter copy
 * before them ({@link FIRST_HERO_SIZES}).
 */
const WIDTHS = { tile: [256, 384], hero: [384, 512, 720] } as const

export type CopyPlace = keyof typeof WIDTHS

/** `sizes` of a page's main card. */
export const HERO_SIZES = '(min-width: 1600px) and (min-height: 900px) 540px, (min-width: 900px) 400px, 284px'

/**
 * `sizes` until the first image loads. Phones of any density get the smallest copy, which shows 0.3 s earlier on a slow
 * phone. That copy is still wider than the card on screen, so the sharper one does not count as a later LCP.
 */
export const FIRST_HERO_SIZES = HERO_SIZES.replace('284px', '128px')

/** A card with pictures. A list entry has no visibility, and a new card has no version. `hidden`: after reports. */
export type Pictured = Pick<Card, 'id' | 'imageUrl'> & {
  version?: string
  visibility?: Visibility
  hidden?: boolean | undefined
}

/**
 * Returns a card's `srcset`. The browser and the server must agree on it, or a picture is fetched twice. The pictures
 * of drafts and hidden cards are private, so their route checks the maker's cookie.
 */
export function getCardSrcSet(
  { id, imageUrl, version, visibility, hidden = false }: Pictured,
  place: CopyPlace,
): string {
  const hasPublicUrl = version !== undefined && visibility !== 'draft' && !hidden
  const cacheBuster = imageUrl.slice(imageUrl.lastIndexOf('/') + 1)
  const getUrl = (width: number) =>
    hasPublicUrl ? `/picture/${id}.${version}.thumb-${width}.webp` : `/my-picture/${id}/thumb-${width}?${cacheBuster}`
  return WIDTHS[place].map((width) => `${getUrl(width)} ${width}w`).join(', ')
}
