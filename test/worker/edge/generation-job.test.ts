import { evictDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { statsOf } from '#shared/domain/stats.ts'
import type { Job } from '#worker/edge/generations/machine.ts'
import { newId } from '#worker/http/signature.ts'
import { createTestApp, idOf, ORIGIN } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { FINISHED, hostJob, newJob, START, stubOf } from './hosted-job.ts'

beforeEach(freshDatabase)

describe('a generation', () => {
  test('calls an engine that fails twice at 0, 500 and 1500 ms, and the visitor sees which try it is', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const visitor = createTestApp({ clock: () => START }).visitor()
    const job = newJob(idOf(await visitor.arrive()))
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

  test('fails after four tries with the engine’s own words, and its photo is removed', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const visitor = createTestApp().visitor()
    const job = newJob(idOf(await visitor.arrive()))
    let calls = 0
    const hosted = await hostJob(job, {
      draw: async () => {
        calls++
        throw new AppError('AI_NO_IMAGE')
      },
    })
    await hosted.run()
    const answer = (await (await visitor.send(`/api/generations/${job.id}`)).json()) as Generation
    expect(calls).toBe(4)
    expect(answer).toMatchObject({
      state: 'failed',
      card: null,
      error: { code: 'AI_NO_IMAGE', message: 'AI returned no image.' },
    })
    expect(hosted.removed).toEqual(['player-photos/1.jpg, failed'])
    quiet.mockRestore()
  })

  test('can be cancelled while the engine is busy: the late answer is dropped and the photo is gone at once', async () => {
    const job = newJob('v')
    const answers: string[] = []
    const hosted = await hostJob(job, {
      draw: async () => {
        while (answers.length === 0) await scheduler.wait(5)
        return answers[0]!
      },
    })
    await hosted.inside((instance) => instance.alarm())
    const drawing = hosted.inside((instance) => instance.alarm())
    await vi.waitFor(async () => expect((await stubOf(job.id).view())?.attempt).toBe(1))

    await hosted.inside((instance) => instance.cancel())
    expect(hosted.removed).toEqual(['player-photos/1.jpg, cancelled'])
    answers.push('https://late.example/art.png')
    await drawing

    expect(await stubOf(job.id).view()).toMatchObject({ state: 'cancelled', artUrl: null, card: null, photo: null })
  })

  test('cancelled while its card is being drawn leaves nothing of the card', async () => {
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
    await vi.waitFor(async () => expect((await stubOf(job.id).view())?.state).toBe('finishing'))

    await hosted.inside((instance) => instance.cancel())
    drawn.push('https://late.example/card.jpg')
    await finishing

    expect(await stubOf(job.id).view()).toMatchObject({ state: 'cancelled', card: null })
    expect(hosted.removed).toEqual(['player-photos/1.jpg, cancelled', 'player-photos/1.jpg, cancelled'])
  })

  test('edited twice at once is drawn one after the other, and the last one stays', async () => {
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
    await hosted.inside((instance) => Promise.all([1, 2].map((value) => instance.edit(statsOf(() => value)))))
    expect(await stubOf(job.id).view()).toMatchObject({
      card: { imageUrl: 'https://cards.example/2.jpg', stats: statsOf(() => 2) },
    })
  })

  test('goes on where it was after its host was evicted between two steps', async () => {
    const job = newJob('v')
    const first = await hostJob(job, {})
    await first.inside((instance) => instance.alarm())
    expect(await stubOf(job.id).view()).toMatchObject({ state: 'drawing', attempt: 0 })

    await evictDurableObject(stubOf(job.id))

    const second = await hostJob(job, {})
    const over = await second.run()
    expect(over).toMatchObject({ state: 'ready', attempt: 1 })
  })

  test('counts a try whose host died in the middle, and gives up after four deaths', async () => {
    const job: Job = { ...newJob('v'), state: 'drawing', attempt: 4 }
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const hosted = await hostJob(job, { draw: () => Promise.reject(new Error('killed')) })
    expect(await hosted.run()).toMatchObject({ state: 'failed' })
    quiet.mockRestore()
  })

  test('keeps trying to remove a photo that storage will not let go, while the card is ready already', async () => {
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

  test('is kept for thirty days and then forgotten', async () => {
    const job = newJob('v')
    const hosted = await hostJob(job, {})
    await hosted.run()
    hosted.time.now = START + 30 * 86_400_000 - 1
    await hosted.inside((instance) => instance.alarm())
    expect(await stubOf(job.id).view()).not.toBeNull()
    hosted.time.now += 1
    await hosted.inside((instance) => instance.alarm())
    expect(await stubOf(job.id).view()).toBeNull()
  })

  test('of another visitor cannot be told from a missing one', async () => {
    const app = createTestApp()
    const job = newJob(idOf(await app.visitor().arrive()))
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
