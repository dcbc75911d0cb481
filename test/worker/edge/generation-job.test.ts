import { evictDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { createStats } from '#shared/domain/stats.ts'
import type { Job } from '#worker/edge/generations/machine.ts'
import { newId } from '#worker/http/signature.ts'
import { createTestApp, getVisitorId, ORIGIN } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { FINISHED, getJobStub, hostJob, newJob, START } from './hosted-job.ts'

beforeEach(freshDatabase)

describe('a generation', () => {
  test('retries a failing engine after 0, 500 and 1500 ms, and shows the visitor the attempt number', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const visitor = createTestApp({ clock: () => START }).visitor()
    const job = newJob(getVisitorId(await visitor.arrive()))
    const calls: number[] = []
    const hosted = await hostJob(job, {
      draw: async () => {
        calls.push(hosted.time.now - START)
        if (calls.length < 3) throw new AppError('AI_FAILED')
        return `${ORIGIN}/storage/fantasy-cards/ai/1.png`
      },
    })
    const seen: string[] = []
    const over = await hosted.run(async () => {
      const { state, attempt, attempts } = (await (
        await visitor.send(`/api/generations/${job.id}`)
      ).json()) as Generation
      const line = `${state} ${attempt}/${attempts}`
      if (seen.at(-1) !== line) seen.push(line)
    })

    expect(calls).toEqual([0, 500, 1500])
    expect(seen).toEqual(['drawing 0/4', 'drawing 1/4', 'drawing 2/4', 'finishing 3/4', 'ready 3/4'])
    expect(over).toMatchObject({ state: 'ready', card: { stats: job.rolledStats } })
    expect(hosted.removed).toEqual(['player-photos/1.jpg, ready'])
    quiet.mockRestore()
  })

  test('fails after four attempts with the engine’s own message, and deletes the photo', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const visitor = createTestApp().visitor()
    const job = newJob(getVisitorId(await visitor.arrive()))
    let calls = 0
    const hosted = await hostJob(job, {
      draw: async () => {
        calls++
        throw new AppError('AI_NO_IMAGE')
      },
    })
    await hosted.run()
    const result = (await (await visitor.send(`/api/generations/${job.id}`)).json()) as Generation
    expect(calls).toBe(4)
    expect(result).toMatchObject({
      state: 'failed',
      card: null,
      error: { code: 'AI_NO_IMAGE', message: 'AI returned no image.' },
    })
    expect(hosted.removed).toEqual(['player-photos/1.jpg, failed'])
    quiet.mockRestore()
  })

  test('cancels a generation during drawing: drops the late result and deletes the photo at once', async () => {
    const job = newJob('v')
    const results: string[] = []
    const hosted = await hostJob(job, {
      draw: async () => {
        while (results.length === 0) await scheduler.wait(5)
        return results[0]!
      },
    })
    await hosted.inside((instance) => instance.alarm())
    const drawing = hosted.inside((instance) => instance.alarm())
    await vi.waitFor(async () => expect((await getJobStub(job.id).view())?.attempt).toBe(1))

    await hosted.inside((instance) => instance.cancel())
    expect(hosted.removed).toEqual(['player-photos/1.jpg, cancelled'])
    results.push('https://late.example/art.png')
    await drawing

    expect(await getJobStub(job.id).view()).toMatchObject({ state: 'cancelled', artUrl: null, card: null, photo: null })
  })

  test('deletes everything of a card that was canceled while drawing', async () => {
    const job = newJob('v')
    const drawn: string[] = []
    const hosted = await hostJob(job, {
      finish: async ({ rolledStats: stats }) => {
        while (drawn.length === 0) await scheduler.wait(5)
        return { ...FINISHED, stats, imageUrl: drawn[0]! }
      },
    })
    for (let i = 0; i < 2; i++) await hosted.inside((instance) => instance.alarm())
    const finishing = hosted.inside((instance) => instance.alarm())
    await vi.waitFor(async () => expect((await getJobStub(job.id).view())?.state).toBe('finishing'))

    await hosted.inside((instance) => instance.cancel())
    drawn.push('https://late.example/card.jpg')
    await finishing

    expect(await getJobStub(job.id).view()).toMatchObject({ state: 'cancelled', card: null })
    expect(hosted.removed).toEqual(['player-photos/1.jpg, cancelled', 'player-photos/1.jpg, cancelled'])
  })

  test('draws two concurrent edits one after the other, and keeps the last one', async () => {
    const job = newJob('v')
    let running = 0
    const hosted = await hostJob(job, {
      redraw: async (_job, { strength }) => {
        expect(++running).toBe(1)
        await scheduler.wait(strength === 1 ? 50 : 1)
        running--
        return { imageUrl: `https://cards.example/${strength}.jpg` }
      },
    })
    await hosted.run()
    await hosted.inside((instance) => Promise.all([1, 2].map((value) => instance.edit(createStats(() => value)))))
    expect(await getJobStub(job.id).view()).toMatchObject({
      card: { imageUrl: 'https://cards.example/2.jpg', stats: createStats(() => 2) },
    })
  })

  test('resumes a generation whose host was evicted between two steps', async () => {
    const job = newJob('v')
    const first = await hostJob(job, {})
    await first.inside((instance) => instance.alarm())
    expect(await getJobStub(job.id).view()).toMatchObject({ state: 'drawing', attempt: 0 })

    await evictDurableObject(getJobStub(job.id))

    const second = await hostJob(job, {})
    const over = await second.run()
    expect(over).toMatchObject({ state: 'ready', attempt: 1 })
  })

  test('counts an attempt whose host died, and gives up after four deaths', async () => {
    const job: Job = { ...newJob('v'), state: 'drawing', attempt: 4 }
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const hosted = await hostJob(job, { draw: () => Promise.reject(new Error('killed')) })
    expect(await hosted.run()).toMatchObject({ state: 'failed' })
    quiet.mockRestore()
  })

  test('keeps retrying to delete a photo when storage fails, while the card is ready', async () => {
    const job = newJob('v')
    let refusals = 3
    const hosted = await hostJob(job, {
      cleanUp: async () => {
        if (refusals-- > 0) throw new Error('storage is down')
      },
    })
    const states: string[] = []
    const over = await hosted.run(
      async ({ state, photo }) => void states.push(`${state} ${photo === null ? 'gone' : 'there'}`),
    )
    expect(states).toContain('ready there')
    expect(over).toMatchObject({ state: 'ready', photo: null })
    expect(takeConsole()).toHaveLength(3)
  })

  test('forgets a generation after thirty days', async () => {
    const job = newJob('v')
    const hosted = await hostJob(job, {})
    await hosted.run()
    hosted.time.now = START + 30 * 86_400_000 - 1
    await hosted.inside((instance) => instance.alarm())
    expect(await getJobStub(job.id).view()).not.toBeNull()
    hosted.time.now += 1
    await hosted.inside((instance) => instance.alarm())
    expect(await getJobStub(job.id).view()).toBeNull()
  })

  test('returns the same response for another visitor’s generation as for a missing one', async () => {
    const app = createTestApp()
    const job = newJob(getVisitorId(await app.visitor().arrive()))
    await hostJob(job, {})
    const stranger = app.visitor()
    await stranger.arrive()
    const [foreign, missing] = await Promise.all(
      [job.id, newId()].map(async (id) => {
        const response = await stranger.send(`/api/generations/${id}`)
        const { requestId: _id, ...body } = (await response.json()) as Record<string, unknown>
        return { status: response.status, body }
      }),
    )
    expect(foreign!.status).toBe(404)
    expect(foreign).toEqual(missing)
    expect((await stranger.post(`/api/generations/${job.id}/cancel`, {})).status).toBe(404)
    expect((await stranger.post(`/api/generations/${job.id}/stats`, { stats: job.rolledStats })).status).toBe(404)
  })
})
