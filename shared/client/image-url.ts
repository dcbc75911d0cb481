import { CLIENT_FAILURE } from './texts.ts'
import { parseUrl } from './parse-url.ts'

const EXTENSION = /\.(?:jpe?g|png|gif|webp)$/i
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns why an image model cannot use a URL, or null. The URL must use HTTPS and its path must end in an image
 * extension. While the product runs on a loopback host, its own files may use plain HTTP.
 *
 * @param publicUrl the product's own URL, if known
 */
export function findImageUrlFault(address: string, publicUrl?: string): string | null {
  const url = parseUrl(address)
  const isOwn = url !== null && isLoopbackAt(url, publicUrl)
  if (url === null || (url.protocol !== 'https:' && !isOwn)) return CLIENT_FAILURE.imageUrlInsecure(address)
  return EXTENSION.test(url.pathname) ? null : CLIENT_FAILURE.imageUrlUnknown(address)
}

function isLoopbackAt(url: URL, publicUrl: string | undefined): boolean {
  const own = publicUrl === undefined ? null : parseUrl(publicUrl)
  return own !== null && url.origin === own.origin && LOOPBACK.test(url.hostname)
}
