import { beforeEach, describe, expect, test } from 'vitest'
import { CARD_SWEEPS } from '#worker/backend/cards/sweeps.ts'
import { type SweepDeps, sweepTasks } from '#worker/backend/sweep.ts'
import type { SweptFiles } from '#worker/backend/sweep-files.ts'
import { Tasks } from '#worker/operate/tasks.ts'
import { createTestApp } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import {
  isoTimeAgo,
  createStorage,
  DAY,
  keys,
  MINUTE,
  rows,
  sweepArtFrom,
  writeCard,
  writeMessage,
} from './sweeping.ts'

beforeEach(freshDatabase)

const sweepWith = (deps: Omit<SweepDeps, 'clock'>) =>
  new Tasks({ db: testEnv().DB, clock: Date.now }).runAll(sweepTasks(CARD_SWEEPS, { ...deps, clock: Date.now }))

describe('a sweep', () => {
  test('runs the other tasks of a sweep when one fails, reports it, and completes it the next time', async () => {
    await writeCard('old', { visibility: 'draft', draftedAt: isoTimeAgo(31 * DAY) })
    await writeMessage('old', isoTimeAgo(800 * DAY))
    const { services } = createTestApp()
    const storage = {
      list: async function* () {},
      pageAfter: () => Promise.reject(new Error('R2 is away')),
      getExpiry: () => 0,
      remove: () => Promise.reject(new Error('R2 is away')),
    }
    expect(await sweepWith({ db: testEnv().DB, storage })).toMatchObject({ photos: null, drafts: null, messages: 1 })
    expect(JSON.stringify(takeConsole())).toContain('R2 is away')
    // The card is gone for everyone, and its leftovers are still tracked.
    expect(await rows('fantasy_football_cards')).toEqual([])

    await services.sweep()
    expect(await rows('generations')).toEqual([])
    expect(await keys()).toEqual(['ai/0old.png'])
    await sweepArtFrom(Date.now() + 25 * 60 * MINUTE)
    expect(await keys()).toEqual([])
  })

  describe('a draft saved during the sweep', () => {
    const save = async () =>
      (await testEnv().DB.prepare("update fantasy_football_cards set visibility = 'public' where id = 'old'").run())
        .meta.changes

    test('keeps all images of a draft that was saved just before the sweep', async () => {
      await writeCard('old', { visibility: 'draft', draftedAt: isoTimeAgo(31 * DAY) })
      const before = await keys()
      const db = new Proxy(testEnv().DB, {
        get: (target, name) =>
          name === 'batch'
            ? async (statements: D1PreparedStatement[]) => {
                await save()
                return target.batch(statements)
              }
            : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
      })
      expect(await sweepWith({ db, storage: createStorage() })).toMatchObject({ drafts: 0 })
      expect(await rows('fantasy_football_cards')).toEqual(['old'])
      expect(await keys()).toEqual(before)
    })

    test('refuses to save a draft once the sweep has deleted its first image', async () => {
      await writeCard('old', { visibility: 'draft', draftedAt: isoTimeAgo(31 * DAY) })
      const real = createStorage()
      const saved: number[] = []
      const remove = async (paths: readonly string[]) => {
        await real.remove(paths)
        if (paths.length > 0) saved.push(await save())
      }
      const watched: SweptFiles = {
        list: (prefix) => real.list(prefix),
        pageAfter: (prefix, after) => real.pageAfter(prefix, after),
        getExpiry: (file) => real.getExpiry(file),
        remove,
      }
      expect(await sweepWith({ db: testEnv().DB, storage: watched })).toMatchObject({
        drafts: 1,
      })
      expect(saved.length).toBeGreaterThan(1)
      expect(new Set(saved)).toEqual(new Set([0]))
      expect(await keys()).toEqual([])
    })
  })
})
