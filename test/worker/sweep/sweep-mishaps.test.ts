import { beforeEach, describe, expect, test } from 'vitest'
import { CARD_SWEEPS } from '#worker/backend/cards/sweeps.ts'
import { createStorageService } from '#worker/backend/storage/service.ts'
import { type SweepDeps, sweepTasks } from '#worker/backend/sweep.ts'
import { createTasks } from '#worker/operate/tasks.ts'
import { createTestApp } from '../../support/app.ts'
import { PROJECT } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { ago, DAY, keys, MINUTE, rows, sweepAt, writeCard, writeMessage } from './sweeping.ts'

beforeEach(freshDatabase)

const sweepWith = (deps: Omit<SweepDeps, 'clock'>) =>
  createTasks({ db: testEnv().DB, clock: Date.now }).runAll(sweepTasks(CARD_SWEEPS, { ...deps, clock: Date.now }))

describe('a sweep', () => {
  test('that fails in one part does the others, says so, and makes it good the next time', async () => {
    await writeCard('old', { visibility: 'draft', draftedAt: ago(31 * DAY) })
    await writeMessage('old', ago(800 * DAY))
    const { services } = createTestApp()
    const storage = {
      list: async function* () {},
      pageAfter: () => Promise.reject(new Error('R2 is away')),
      expiryOf: () => 0,
      remove: () => Promise.reject(new Error('R2 is away')),
    }
    expect(await sweepWith({ db: testEnv().DB, storage })).toMatchObject({ photos: null, drafts: null, messages: 1 })
    expect(JSON.stringify(takeConsole())).toContain('R2 is away')
    // Its card is gone for everybody, and nothing that is left of it is forgotten.
    expect(await rows('fantasy_football_cards')).toEqual([])

    await services.sweep()
    expect(await rows('generations')).toEqual([])
    expect(await keys()).toEqual(['ai/0old.png'])
    for (let i = 0; i < 16; i++) await sweepAt(Date.now() + 25 * 60 * MINUTE + i * 5 * MINUTE)
    expect(await keys()).toEqual([])
  })

  describe('of a draft that is saved in the same instant', () => {
    const save = async () =>
      (await testEnv().DB.prepare("update fantasy_football_cards set visibility = 'public' where id = 'old'").run())
        .meta.changes
    const storage = () =>
      createStorageService({
        files: testEnv().FILES,
        db: testEnv().DB,
        clock: Date.now,
        projectId: PROJECT,
        publicUrl: null,
        cleanPhoto: async (bytes) => bytes,
      })

    test('leaves it all its pictures when the save was first', async () => {
      await writeCard('old', { visibility: 'draft', draftedAt: ago(31 * DAY) })
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
      expect(await sweepWith({ db, storage: storage() })).toMatchObject({ drafts: 0 })
      expect(await rows('fantasy_football_cards')).toEqual(['old'])
      expect(await keys()).toEqual(before)
    })

    test('leaves nothing to save once a first picture is gone', async () => {
      await writeCard('old', { visibility: 'draft', draftedAt: ago(31 * DAY) })
      const real = storage()
      const saved: number[] = []
      const remove = async (paths: readonly string[]) => {
        await real.remove(paths)
        if (paths.length > 0) saved.push(await save())
      }
      const watched = { ...real, remove }
      expect(await sweepWith({ db: testEnv().DB, storage: watched })).toMatchObject({
        drafts: 1,
      })
      expect(saved.length).toBeGreaterThan(1)
      expect(new Set(saved)).toEqual(new Set([0]))
      expect(await keys()).toEqual([])
    })
  })
})
