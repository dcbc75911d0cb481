import { beforeEach, describe, expect, test } from 'vitest'
import { BucketSpool } from '#worker/backend/storage/spool.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { isoTimeAgo, DAY, keys, MINUTE, rows, sweepArtFrom, sweepAt, writeCard, writeMessage } from './sweeping.ts'

beforeEach(freshDatabase)

const twoYears = (days: number) => {
  const date = new Date(Date.now() - days * DAY)
  date.setUTCFullYear(date.getUTCFullYear() - 2)
  return date.toISOString()
}

describe('a sweep', () => {
  test('sweeps a message older than two years by a day, and keeps one younger by a day', async () => {
    await writeMessage('old', twoYears(1))
    await writeMessage('young', twoYears(-1))
    expect(await sweepAt(Date.now())).toMatchObject({ messages: 1 })
    expect(await rows('contact_submissions')).toEqual(['young'])
  })

  test('sweeps a photo of 61 minutes, and keeps one of 59', async () => {
    await testEnv().FILES.put('player-photos/1.jpg', 'x')
    await testEnv().FILES.put('player-photos-of-others/1.jpg', 'x')
    await sweepAt(Date.now() + 59 * MINUTE)
    expect(await keys()).toContain('player-photos/1.jpg')
    expect(await sweepAt(Date.now() + 61 * MINUTE)).toMatchObject({ photos: 1 })
    expect(await keys()).toEqual(['player-photos-of-others/1.jpg'])
  })

  test('sweeps a photo at its own expiry time, at most an hour later', async () => {
    const put = (name: string, minutes: number) =>
      testEnv().FILES.put(`player-photos/${name}`, 'x', {
        customMetadata: { expiresAt: String(Date.now() + minutes * MINUTE) },
      })
    await put('ten', 10)
    await put('forever', 100_000)
    await sweepAt(Date.now() + 11 * MINUTE)
    expect(await keys()).toEqual(['player-photos/forever'])
    await sweepAt(Date.now() + 61 * MINUTE)
    expect(await keys()).toEqual([])
  })

  test('sweeps an upload left unfinished for an hour, and keeps one in progress', async () => {
    const left = new BucketSpool(testEnv().FILES, { take: () => undefined, release: () => undefined })
    await left.write(new Uint8Array(3 * 1024 * 1024))
    const [key] = await keys()
    expect(await sweepAt(Date.now() + 45 * MINUTE)).toMatchObject({ uploads: 0 })
    expect(await keys()).toEqual([key])

    expect(await sweepAt(Date.now() + 51 * MINUTE)).toMatchObject({ uploads: 1 })
    expect(await keys()).toEqual([])
    await left.discard()
  })

  test('sweeps a draft of 31 days with its images, art and ledger entry, and nothing of any other card', async () => {
    await writeCard('old', { visibility: 'draft', draftedAt: isoTimeAgo(31 * DAY) })
    await writeCard('young', { visibility: 'draft', draftedAt: isoTimeAgo(29 * DAY) })
    await writeCard('shared', { visibility: 'unlisted', draftedAt: isoTimeAgo(31 * DAY) })
    await writeCard('saved', { visibility: 'public', draftedAt: isoTimeAgo(400 * DAY) })
    for (const id of ['old', 'young']) await testEnv().FILES.put(`cards/${id}/0123456789/story.jpg`, id)

    expect(await sweepAt(Date.now())).toMatchObject({ drafts: 1 })
    const left = ['saved', 'shared', 'young']
    expect(await rows('fantasy_football_cards')).toEqual(left)
    expect(new Set(await rows('generations', 'card_id'))).toEqual(new Set(left))
    expect(await keys()).toEqual([
      ...left.map((id) => `ai/0${id}.png`),
      ...left.flatMap((id) => [`cards/${id}-1.jpg`, `cards/${id}-2.jpg`]),
      'cards/young/0123456789/story.jpg',
    ])
  })

  test('sweeps more old drafts than fit in one statement', async () => {
    const insert = testEnv().DB.prepare(
      `insert into fantasy_football_cards (id, team_colors, image_url, created_at, owner, generation_id, drafted_at)
       values (?1, 'Dallas Cowboys', ?1, ?2, 'visitor', ?1, ?2)`,
    )
    await testEnv().DB.batch(Array.from({ length: 450 }, (_, i) => insert.bind(`card-${i}`, isoTimeAgo(40 * DAY))))
    expect(await sweepAt(Date.now())).toMatchObject({ drafts: 450 })
    expect(await rows('fantasy_football_cards')).toEqual([])
  })

  test('sweeps art without a card after a day, all of it within two hours of sweeps', async () => {
    await writeCard('kept', { visibility: 'public', draftedAt: isoTimeAgo(DAY) })
    const orphans = Array.from({ length: 16 }, (_, i) => `ai/${i.toString(16)}orphan.png`)
    for (const key of orphans) await testEnv().FILES.put(key, 'x')

    await sweepArtFrom(Date.now() + 20 * 60 * MINUTE)
    expect(await keys()).toHaveLength(orphans.length + 3)
    await sweepArtFrom(Date.now() + 25 * 60 * MINUTE)
    expect(await keys()).toEqual(['ai/0kept.png', 'cards/kept-1.jpg', 'cards/kept-2.jpg'])
  })

  test('does nothing when a sweep runs again', async () => {
    await writeCard('old', { visibility: 'draft', draftedAt: isoTimeAgo(31 * DAY) })
    await sweepAt(Date.now())
    expect(await sweepAt(Date.now())).toEqual({
      photos: 0,
      uploads: 0,
      drafts: 0,
      removed: 0,
      art: 0,
      messages: 0,
      networks: 0,
      refusals: 0,
      leagues: 0,
      limits: 0,
      signIns: 0,
      analytics: 0,
    })
  })

  test('finds leftovers of drafts without reading the whole ledger', async () => {
    const { results } = await testEnv()
      .DB.prepare(
        `explain query plan select id, image_path from generations where visitor = '' and not exists (
           select 1 from fantasy_football_cards where generation_id = generations.generation_id) limit 200`,
      )
      .all<{ detail: string }>()
    const plan = results.map(({ detail }) => detail).join('\n')
    expect(plan).toContain('generations_swept')
    expect(plan).not.toMatch(/SCAN (?!generations USING INDEX generations_swept)/)
  })
})
