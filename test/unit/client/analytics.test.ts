import { describe, expect, test } from 'vitest'
import { createClient } from '#shared/client/index.ts'
import { createCounting, refuse } from './counting.ts'

const MINUTE = 60_000

describe('an event', () => {
  test('says every field, what the caller adds, and nothing that stands behind a question mark', async () => {
    const { open, events, pass } = createCounting()
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

  test('is disabled outside of a page', () => {
    const { analytics } = createClient({ projectId: 'p1', coreUrl: 'https://core.example', fetch: () => fail() })
    analytics.start()()
    analytics.log('x')
    expect(analytics.isEnabled()).toBe(false)
  })
})

const fail = (): never => {
  throw new Error('asked for something')
}

describe('pages', () => {
  test('are counted once each as they are shown, whatever else the address says', async () => {
    const { open, events, pass } = createCounting()
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
  test('goes on through reloads and tabs, and ends after half an hour of nothing', async () => {
    const { open, events, pass } = createCounting()
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

  test('keeps how it began, and the campaign that first led here until that is forgotten', async () => {
    const { open, events, pass } = createCounting()
    const said = async (address: string, referrer: string) => {
      const tab = open(address)
      tab.seen.referrer = referrer
      tab.analytics.log('x')
      await pass(MINUTE)
      return tab
    }
    await said('https://app.example/', 'https://t.co/1')
    await said('https://app.example/', 'https://app.example/')
    await pass(31 * MINUTE)
    await said('https://app.example/?utm_source=one&utm_medium=display', '')
    await pass(31 * MINUTE)
    const tab = await said('https://app.example/?utm_source=two&utm_medium=cpc', '')
    tab.analytics.clearAttribution()
    await pass(31 * MINUTE)
    await said('https://app.example/?utm_source=two&utm_medium=cpc', '')
    expect(events().map(({ channel, utm_source: source }) => [channel, source])).toEqual([
      ['Social', null],
      ['Social', null],
      ['Display', 'one'],
      ['Display', 'one'],
      ['Paid Search', 'two'],
    ])
  })
})

test('a visit that moves on before anything is counted keeps its campaign', async () => {
  const { open, events, pass } = createCounting()
  const { analytics, show } = open('https://app.example/?utm_source=paper')
  show('/hall')
  analytics.start()
  await pass(3000)
  expect(events()).toMatchObject([{ type: 'pageview', pathname: '/hall', utm_source: 'paper' }])
})

describe('what declines tracking', () => {
  test('sends nothing, keeps nothing and forgets what was kept', async () => {
    const { open, batches, pass, kept, server } = createCounting()
    server.answer = refuse(503)
    const { analytics, seen, hide } = open('https://app.example/?utm_source=a')
    analytics.start()
    await pass(3000)
    expect([batches.length, kept.size]).toEqual([1, 3])
    seen.declinesTracking = true
    await pass(60 * MINUTE)
    analytics.log('x')
    hide()
    expect(analytics.isEnabled()).toBe(false)
    expect([batches.length, kept.size]).toEqual([1, 0])
  })

  test('may be this browser alone, for good and in every tab', async () => {
    const { open, events, pass, keptOf } = createCounting()
    const first = open()
    first.analytics.log('before')
    first.analytics.disable()
    first.analytics.log('while')
    open().analytics.start()
    await pass(MINUTE)
    expect([events(), keptOf('off'), keptOf('queue')]).toEqual([[], true, null])
    open().analytics.enable()
    first.analytics.log('after')
    await pass(3000)
    expect(events().map(({ type }) => type)).toEqual(['after'])
  })
})
