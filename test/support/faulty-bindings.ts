import type { Env } from '#worker/env.ts'
import { BINDING_CALLS } from '#worker/http/counted-bindings.ts'
import { intercepted, interceptedDatabase } from '#worker/http/intercepted-bindings.ts'

/** A call fails before the store has it, or after the store has done it: then only the answer is lost. */
export type Moment = 'before' | 'after'

/** One call of an act: the n-th of its name, counted from 0. Calls that run at the same time have no other order. */
export type Point = { readonly name: string; readonly nth: number }

const MULTIPART_CALLS = ['uploadPart', 'complete', 'abort']

/**
 * Bindings that fail when they are told to: D1, R2, KV and what is asked of Durable Objects. The calls of an act are its
 * points; a run without a fault lists them, and further runs fail one each.
 */
export function createFaultyBindings(real: Env) {
  let points: Point[] = []
  let fault: { point: Point; moment: Moment } | null = null
  let isHit = false

  async function call<T>(query: string, act: () => T | Promise<T>): Promise<T> {
    const name = query.trim().replaceAll(/\s+/gu, ' ').slice(0, 60)
    const nth = points.filter((point) => point.name === name).length
    points.push({ name, nth })
    if (fault?.point.name !== name || fault.point.nth !== nth) return act()
    isHit = true
    if (fault.moment === 'after') await act()
    throw new Error(`fault ${fault.moment} ${name}`)
  }

  const wrapped = <T extends object>(object: T, name: string, methods: readonly string[], more = {}): T =>
    intercepted(object, name, methods, call, more)
  const FILES = wrapped(real.FILES, 'FILES', BINDING_CALLS.FILES, {
    createMultipartUpload: (...args: Parameters<R2Bucket['createMultipartUpload']>) =>
      call('FILES.createMultipartUpload', async () =>
        wrapped(await real.FILES.createMultipartUpload(...args), 'FILES upload', MULTIPART_CALLS),
      ),
  })

  /** Whatever is asked of an object is a point: its methods are known to itself alone. */
  const objectsOf = (namespace: DurableObjectNamespace, name: string) =>
    wrapped(namespace, name, [], {
      get: (id: DurableObjectId) => {
        const stub = namespace.get(id)
        return new Proxy(stub, {
          get: (target, property) => {
            if (typeof property !== 'string' || property === 'id' || property === 'name')
              return Reflect.get(target, property) as unknown
            return (...args: unknown[]) =>
              call(`${name}.${property}`, () =>
                (target as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[property]!(...args),
              )
          },
        })
      },
    })

  const env: Env = {
    ...real,
    DB: interceptedDatabase(real.DB, call),
    FILES,
    GATE: wrapped(real.GATE, 'GATE', BINDING_CALLS.GATE),
    JOBS: objectsOf(real.JOBS, 'JOBS'),
    CHANNELS: objectsOf(real.CHANNELS, 'CHANNELS'),
    GATEWAYS: objectsOf(real.GATEWAYS, 'GATEWAYS'),
  }

  return {
    env,
    /** Does an act. @returns its answer, its points, and whether the fault was reached */
    async during<T>(next: { point: Point; moment: Moment } | null, act: () => Promise<T>) {
      points = []
      fault = next
      isHit = false
      try {
        const answer = await act()
        return { answer, points: [...points], isHit }
      } finally {
        fault = null
      }
    },
  }
}
