import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import type { GenerationJobBase } from '#worker/edge/generations/job.ts'
import { createGenerationJobs } from '#worker/edge/generations/jobs.ts'
import { createTestApp, type TestApp, type TestVisitor } from '../../support/app.ts'
import { filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'

vi.setConfig({ testTimeout: 90_000 })

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

const post = (visitor: TestVisitor, fields: Record<string, string>) =>
  visitor.form('/api/generations', {
    nickname: 'Ace',
    number: '12',
    team: 'Green Bay Packers',
    armor: 'none',
    photo: new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' }),
    ...fields,
  })

describe('a photo that comes with the oval of its face', () => {
  test.each(['{"cx":0.5', '{"cx":3,"cy":0.2,"s":0.2}', ''])('is refused when the oval is %j', async (face) => {
    const response = await post(app.visitor(), { face })
    expect(response.status).toBe(400)
    const { code, details } = (await response.json()) as { code: string; details: { path: string }[] }
    expect([code, details[0]?.path.split('.')[0]]).toEqual(['VALIDATION_ERROR', 'face'])
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  test('keeps the oval with the photo, for whoever draws it, and both go together', async () => {
    const visitor = app.visitor()
    const { id } = (await (await post(visitor, { face: '{"cx":0.44,"cy":0.21,"s":0.2}' })).json()) as Generation
    const jobs = createGenerationJobs(testEnv().JOBS as DurableObjectNamespace<GenerationJobBase>)
    expect((await jobs.view(id))?.photo?.face).toEqual({ cx: 0.44, cy: 0.21, s: 0.2, roll: 0 })

    await vi.waitFor(async () => expect((await jobs.view(id))?.state).toBe('ready'), { timeout: 30_000, interval: 100 })
    await vi.waitFor(async () => expect(await filesBelow('player-photos/')).toEqual([]), { timeout: 10_000 })
    expect((await jobs.view(id))?.photo).toBeNull()
  })
})
