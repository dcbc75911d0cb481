/** A web view in an app: Android says so, and on iPhone and iPad only browsers call themselves Safari. */
const WEB_VIEW = /; wv\)|^(?!.*Safari\/).*\((?:iPhone|iPad|iPod)/u
/** Apps whose web views pretend to be a browser. */
const APPS =
  /FBA[NV]|FB_IAB|Instagram|Barcelona|Line\/|KAKAOTALK|MicroMessenger|TikTok|musical_ly|Bytedance|Snapchat|Pinterest|LinkedInApp/u

/** Whether this is the browser that a chat or photo app brings along. They save no file and keep their own cookies. */
export const isInApp = (userAgent: string): boolean => WEB_VIEW.test(userAgent) || APPS.test(userAgent)

/** The address that leaves such a browser for the device's own; null where there is no such way. */
export function ownBrowserUrl(url: string, userAgent: string): string | null {
  const { protocol, host, pathname } = new URL(url)
  const scheme = protocol.slice(0, -1)
  if (/Android/u.test(userAgent)) return `intent://${host}${pathname}#Intent;scheme=${scheme};end`
  return /iPhone|iPad/u.test(userAgent) && scheme === 'https' ? `x-safari-${url}` : null
}
