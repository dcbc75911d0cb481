import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, idOf } from '../../support/app.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

describe('the settings a browser may know', () => {
  test('hold no secret, and today’s quota', async () => {
    const text = await (await createTestApp().send('/api/config')).text()
    expect(text).not.toMatch(/secret|service-key/)
    expect(JSON.parse(text)).toMatchObject({
      projectId: 'fantasy-cards',
      publicKey: 'public-fantasy-cards',
      contactCooldownMs: 20_000,
      generations: { left: 20, perDay: 20 },
    })
  })

  test('ask no database for a browser that comes for the first time, and count what it has made when it is back', async () => {
    const { db, counts } = createCountingDb(testEnv().DB)
    const visitor = createTestApp({}, { ...testEnv(), DB: db }).visitor()
    const left = async () =>
      (await (await visitor.send('/api/config')).json<{ generations: { left: number } }>()).generations.left
    expect([await left(), counts.calls]).toEqual([20, 0])
    const id = idOf(await visitor.arrive())
    const day = Math.floor(Date.now() / 86_400_000)
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

describe('the drawn gear', () => {
  test.each([
    '/art/preview/green-bay-packers/duck.svg',
    '/art/front/green-bay-packers/duck.svg',
    '/art/gear/green-bay-packers/none.svg',
  ])('%s is a picture', async (path) => {
    const response = await createTestApp().send(path)
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg[\s\S]*<\/svg>$/)
  })

  test.each([
    '/art/preview/london-foxes/duck.svg',
    '/art/gear/green-bay-packers/tank.svg',
    '/art/gear/green-bay-packers/duck.png',
  ])('%s is not there', async (path) => expect((await createTestApp().send(path)).status).toBe(404))
})
