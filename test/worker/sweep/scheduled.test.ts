import { createScheduledController } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import worker from '#worker/index.ts'
import { filesBelow, getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const DAY_MS = 86_400_000

beforeEach(freshDatabase)

const ringAt = (time: number) =>
  worker.scheduled(createScheduledController({ scheduledTime: new Date(time), cron: '*/5 * * * *' }), testEnv())

test('sweeps what has expired by its scheduled time, and keeps the rest', async () => {
  const start = Date.now()
  const at = (ms: number) => new Date(start + ms).toISOString()
  await seedCard({ id: 'draft', visibility: 'draft', draftedAt: at(0) })
  await seedCard({ id: 'shared', visibility: 'unlisted', draftedAt: at(0) })
  await testEnv().FILES.put('player-photos/1.jpg', 'photo')
  await testEnv()
    .DB.prepare(
      "insert into contact_submissions (id, name, email, message, created_at) values ('m', 'A', 'a@b.c', 'hi', ?)",
    )
    .bind(at(0))
    .run()
  await testEnv()
    .DB.prepare(
      "insert into outbox (id, recipient, subject, body, created_at) values ('o', 'admin', 'New message', 'hi', ?)",
    )
    .bind(at(0))
    .run()
  const captured = () => testEnv().DB.prepare("select id from outbox where id = 'o'").first()
  const message = () => testEnv().DB.prepare("select id from contact_submissions where id = 'm'").first()

  await ringAt(start + 59 * 60_000)
  expect(await filesBelow('player-photos/')).toHaveLength(1)
  await ringAt(start + 61 * 60_000)
  expect(await filesBelow('player-photos/')).toEqual([])

  await ringAt(start + 29 * DAY_MS)
  expect(await getCardRow('draft')).not.toBeNull()
  await ringAt(start + 31 * DAY_MS)
  expect(await getCardRow('draft')).toBeNull()
  expect(await getCardRow('shared')).not.toBeNull()

  await ringAt(start + 729 * DAY_MS)
  expect(await message()).not.toBeNull()
  await ringAt(start + 732 * DAY_MS)
  expect([await message(), await captured()]).toEqual([null, null])
})
