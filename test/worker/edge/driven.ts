import { runInDurableObject } from 'cloudflare:test'
import { expect } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import type { ClientConfig } from '#shared/contracts/config.ts'
import type { Overrides } from '#worker/compose.ts'
import type { GenerationJobBase } from '#worker/edge/generations/job.ts'
import { isOver, getWakeTime } from '#worker/edge/generations/machine.ts'
import type { JobSteps } from '#worker/edge/generations/steps.ts'
import type { Env } from '#worker/env.ts'
import { createTestApp, noPictures, type TestVisitor } from '../../support/app.ts'
import { testEnv } from '../../support/env.ts'
import { createStubArtist } from '../../support/stub-artist.ts'
import { getJobStub } from './hosted-job.ts'
import { sendForm } from './generating.ts'

export { createArt } from '../../support/stub-artist.ts'

type Setup = {
  /** The clock's start. Defaults to {@link createClockAtMidday}. */
  readonly time?: { now: number }
  readonly overrides?: Overrides
  readonly vars?: Record<string, string>
  /** Runs before the real steps. */
  readonly steps?: (real: JobSteps) => Partial<JobSteps>
  /** Runs an alarm: once and successfully, unless overridden. */
  readonly ring?: (alarm: () => Promise<void>) => Promise<void>
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/**
 * Returns a time so far ahead that no alarm runs by itself, so near that stored photos have not expired, and in the
 * middle of a UTC day.
 */
export function createClockAtMidday(): { now: number } {
  const now = Date.now() + 10 * MINUTE
  const untilMidnight = DAY - (now % DAY)
  return { now: untilMidnight > 15 * MINUTE ? now : now + untilMidnight + MINUTE }
}

/** The whole Worker with a clock that tests move and a stub artist that tests script. Everything else is real. */
export function createDrivenApp({
  time = createClockAtMidday(),
  overrides = {},
  vars = {},
  steps = () => ({}),
  ring = (alarm) => alarm(),
}: Setup = {}) {
  const { seen, made, overrides: stub } = createStubArtist()
  const env = { ...testEnv(), ...vars } as Env
  const app = createTestApp({ clock: () => time.now, pictures: noPictures, ...stub, ...overrides }, env)
  const { steps: real } = app.services
  const driven: JobSteps = {
    check: (job) => real.check(job),
    settle: (job) => real.settle(job),
    draw: (job, signal) => real.draw(job, signal),
    finish: (job) => real.finish(job),
    redraw: (job, stats) => real.redraw(job, stats),
    cleanUp: (job) => real.cleanUp(job),
    ...steps(real),
  }

  const inside = <T>(id: string, use: (instance: GenerationJobBase, state: DurableObjectState) => Promise<T>) =>
    runInDurableObject(getJobStub(id), (instance: GenerationJobBase, state) => {
      instance.steps = driven
      instance.clock = () => time.now
      return use(instance, state)
    })
  /** Runs one alarm. */
  const step = (id: string) => inside(id, (instance) => instance.alarm())

  async function visitor(headers: Record<string, string> = {}) {
    const one = app.visitor(headers)
    await one.arrive()
    return one
  }

  async function begin(visitor: TestVisitor, fields: Record<string, string> = {}): Promise<string> {
    time.now += 1000
    const response = await sendForm(visitor, fields)
    expect(response.status).toBe(202)
    return (await response.json<Generation>()).id
  }

  const view = async (visitor: TestVisitor, id: string) =>
    (await visitor.send(`/api/generations/${id}`)).json<Generation>()

  /** Runs alarms until a generation has ended and its photo is deleted. */
  async function finish(visitor: TestVisitor, id: string): Promise<Generation> {
    for (let i = 0; i < 100; i++) {
      const job = await inside(id, async (instance) => {
        // The platform retries a failed alarm.
        await ring(() => instance.alarm()).catch(() => {})
        return (await instance.view())!
      })
      if (isOver(job) && job.photo === null) return view(visitor, id)
      time.now = Math.max(time.now, getWakeTime(job))
    }
    throw new Error('the generation did not end')
  }

  return {
    app,
    time,
    seen,
    made,
    inside,
    step,
    visitor,
    start: begin,
    view,
    finish,
    run: async (visitor: TestVisitor, fields: Record<string, string> = {}) =>
      finish(visitor, await begin(visitor, fields)),
    send: (visitor: TestVisitor, fields: Record<string, string> = {}) => sendForm(visitor, fields),
    left: async (visitor: TestVisitor) =>
      (await (await visitor.send('/api/config')).json<ClientConfig>()).generations.left,
  }
}

export type DrivenApp = ReturnType<typeof createDrivenApp>
