import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'

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
