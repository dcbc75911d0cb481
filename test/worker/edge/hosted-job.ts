import { runInDurableObject } from 'cloudflare:test'
import { rollStats } from '#shared/domain/stats.ts'
import type { GenerationJobBase } from '#worker/edge/generations/job.ts'
import { type Job, getWakeTime } from '#worker/edge/generations/machine.ts'
import type { JobSteps } from '#worker/edge/generations/steps.ts'
import { newId } from '#worker/http/signature.ts'
import { ORIGIN } from '../../support/app.ts'
import { testEnv } from '../../support/env.ts'

/** A time so far ahead that no alarm runs by itself. These tests move the clock and run the alarm. */
export const START = Date.UTC(2100, 0, 1)

const jobs = () => testEnv().JOBS as DurableObjectNamespace<GenerationJobBase>
export const getJobStub = (id: string) => jobs().get(jobs().idFromName(id))

export const newJob = (visitorId: string): Job => ({
  id: newId(),
  visitor: { kind: 'visitor', id: visitorId, address: 'network' },
  origin: ORIGIN,
  player: { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck' },
  createdAt: START,
  rolledStats: rollStats(() => 0.5),
  cardId: newId(),
  edition: newId(),
  state: 'checking',
  attempt: 0,
  nextAt: START,
  photo: { path: 'player-photos/1.jpg', url: `${ORIGIN}/storage/fantasy-cards/player-photos/1.jpg`, removals: 0 },
  artUrl: null,
  card: null,
  error: null,
  version: 1,
})

/** The result of a generation's last step, besides its stats. */
export const FINISHED = {
  imageUrl: `${ORIGIN}/storage/fantasy-cards/cards/1/1.jpg`,
  made: { finish: 'ink', notices: [] },
} as const

/** Charges a generation, which makes it known. The charge is too old to count for a quota. */
const charge = ({ id, visitor }: Job) =>
  testEnv()
    .DB.prepare(
      `insert or ignore into generation_charges (generation, visitor, network, day, kind, card)
       values (?1, ?2, 'network', 0, 'card', null)`,
    )
    .bind(id, visitor.id)
    .run()

/** A generation whose steps and clock the test controls. */
export async function hostJob(job: Job, steps: Partial<JobSteps>) {
  await charge(job)
  const time = { now: START }
  const removed: string[] = []
  const double: JobSteps = {
    check: async () => ({ question: null, isSmiling: true }),
    settle: async () => {},
    draw: async () => `${ORIGIN}/storage/fantasy-cards/ai/1.png`,
    finish: async ({ rolledStats: stats }) => ({ ...FINISHED, stats }),
    redraw: async () => ({ imageUrl: `${ORIGIN}/storage/fantasy-cards/cards/1/2.jpg` }),
    cleanUp: async ({ photo, state }) => void removed.push(`${photo?.path ?? 'no photo'}, ${state}`),
    ...steps,
  }
  const inside = <T>(use: (instance: GenerationJobBase) => Promise<T>) =>
    runInDurableObject(getJobStub(job.id), async (instance: GenerationJobBase) => {
      instance.steps = double
      instance.clock = () => time.now
      return use(instance)
    })
  await inside((instance) => instance.create(job))
  return {
    time,
    removed,
    inside,
    /** Moves the clock in small steps and runs the alarm at each, until the job has ended and its photo is deleted. */
    run: async (each: (job: Job) => Promise<void> = async () => {}) => {
      for (let i = 0; i < 400; i++) {
        const current = await inside(async (instance) => {
          await instance.alarm()
          return (await instance.view())!
        })
        await each(current)
        if (current.photo === null) return current
        if (getWakeTime(current) > time.now) time.now += 100
      }
      throw new Error('the generation did not end')
    },
  }
}
