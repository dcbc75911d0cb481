import { CLIENT_FAILURE } from './texts.ts'
import { parseUrl } from './parse-url.ts'

const EXTENSION = /\.(?:jpe?g|png|gif|webp)$/i
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Why an address cannot be given to an image model, or null. Images travel by HTTPS and say in their path what they
 * are; while the product runs on a loopback host, its own files may travel by plain HTTP.
 *
 * @param publicUrl where the product itself is served, if that is known
 */
export function imageUrlFault(address: string, publicUrl?: string): string | null {
  const url = parseUrl(address)
  const isOwn = url !== null && isLoopbackAt(url, publicUrl)
  if (url === null || (url.protocol !== 'https:' && !isOwn)) return CLIENT_FAILURE.imageUrlInsecure(address)
  return EXTENSION.test(url.pathname) ? null : CLIENT_FAILURE.imageUrlUnknown(address)
}

function isLoopbackAt(url: URL, publicUrl: string | undefined): boolean {
  const own = publicUrl === undefined ? null : parseUrl(publicUrl)
  return own !== null && url.origin === own.origin && LOOPBACK.test(url.hostname)
}
