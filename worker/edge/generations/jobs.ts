import { AppError, isErrorCode } from '#shared/client/errors.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { GenerationJobBase, JobAnswer } from './job.ts'
import type { Job } from './machine.ts'

/** The objects that hold generations, by the id of each. */
export function createGenerationJobs(namespace: DurableObjectNamespace<GenerationJobBase>) {
  const stubOf = (id: string) => namespace.get(namespace.idFromName(id))

  return {
    create: async (job: Job): Promise<Job> => unwrap(await stubOf(job.id).create(job)),
    view: (id: string): Promise<Job | null> => stubOf(id).view(),
    cancel: (id: string): Promise<Job | null> => stubOf(id).cancel(),
    forget: (id: string): Promise<void> => stubOf(id).forget(),
    edit: async (id: string, stats: Stats): Promise<Job> => unwrap(await stubOf(id).edit(stats)),
  }
}

export type GenerationJobs = ReturnType<typeof createGenerationJobs>

function unwrap(answer: JobAnswer): Job {
  if (answer.ok) return answer.job
  const { status, retryAfterSeconds } = answer
  const { code, message } = answer.body
  throw new AppError(isErrorCode(code) ? code : 'INTERNAL', message, {
    status,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  })
}
