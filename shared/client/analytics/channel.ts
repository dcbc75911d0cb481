import type { Channel } from './event.ts'
import { parseUrl } from '../parse-url.ts'

const BY_MEDIUM: Readonly<Record<string, Channel>> = {
  cpc: 'Paid Search',
  ppc: 'Paid Search',
  email: 'Email',
  social: 'Social',
  referral: 'Referral',
  display: 'Display',
  affiliate: 'Affiliate',
}

const MAIL = /^(web)?mail\.|^outlook\.(live|office|office365)\.com$/

/** Search engines under any country's domain. */
const SEARCH =
  /(^|\.)(google|bing|yahoo|yandex|baidu|ecosia|startpage|qwant|naver|seznam)\.(com|[a-z]{2,3}|com?\.[a-z]{2})$|(^|\.)(duckduckgo|kagi)\.com$|^search\.brave\.com$/

const SOCIAL = new Set(
  `bsky.app discord.com facebook.com fb.com instagram.com linkedin.com lnkd.in mastodon.social messenger.com pinterest.com
   reddit.com snapchat.com t.co t.me telegram.org threads.com threads.net tiktok.com tumblr.com twitter.com vk.com wa.me
   weibo.com whatsapp.com x.com youtu.be youtube.com`.split(/\s+/),
)

export type Arrival = {
  /** `utm_medium` of the link, or null. */
  readonly medium: string | null
  /** Empty when unknown. */
  readonly referrer: string
  /** The site's own origin, which does not count as a referrer. */
  readonly origin: string
}

/** Returns a visit's channel (attribution). `utm_*` parameters take precedence over the referrer. */
export function getChannel({ medium, referrer, origin }: Arrival): Channel {
  const utmMedium = medium?.trim().toLowerCase() ?? ''
  if (Object.hasOwn(BY_MEDIUM, utmMedium)) return BY_MEDIUM[utmMedium]!
  const from = parseUrl(referrer)
  if (from === null || from.origin === origin) return 'Direct'
  const host = from.hostname.replace(/^www\./, '')
  if (MAIL.test(host)) return 'Email'
  if (SEARCH.test(host)) return 'Organic Search'
  return toDomains(host).some((domain) => SOCIAL.has(domain)) ? 'Social' : 'Referral'
}

/** A host and every domain above it: `m.facebook.com`, `facebook.com`, `com`. */
function toDomains(host: string): string[] {
  const parts = host.split('.')
  return parts.map((_, i) => parts.slice(i).join('.'))
}
