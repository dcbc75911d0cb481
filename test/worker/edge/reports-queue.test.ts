import { beforeEach, describe, expect, test } from 'vitest'
import { countRows, filesBelow, getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import {
  app,
  decideReport,
  isHidden,
  maker,
  storeOwnCard,
  queue,
  report,
  reporter,
  SERVICE_KEY,
  startReporting,
  time,
} from './reporting.ts'

beforeEach(async () => {
  await freshDatabase()
  startReporting()
})

describe('the report queue', () => {
  test('restricts the report queue to the service key, for reading and deciding', async () => {
    await storeOwnCard()
    await report('minor')
    for (const headers of [{}, { authorization: 'Bearer public-fantasy-cards' }, { apikey: 'guess' }]) {
      expect((await app.send('/api/reports', { headers })).status).toBe(401)
      const body = JSON.stringify({ decision: 'restore' })
      expect(
        (
          await app.send('/api/reports/c1', {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body,
          })
        ).status,
      ).toBe(401)
    }
    expect((await app.send('/api/reports', { headers: { apikey: SERVICE_KEY } })).status).toBe(200)
    expect(await isHidden()).toBe(true)
  })

  test('lists each reported card once, with its reports, its start and its deadline', async () => {
    await storeOwnCard()
    await seedCard({ id: 'c2', playerName: 'Bo' })
    await report('hate', undefined, 'c1', ' It says \u202e bad things. ')
    time.now += 60_000
    await report('spam-or-other', undefined, 'c2')
    time.now += 60_000
    for (let n = 0; n < 2; n++) await report('impersonation')
    expect(await queue()).toMatchObject([
      {
        card: { id: 'c1', visibility: 'public', hidden: true, stats: { strength: 77 } },
        reasons: ['impersonation', 'hate'],
        details: ['It says bad things.'],
        said: [{ reason: 'hate', detail: 'It says bad things.' }],
        reporters: 3,
        firstAt: '2026-11-21T12:00:00.000Z',
        dueAt: '2026-11-23T12:00:00.000Z',
      },
      { card: { id: 'c2', playerName: 'Bo', hidden: false }, reasons: ['spam-or-other'], reporters: 1 },
    ])
  })

  test.each(['public', 'unlisted'] as const)(
    'restores a hidden card to its earlier visibility (%s), and ignores its earlier reports',
    async (visibility) => {
      await storeOwnCard(visibility)
      const one = await reporter()
      await report('minor', one)
      expect((await decideReport('restore')).status).toBe(200)
      expect(await getCardRow('c1')).toMatchObject({ visibility, hidden_from: null, votes: 2 })
      expect(await queue()).toEqual([])
      expect((await report('minor', one)).status).toBe(202)
      await report('hate')
      expect(await isHidden()).toBe(false)
      expect(await queue()).toMatchObject([{ reporters: 1 }])
      await report('minor')
      expect(await isHidden()).toBe(false)
      await report('spam-or-other')
      expect(await isHidden()).toBe(true)
    },
  )

  test('restores a hidden card to the visibility that its maker chose meanwhile', async () => {
    await storeOwnCard()
    await report('minor')
    expect(await (await maker.post('/api/cards/c1/unpublish', {})).json()).toMatchObject({ visibility: 'unlisted' })
    expect(await isHidden()).toBe(true)
    await decideReport('restore')
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'unlisted', hidden_from: null })
  })

  test('permanently removes a reported card', async () => {
    await storeOwnCard()
    await report('minor')
    expect((await decideReport('remove')).status).toBe(200)
    expect((await maker.send('/api/cards/c1')).status).toBe(410)
    expect([await getCardRow('c1'), await countRows('reports'), await filesBelow('')]).toEqual([null, 0, []])
    expect((await decideReport('restore')).status).toBe(410)
    expect((await decideReport('restore', 'never')).status).toBe(404)
  })
})
