import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHost } from '#shared/client/host.ts'
import { freshDatabase } from '../../support/env.ts'
import { createScriptedBrowser } from '../../support/scripted-page.ts'
import { expectEveryMember, PUBLIC_KEY, type Served, SERVICE_KEY, TRANSPORTS } from './support.ts'

const MAIL = { to: 'ann@example.com', subject: 'Hello', text: 'Hi' }

describe.each(TRANSPORTS)('%s', (_, connect) => {
  let service: Served
  beforeAll(freshDatabase)
  beforeEach(async () => {
    service = await connect(SERVICE_KEY)
  })

  test('sends a mail with all its fields', async () => {
    const { client, send, origin } = service
    const attachments = [{ filename: 'a.txt', type: 'text/plain', content: 'aGVsbG8=' }]
    const rich = { ...MAIL, cc: 'cy@example.com', replyTo: 'bob@example.com', attachments }
    expect(await client.notifications.email(rich)).toEqual({ success: true, messageId: expect.any(String) })
    const outbox = await send(`${origin}/api/notifications/fantasy-cards/outbox?to=ann@example.com`, {
      headers: { authorization: `Bearer ${SERVICE_KEY}` },
    })
    expect((await outbox.json<{ messages: unknown[] }>()).messages[0]).toMatchObject({
      subject: 'Hello',
      cc: ['cy@example.com'],
      attachments: [{ filename: 'a.txt', bytes: 5 }],
    })
  })

  test('explains why a mail is refused', async () => {
    const { client } = await connect(PUBLIC_KEY)
    await expect(client.notifications.email(MAIL)).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    const crooked = { ...MAIL, subject: 'a\nBcc: eve@example.com' }
    await expect(service.client.notifications.email(crooked)).rejects.toMatchObject({
      kind: 'validation',
      message: 'Invalid request parameters',
      details: [{ path: 'subject', message: 'must be one line' }],
    })
  })

  test('counts the events of a page', async () => {
    const { page, seen } = createScriptedBrowser().openTab('https://app.example/card/0123?utm_medium=display')
    seen.referrer = 'https://blog.example/'
    const { analytics } = service.open({ key: PUBLIC_KEY, host: { ...createHost(), page } })
    const stop = analytics.start()
    for (let i = 0; i < 9; i++) analytics.log(`conformed.${i}`, { more: 'x'.repeat(9000) })
    // The server also counts events of other test files.
    const counted = async () =>
      (await service.client.db.sql(`select measure, name, count from analytics_days where measure <> 'deeds'`)).rows
    await vi.waitFor(async () => expect(await counted()).toHaveLength(11), { timeout: 20_000, interval: 50 })
    stop()
    expect(await counted()).toEqual(
      expect.arrayContaining([
        { measure: 'events', name: 'conformed.8', count: 1 },
        { measure: 'views', name: '/card/:id', count: 1 },
        { measure: 'visits', name: 'Display', count: 1 },
      ]),
    )
  })

  test('counts no events of a visitor who opts out, until they opt in again', async () => {
    const browser = createScriptedBrowser()
    const requests: { events: Record<string, unknown>[] }[] = []
    const open = (address: string) =>
      service.open({
        host: { ...createHost(), page: browser.openTab(address).page },
        fetch: (url, init) => {
          requests.push(JSON.parse(String(init.body)) as (typeof requests)[number])
          return service.send(url, init)
        },
      }).analytics

    const first = open('https://app.example/?utm_campaign=opener')
    const stop = first.start()
    first.disable()
    for (let i = 0; i < 12; i++) first.log('unwanted')
    expect([first.isEnabled(), requests]).toEqual([false, []])
    stop()
    first.enable()

    const sent = async (analytics: typeof first) => {
      for (let i = 0; i < 10; i++) analytics.log('wanted')
      await vi.waitFor(() => expect(requests).toHaveLength(1))
      return requests.pop()!.events
    }
    expect(await sent(first)).toMatchObject(Array.from({ length: 10 }, () => ({ utm_campaign: 'opener' })))
    expect((await sent(open('https://app.example/')))[9]).toMatchObject({ utm_campaign: 'opener', pathname: '/' })
    first.clearAttribution()
    expect((await sent(open('https://app.example/')))[9]).toMatchObject({ type: 'wanted', utm_campaign: null })
  })
})

expectEveryMember('notifications')
expectEveryMember('analytics')
