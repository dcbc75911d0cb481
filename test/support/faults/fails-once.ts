import type { Env } from '#worker/env.ts'
import { intercepted, interceptedDatabase } from '../intercepted-bindings.ts'

/** One failing call: the n-th that an act makes, counted from 0. A call that fails `after` took effect; its answer is lost. */
export type Failure = { readonly nth: number; readonly moment: 'before' | 'after' }

/** The platform's own words for a failure that passes: an act that fails with them may be tried again. */
const PLATFORM_WORDS = {
  DB: 'D1_ERROR: Network connection lost.',
  FILES: 'We encountered an internal error. Please try again. (10001)',
  GATE: 'KV PUT failed: 500 Internal Server Error',
  JOBS: 'Network connection lost.',
  MAIL: 'Network connection lost.',
}

/** The methods of each binding that leave the isolate. */
const BINDING_CALLS = {
  FILES: ['head', 'get', 'put', 'delete', 'list', 'createMultipartUpload'],
  GATE: ['get', 'getWithMetadata', 'put', 'delete', 'list'],
  MAIL: ['send'],
} as const

/** Wraps the bindings D1, R2, KV, the generation job and mail so that one of their calls fails, once. */
export function createFailsOnce(real: Env) {
  let failure: Failure | null = null
  const calls: string[] = []

  const throughOf =
    (binding: keyof typeof PLATFORM_WORDS) =>
    async (name: string, act: () => unknown): Promise<unknown> => {
      const isFailing = calls.push(name) - 1 === failure?.nth
      if (!isFailing) return act()
      if (failure?.moment === 'after') await act()
      throw new Error(PLATFORM_WORDS[binding])
    }
  const wrapped = <T extends object>(binding: 'FILES' | 'GATE' | 'MAIL', object: T): T =>
    intercepted(object, binding, BINDING_CALLS[binding], throughOf(binding))

  const jobOf = (id: DurableObjectId) =>
    new Proxy(real.JOBS.get(id), {
      get: (stub, name) => {
        const value = Reflect.get(stub, name) as unknown
        if (typeof name !== 'string' || typeof value !== 'function') return value
        return (...args: unknown[]) =>
          throughOf('JOBS')(`JOBS.${name}`, () =>
            (stub as unknown as Record<string, (...args: unknown[]) => unknown>)[name]!(...args),
          )
      },
    })

  const env: Env = {
    ...real,
    DB: interceptedDatabase(real.DB, throughOf('DB')),
    FILES: wrapped('FILES', real.FILES),
    GATE: wrapped('GATE', real.GATE),
    JOBS: intercepted(real.JOBS, 'JOBS', [], throughOf('JOBS'), { get: jobOf }),
    ...(real.MAIL && { MAIL: wrapped('MAIL', real.MAIL) }),
  }

  return {
    env,
    /** Runs an act. @returns its answer, and the call that failed: null when the act makes fewer calls */
    async during<T>(next: Failure, act: () => Promise<T>) {
      failure = next
      calls.length = 0
      try {
        const answer = await act()
        return { answer, failed: calls[next.nth] ?? null }
      } finally {
        failure = null
      }
    },
  }
}

export type FailsOnce = ReturnType<typeof createFailsOnce>
