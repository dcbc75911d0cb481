import type { Env } from '#worker/env.ts'
import { interceptMethods, interceptDatabase } from '../intercepted-bindings.ts'

/**
 * The call of an action that fails: the n-th, counted from 0. A call that fails `after` took effect, but its response is
 * lost.
 */
export type Failure = { readonly nth: number; readonly moment: 'before' | 'after' }

/** The platform's messages for transient failures, after which an action may be retried. */
const PLATFORM_WORDS = {
  DB: 'D1_ERROR: Network connection lost.',
  FILES: 'We encountered an internal error. Please try again. (10001)',
  GATE: 'KV PUT failed: 500 Internal Server Error',
  JOBS: 'Network connection lost.',
  MAIL: 'Network connection lost.',
}

/** The binding methods that leave the isolate. */
const BINDING_CALLS = {
  FILES: ['head', 'get', 'put', 'delete', 'list', 'createMultipartUpload'],
  GATE: ['get', 'getWithMetadata', 'put', 'delete', 'list'],
  MAIL: ['send'],
} as const

/** Wraps the D1, R2, KV, generation job and mail bindings so that one of their calls fails, once. */
export function createFailsOnce(real: Env) {
  let failure: Failure | null = null
  const calls: string[] = []

  const passThrough =
    (binding: keyof typeof PLATFORM_WORDS) =>
    async (name: string, run: () => unknown): Promise<unknown> => {
      const isFailing = calls.push(name) - 1 === failure?.nth
      if (!isFailing) return run()
      if (failure?.moment === 'after') await run()
      throw new Error(PLATFORM_WORDS[binding])
    }
  const wrapped = <T extends object>(binding: 'FILES' | 'GATE' | 'MAIL', object: T): T =>
    interceptMethods(object, binding, BINDING_CALLS[binding], passThrough(binding))

  const getJob = (id: DurableObjectId) =>
    new Proxy(real.JOBS.get(id), {
      get: (stub, name) => {
        const value = Reflect.get(stub, name) as unknown
        if (typeof name !== 'string' || typeof value !== 'function') return value
        return (...args: unknown[]) =>
          passThrough('JOBS')(`JOBS.${name}`, () =>
            (stub as unknown as Record<string, (...args: unknown[]) => unknown>)[name]!(...args),
          )
      },
    })

  const env: Env = {
    ...real,
    DB: interceptDatabase(real.DB, passThrough('DB')),
    FILES: wrapped('FILES', real.FILES),
    GATE: wrapped('GATE', real.GATE),
    JOBS: interceptMethods(real.JOBS, 'JOBS', [], passThrough('JOBS'), { get: getJob }),
    ...(real.MAIL && { MAIL: wrapped('MAIL', real.MAIL) }),
  }

  return {
    env,
    /** Runs an action. @returns its result, its calls, and the failed call, or null if the action makes fewer calls */
    async during<T>(next: Failure, run: () => Promise<T>) {
      failure = next
      calls.length = 0
      try {
        const result = await run()
        return { result, calls: [...calls], failed: calls[next.nth] ?? null }
      } finally {
        failure = null
      }
    },
  }
}

export type FailsOnce = ReturnType<typeof createFailsOnce>
