import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, getVisitorId } from '../../support/app.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

describe('public settings', () => {
  beforeEach(freshDatabase)

  test('returns today’s quota and no secret in the public settings', async () => {
    const text = await (await createTestApp().send('/api/config')).text()
    expect(text).not.toMatch(/secret|service-key/)
    expect(JSON.parse(text)).toMatchObject({
      projectId: 'fantasy-cards',
      publicKey: 'public-fantasy-cards',
      contactCooldownMs: 20_000,
      generations: { left: 20, perDay: 20 },
    })
  })

  test('reads no database for a new browser’s settings, and counts a returning browser’s cards', async () => {
    const { db, counts } = createCountingDb(testEnv().DB)
    const visitor = createTestApp({ clock: () => NOW }, { ...testEnv(), DB: db }).visitor()
    const left = async () =>
      (await (await visitor.send('/api/config')).json<{ generations: { left: number } }>()).generations.left
    expect([await left(), counts.calls]).toEqual([20, 0])
    const id = getVisitorId(await visitor.arrive())
    const day = Math.floor(NOW / 86_400_000)
    await testEnv()
      .DB.prepare(
        `insert into generation_charges (generation, visitor, network, day, kind) values ('g', ?, 'n', ?, 'card')`,
      )
      .bind(id, day)
      .run()
    const before = counts.calls
    expect([await left(), counts.calls - before]).toEqual([19, 1])
  })
})

describe('gear drawings', () => {
  test('serves an SVG for each team and armor, and for nothing else', async () => {
    const app = createTestApp()
    for (const path of [
      'preview/green-bay-packers/duck',
      'front/green-bay-packers/duck',
      'gear/green-bay-packers/none',
    ]) {
      const response = await app.send(`/art/${path}.svg`)
      expect(response.headers.get('content-type'), path).toContain('image/svg+xml')
      expect(await response.text(), path).toMatch(/^<svg[\s\S]*<\/svg>$/)
    }
    const found = []
    for (const path of [
      'preview/london-foxes/duck.svg',
      'gear/green-bay-packers/tank.svg',
      'gear/green-bay-packers/duck.png',
    ])
      if ((await app.send(`/art/${path}`)).status !== 404) found.push(path)
    expect(found).toEqual([])
  })
})
