import { AppError, isErrorCode } from '#shared/client/errors.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { GenerationJobBase, JobAnswer } from './job.ts'
import type { Job } from './machine.ts'

const KNOWN_KEPT = 5000

/**
 * The objects that hold generations, by the id of each.
 *
 * @param isKnown whether there was a generation of this id: asking the object of any other would create it
 */
export function createGenerationJobs(
  namespace: DurableObjectNamespace<GenerationJobBase>,
  isKnown: (id: string) => Promise<boolean> = () => Promise.resolve(true),
) {
  const known = new Set<string>()
  function remember(id: string): void {
    if (known.size >= KNOWN_KEPT) known.clear()
    known.add(id)
  }
  async function isThere(id: string): Promise<boolean> {
    if (known.has(id)) return true
    if (!(await isKnown(id))) return false
    remember(id)
    return true
  }
  const stubOf = (id: string) => namespace.get(namespace.idFromName(id))

  return {
    async create(job: Job): Promise<Job> {
      remember(job.id)
      return unwrap(await stubOf(job.id).create(job))
    },
    view: async (id: string): Promise<Job | null> => ((await isThere(id)) ? stubOf(id).view() : null),
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
