/** An iPad identifies as a Mac when it requests desktop pages. */
const APPLE_DEVICE = /\((?:iPhone|iPad|iPod|Macintosh)/u
/** Apps whose web views identify as a browser. */
const APPS =
  /FBA[NV]|FB_IAB|Instagram|Barcelona|Line\/|KAKAOTALK|MicroMessenger|TikTok|musical_ly|Bytedance|Snapchat|Pinterest|LinkedInApp/u

/** True for an app's web view. Android marks it, and on Apple devices only browsers include `Safari/`. */
const isWebView = (userAgent: string): boolean =>
  userAgent.includes('; wv)') ||
  (APPLE_DEVICE.test(userAgent) && userAgent.includes('AppleWebKit/') && !userAgent.includes('Safari/'))

/** True for an in-app browser, which cannot save files and has its own cookies. */
export const isInApp = (userAgent: string): boolean => isWebView(userAgent) || APPS.test(userAgent)

/** Returns a URL that opens the page in the device's own browser, or null where that is impossible. */
export function ownBrowserUrl(url: string, userAgent: string): string | null {
  const { protocol, host, pathname } = new URL(url)
  const scheme = protocol.slice(0, -1)
  if (/Android/u.test(userAgent)) return `intent://${host}${pathname}#Intent;scheme=${scheme};end`
  return /iPhone|iPad/u.test(userAgent) && scheme === 'https' ? `x-safari-${url}` : null
}
