import { describe, expect, test } from 'vitest'
import { createClient } from '#shared/client/index.ts'
import { createAnalyticsTabs, refuse } from './counting.ts'

const MINUTE = 60_000

describe('an event', () => {
  test('sends every field of an event and the caller’s properties, but no query string', async () => {
    const { open, events, pass } = createAnalyticsTabs()
    const { analytics, seen } = open('https://app.example/play?utm_source=paper&utm_medium=email&token=secret#x')
    Object.assign(seen, { referrer: 'https://blog.example/post?q=private#y', widthPx: 360 })
    analytics.log('card_saved', { team: 'T'.repeat(300), stars: 5, isGood: true, session_id: 'mine' })
    await pass(3000)
    expect(events()).toEqual([
      {
        team: `${'T'.repeat(253)}...`,
        stars: 5,
        isGood: true,
        event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        type: 'card_saved',
        timestamp: '2026-11-21T12:00:00.000Z',
        project_id: 'p1',
        user_id: null,
        user_email: null,
        session_id: `sess_${Date.parse('2026-11-21T12:00:00Z')}_00000000`,
        pathname: '/play',
        referrer: 'https://blog.example/post',
        screen_width: 360,
        channel: 'Email',
        utm_source: 'paper',
        utm_medium: 'email',
        utm_campaign: null,
        utm_content: null,
        utm_term: null,
      },
    ])
  })

  test('disables analytics outside a page', () => {
    const { analytics } = createClient({ projectId: 'p1', coreUrl: 'https://core.example', fetch: () => fail() })
    analytics.start()()
    analytics.log('x')
    expect(analytics.isEnabled()).toBe(false)
  })
})

const fail = (): never => {
  throw new Error('unexpected call')
}

describe('pages', () => {
  test('counts each page view once, regardless of the query string', async () => {
    const { open, events, pass } = createAnalyticsTabs()
    const { analytics, show } = open('https://app.example/')
    const stop = analytics.start()
    analytics.start()
    for (const path of ['/?job=1', '/hall', '/hall#top', '/card/1', '/']) show(path)
    stop()
    show('/unseen')
    analytics.log('end')
    await pass(3000)
    expect(events().map(({ type, pathname }) => (type === 'pageview' ? pathname : type))).toEqual([
      '/',
      '/hall',
      '/card/1',
      '/',
      'end',
    ])
  })
})

describe('a visit', () => {
  test('continues a visit through reloads and tabs, and ends it after half an hour without events', async () => {
    const { open, events, pass } = createAnalyticsTabs()
    const first = open('https://app.example/?utm_medium=cpc')
    first.analytics.log('a')
    await pass(29 * MINUTE)
    open().analytics.log('b')
    await pass(29 * MINUTE)
    open().analytics.log('c')
    await pass(30 * MINUTE)
    open().analytics.log('d')
    await pass(3000)
    const [a, b, c, d] = events().map(({ session_id: id }) => id)
    expect([b, c]).toEqual([a, a])
    expect(d).not.toBe(a)
  })

  test('keeps the channel of a visit, and the first campaign until it expires', async () => {
    const { open, events, pass } = createAnalyticsTabs()
    const getSentChannel = async (address: string, referrer: string) => {
      const tab = open(address)
      tab.seen.referrer = referrer
      tab.analytics.log('x')
      await pass(MINUTE)
      return tab
    }
    await getSentChannel('https://app.example/', 'https://t.co/1')
    await getSentChannel('https://app.example/', 'https://app.example/')
    await pass(31 * MINUTE)
    await getSentChannel('https://app.example/?utm_source=one&utm_medium=display', '')
    await pass(31 * MINUTE)
    const tab = await getSentChannel('https://app.example/?utm_source=two&utm_medium=cpc', '')
    tab.analytics.clearAttribution()
    await pass(31 * MINUTE)
    await getSentChannel('https://app.example/?utm_source=two&utm_medium=cpc', '')
    expect(events().map(({ channel, utm_source: source }) => [channel, source])).toEqual([
      ['Social', null],
      ['Social', null],
      ['Display', 'one'],
      ['Display', 'one'],
      ['Paid Search', 'two'],
    ])
  })
})

test('keeps the campaign of a visit that navigates before anything is counted', async () => {
  const { open, events, pass } = createAnalyticsTabs()
  const { analytics, show } = open('https://app.example/?utm_source=paper')
  show('/hall')
  analytics.start()
  await pass(3000)
  expect(events()).toMatchObject([{ type: 'pageview', pathname: '/hall', utm_source: 'paper' }])
})

describe('opting out of tracking', () => {
  test('sends nothing, stores nothing and deletes stored data after an opt-out', async () => {
    const { open, batches, pass, stored, server } = createAnalyticsTabs()
    server.respond = refuse(503)
    const { analytics, seen, hide } = open('https://app.example/?utm_source=a')
    analytics.start()
    await pass(3000)
    expect([batches.length, stored.size]).toEqual([1, 3])
    seen.declinesTracking = true
    await pass(60 * MINUTE)
    analytics.log('x')
    hide()
    expect(analytics.isEnabled()).toBe(false)
    expect([batches.length, stored.size]).toEqual([1, 0])
  })

  test('opts out permanently for this browser, in every tab', async () => {
    const { open, events, pass, getStored } = createAnalyticsTabs()
    const first = open()
    first.analytics.log('before')
    first.analytics.disable()
    first.analytics.log('while')
    open().analytics.start()
    await pass(MINUTE)
    expect([events(), getStored('off'), getStored('queue')]).toEqual([[], true, null])
    open().analytics.enable()
    first.analytics.log('after')
    await pass(3000)
    expect(events().map(({ type }) => type)).toEqual(['after'])
  })
})
