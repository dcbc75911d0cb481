import { AppError, isErrorCode } from '#shared/client/errors.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { GenerationJobBase, JobAnswer } from './job.ts'
import type { Job } from './machine.ts'

const KNOWN_MAX = 5000

/**
 * The objects that hold generations, by the id of each.
 *
 * @param isKnown whether there was a generation of this id: asking the object of any other would create it
 */
export class GenerationJobs {
  private readonly namespace: DurableObjectNamespace<GenerationJobBase>
  private readonly isKnown: (id: string) => Promise<boolean>
  private readonly known = new Set<string>()

  constructor(
    namespace: DurableObjectNamespace<GenerationJobBase>,
    isKnown: (id: string) => Promise<boolean> = () => Promise.resolve(true),
  ) {
    this.namespace = namespace
    this.isKnown = isKnown
  }

  async create(job: Job): Promise<Job> {
    this.remember(job.id)
    return unwrap(await this.getStub(job.id).create(job))
  }

  async view(id: string): Promise<Job | null> {
    return (await this.isThere(id)) ? this.getStub(id).view() : null
  }

  cancel(id: string): Promise<Job | null> {
    return this.getStub(id).cancel()
  }

  forget(id: string): Promise<void> {
    return this.getStub(id).forget()
  }

  async edit(id: string, stats: Stats): Promise<Job> {
    return unwrap(await this.getStub(id).edit(stats))
  }

  private remember(id: string): void {
    if (this.known.size >= KNOWN_MAX) this.known.clear()
    this.known.add(id)
  }

  private async isThere(id: string): Promise<boolean> {
    if (this.known.has(id)) return true
    if (!(await this.isKnown(id))) return false
    this.remember(id)
    return true
  }

  private getStub(id: string) {
    return this.namespace.get(this.namespace.idFromName(id))
  }
}

function unwrap(answer: JobAnswer): Job {
  if (answer.ok) return answer.job
  const { status, retryAfterSeconds } = answer
  const { code, message } = answer.body
  throw new AppError(isErrorCode(code) ? code : 'INTERNAL', message, {
    status,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  })
}
