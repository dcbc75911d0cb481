import { AppError, isErrorCode } from '#shared/client/errors.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { GenerationJobBase, JobResult } from './job.ts'
import type { Job } from './machine.ts'

const KNOWN_MAX = 5000

/**
 * Client of the generations' Durable Objects, by generation id.
 *
 * @param isKnown tells whether a generation with an id exists. Calling the object of an unknown id would create it.
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
    return (await this.exists(id)) ? this.getStub(id).view() : null
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

  private async exists(id: string): Promise<boolean> {
    if (this.known.has(id)) return true
    if (!(await this.isKnown(id))) return false
    this.remember(id)
    return true
  }

  private getStub(id: string) {
    return this.namespace.get(this.namespace.idFromName(id))
  }
}

function unwrap(result: JobResult): Job {
  if (result.ok) return result.job
  const { status, retryAfterSeconds } = result
  const { code, message } = result.body
  throw new AppError(isErrorCode(code) ? code : 'INTERNAL', message, {
    status,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  })
}
