/** An iPad calls itself a Mac when it asks for desktop pages. */
const APPLE_DEVICE = /\((?:iPhone|iPad|iPod|Macintosh)/u
/** Apps whose web views pretend to be a browser. */
const APPS =
  /FBA[NV]|FB_IAB|Instagram|Barcelona|Line\/|KAKAOTALK|MicroMessenger|TikTok|musical_ly|Bytedance|Snapchat|Pinterest|LinkedInApp/u

/** A web view in an app: Android says so, and on Apple's devices only browsers call themselves Safari. */
const isWebView = (userAgent: string): boolean =>
  userAgent.includes('; wv)') ||
  (APPLE_DEVICE.test(userAgent) && userAgent.includes('AppleWebKit/') && !userAgent.includes('Safari/'))

/** True for the browser that a chat or photo app brings along. It saves no file and keeps its own cookies. */
export const isInApp = (userAgent: string): boolean => isWebView(userAgent) || APPS.test(userAgent)

/** The address that leaves such a browser for the device's own; null where there is no such way. */
export function ownBrowserUrl(url: string, userAgent: string): string | null {
  const { protocol, host, pathname } = new URL(url)
  const scheme = protocol.slice(0, -1)
  if (/Android/u.test(userAgent)) return `intent://${host}${pathname}#Intent;scheme=${scheme};end`
  return /iPhone|iPad/u.test(userAgent) && scheme === 'https' ? `x-safari-${url}` : null
}
