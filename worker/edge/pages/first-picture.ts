/** In an attribute of ours `>` is escaped. */
const FIRST_PICTURE = /<img\b[^>]*\sfetchpriority="high"[^>]*>/i

/** What a link that asks for a picture calls an attribute of that picture. */
const NAMES = { sizes: 'imagesizes', srcset: 'imagesrcset', src: 'href' } as const

/**
 * The link by which a page asks for its first picture (`fetchpriority="high"`) in its head; empty when it has none.
 * Over HTTP/1.1 a browser opens six connections to a host: asked for behind the fonts, the picture waits for a seventh.
 *
 * @param body the page's HTML
 */
export function preloadOfFirstPicture(body: string): string {
  const picture = FIRST_PICTURE.exec(body)?.[0]
  if (picture === undefined) return ''
  const attributes = Object.entries(NAMES).map(([own, asked]) => {
    const value = new RegExp(`\\s${own}="([^"]*)"`, 'i').exec(picture)?.[1]
    return value === undefined ? '' : ` ${asked}="${value}"`
  })
  return `<link rel="preload" as="image" fetchpriority="high"${attributes.join('')} />`
}
