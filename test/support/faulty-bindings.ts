import type { Env } from '#worker/env.ts'

/** A call fails before the store has it, or after the store has done it: then only the answer is lost. */
export type Moment = 'before' | 'after'

/** One call of an act: the n-th of its name, counted from 0. Calls that run at the same time have no other order. */
export type Point = { readonly name: string; readonly nth: number }

/** The methods of each binding that leave the isolate. */
const CALLS = {
  FILES: ['head', 'get', 'put', 'delete', 'list', 'createMultipartUpload'],
  GATE: ['get', 'getWithMetadata', 'put', 'delete', 'list'],
} as const
const STATEMENT_CALLS = ['run', 'all', 'first', 'raw']
const MULTIPART_CALLS = ['uploadPart', 'complete', 'abort']

/**
 * Bindings that fail when they are told to: D1, R2, KV and what is asked of Durable Objects. The calls of an act are its
 * points; a run without a fault lists them, and further runs fail one each.
 */
export function createFaultyBindings(real: Env) {
  let points: Point[] = []
  let fault: { point: Point; moment: Moment } | null = null
  let isHit = false

  async function call<T>(name: string, act: () => T | Promise<T>): Promise<T> {
    const nth = points.filter((point) => point.name === name).length
    points.push({ name, nth })
    if (fault?.point.name !== name || fault.point.nth !== nth) return act()
    isHit = true
    if (fault.moment === 'after') await act()
    throw new Error(`fault ${fault.moment} ${name}`)
  }

  /** The same object, each of whose `methods` is a point; `more` stands for others. */
  function wrapped<T extends object>(
    object: T,
    name: string,
    methods: readonly string[],
    more: Readonly<Record<string, unknown>> = {},
  ): T {
    return new Proxy(object, {
      get(target, property) {
        if (typeof property === 'string' && Object.hasOwn(more, property)) return more[property]
        const value = Reflect.get(target, property) as unknown
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const act = () => Reflect.apply(value, target, args) as unknown
          if (!methods.includes(String(property))) return act()
          return call(`${name}.${String(property)}`, act)
        }
      },
    })
  }

  const originals = new WeakMap<object, D1PreparedStatement>()
  const statementOf = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const faulty = wrapped(statement, `DB ${sql.trim().replaceAll(/\s+/gu, ' ').slice(0, 48)}`, STATEMENT_CALLS, {
      bind: (...values: unknown[]) => statementOf(statement.bind(...values), sql),
    })
    originals.set(faulty, statement)
    return faulty
  }
  const DB = wrapped(real.DB, 'DB', ['exec'], {
    prepare: (sql: string) => statementOf(real.DB.prepare(sql), sql),
    batch: (statements: D1PreparedStatement[]) =>
      call('DB.batch', () => real.DB.batch(statements.map((statement) => originals.get(statement) ?? statement))),
  })

  const FILES = wrapped(real.FILES, 'FILES', CALLS.FILES, {
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
    DB,
    FILES,
    GATE: wrapped(real.GATE, 'GATE', CALLS.GATE),
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
