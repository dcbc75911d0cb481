import { describe, expect, test } from 'vitest'
import { parseCampaign } from '#shared/client/analytics/campaign.ts'
import { getChannel } from '#shared/client/analytics/channel.ts'
import { withEllipsis } from '#shared/client/analytics/ellipsis.ts'
import { retryDelayMs } from '#shared/client/analytics/sending.ts'
import { findOffenders } from '../../support/offenders.ts'

const origin = 'https://app.example'

test('classifies a visit by its medium and its referrer', async () => {
  const offenders = await findOffenders(
    [
      ['cpc', '', 'Paid Search'],
      ['PPC', 'https://www.google.com/', 'Paid Search'],
      [' email ', 'https://t.co/x', 'Email'],
      ['social', '', 'Social'],
      ['referral', 'https://www.google.com/', 'Referral'],
      ['display', '', 'Display'],
      ['affiliate', '', 'Affiliate'],
      // An unknown medium is ignored.
      ['organic', 'https://www.bing.com/search', 'Organic Search'],
      ['constructor', '', 'Direct'],
      [null, '', 'Direct'],
      [null, 'not a URL', 'Direct'],
      [null, 'https://app.example/card/1', 'Direct'],
      [null, 'https://www.google.com/', 'Organic Search'],
      [null, 'https://google.co.uk/', 'Organic Search'],
      [null, 'https://images.google.com.br/', 'Organic Search'],
      [null, 'https://duckduckgo.com/?q=x', 'Organic Search'],
      [null, 'https://search.brave.com/', 'Organic Search'],
      [null, 'https://yandex.ru/', 'Organic Search'],
      [null, 'https://mail.google.com/mail/u/0', 'Email'],
      [null, 'https://mail.yahoo.com/', 'Email'],
      [null, 'https://outlook.live.com/', 'Email'],
      [null, 'https://t.co/abc', 'Social'],
      [null, 'https://x.com/', 'Social'],
      [null, 'https://l.facebook.com/', 'Social'],
      [null, 'https://www.reddit.com/r/nfl', 'Social'],
      [null, 'https://old.reddit.com/', 'Social'],
      [null, 'https://bsky.app/', 'Social'],
      [null, 'https://blog.example/best-cards', 'Referral'],
      [null, 'https://notgoogle.com/', 'Referral'],
      [null, 'https://google.evil-site.example/', 'Referral'],
      [null, 'https://netflix.com/', 'Referral'],
      [null, 'https://facebook.com.evil.example/', 'Referral'],
      [null, 'http://app.example/', 'Referral'],
    ] as const,
    JSON.stringify,
    ([medium, referrer, channel]) => {
      expect(getChannel({ medium, referrer, origin })).toBe(channel)
    },
  )
  expect(offenders).toEqual([])
})

describe('a text in an event', () => {
  test.each([
    ['a'.repeat(256), 'a'.repeat(256)],
    ['a'.repeat(257), `${'a'.repeat(253)}...`],
    ['a'.repeat(9000), `${'a'.repeat(253)}...`],
    // A surrogate pair is dropped rather than split.
    [`${'a'.repeat(252)}😀${'a'.repeat(9)}`, `${'a'.repeat(252)}...`],
  ])('truncates a text in an event to 256 characters, including the ellipsis', (text, cut) =>
    expect(withEllipsis(text)).toBe(cut),
  )
})

test('reads the non-empty campaign parameters from a URL', () => {
  expect(parseCampaign('https://a.example/?utm_source=x&utm_term=&utm_medium=cpc&other=1')).toEqual({
    utm_source: 'x',
    utm_medium: 'cpc',
    utm_campaign: null,
    utm_content: null,
    utm_term: null,
  })
  expect(parseCampaign('https://a.example/?utm_source=&q=1')).toBeNull()
  expect(parseCampaign('nowhere')).toBeNull()
})

test('backs off when retrying events, up to seven minutes', () => {
  expect([1, 2, 3, 8, 50].map((failures) => retryDelayMs(failures, 0))).toEqual([3000, 6000, 12_000, 300_000, 300_000])
  expect(retryDelayMs(50, 0.999)).toBeLessThan(7 * 60_000)
})
