/** The browsers that chat and photo apps bring along. They save no file and keep their own cookies. */
const IN_APP =
  /FBA[NV]|FB_IAB|Instagram|Line\/|MicroMessenger|TikTok|musical_ly|Bytedance|Snapchat|Pinterest|LinkedInApp|; wv\)/u

export const isInApp = (userAgent: string): boolean => IN_APP.test(userAgent)

/** The address that leaves such a browser for the device's own; null where there is no such way. */
export function ownBrowserUrl(url: string, userAgent: string): string | null {
  const { protocol, host, pathname } = new URL(url)
  const scheme = protocol.slice(0, -1)
  if (/Android/u.test(userAgent)) return `intent://${host}${pathname}#Intent;scheme=${scheme};end`
  return /iPhone|iPad/u.test(userAgent) && scheme === 'https' ? `x-safari-${url}` : null
}
