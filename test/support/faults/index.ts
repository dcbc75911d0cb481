import type { Env } from '#worker/env.ts'
import { BINDING_CALLS } from '#worker/http/counted-bindings.ts'
import { intercepted, interceptedDatabase } from '#worker/http/intercepted-bindings.ts'
import type { Fault, Part, Tools } from './catalogue.ts'
import type { Injection, Point } from './choose.ts'
import { createKvMemory } from './kv-memory.ts'

export { type Fault, FAULTS, type Part } from './catalogue.ts'
export { type Injection, injectionsOf, type Point, toldOf } from './choose.ts'
export { createFrameStorm } from './frames.ts'
export { createHostileKv, type Hostility } from './hostile-kv.ts'

const MULTIPART_CALLS = ['uploadPart', 'complete', 'abort']
/** Of a statement, so much is its name. */
const NAME_CHARACTERS = 60
/** A statement without its comments: they tell two askings apart. */
const nameOf = (query: string): string =>
  query.replaceAll(/--.*$/gmu, '').trim().replaceAll(/\s+/gu, ' ').slice(0, NAME_CHARACTERS)
const NO_TOOLS = { address: null, signal: null, asOf: () => null }

type FaultsOptions = {
  /** Of the clock: the present when missing. */
  readonly time?: { now: number }
  /** What stands where `fetch` leads. Missing: the platform's own. */
  readonly fetch?: typeof fetch
  readonly cache?: Pick<Cache, 'match' | 'put'>
}

/**
 * The platform with faults: D1, KV, R2, what is asked of Durable Objects, mail, the cache of the data center, other hosts
 * and the clock. Calls of an act are its points; a run without a fault lists them, and further runs have one fault each.
 * Of sockets, {@link createFrameStorm} has the faults.
 */
export function createFaults(real: Env, options: FaultsOptions = {}) {
  const { time = { now: Date.now() } } = options
  let points: Point[] = []
  let injected: Injection | null = null
  let isHit = false
  let shiftMs = 0

  const now = () => time.now + shiftMs
  const onClock: Pick<Tools, 'pass' | 'jump'> = {
    pass: (ms) => void (time.now += ms),
    jump: (ms) => void (shiftMs += ms),
  }
  function reached(part: Part, name: string): Fault | null {
    const nth = points.filter((point) => point.name === name).length
    points.push({ part, name, nth })
    if (injected?.point.name !== name || injected.point.nth !== nth) return null
    isHit = true
    return injected.fault
  }
  async function call<T>(part: Part, name: string, act: () => T | Promise<T>, tools: Partial<Tools> = {}): Promise<T> {
    const fault = reached(part, name)
    return fault === null ? act() : ((await fault.run(async () => act(), { ...NO_TOOLS, ...onClock, ...tools })) as T)
  }
  const calls =
    (part: Part) =>
    <T>(query: string, act: () => T | Promise<T>) =>
      call(part, nameOf(query), act)

  const wrapped = <T extends object>(part: Part, object: T, name: string, methods: readonly string[], more = {}): T =>
    intercepted(object, name, methods, calls(part), more)
  /** A call with a condition is one of another name: it has faults of its own. */
  const perhapsIf = (name: string, options: object | undefined, act: () => unknown) =>
    call('r2', options !== undefined && 'onlyIf' in options ? `${name} if` : name, act)
  const FILES = wrapped('r2', real.FILES, 'FILES', BINDING_CALLS.FILES, {
    get: (key: string, options?: R2GetOptions) => perhapsIf('FILES.get', options, () => real.FILES.get(key, options)),
    put: (...args: Parameters<R2Bucket['put']>) => perhapsIf('FILES.put', args[2], () => real.FILES.put(...args)),
    createMultipartUpload: (...args: Parameters<R2Bucket['createMultipartUpload']>) =>
      call('r2', 'FILES.createMultipartUpload', async () =>
        wrapped('r2', await real.FILES.createMultipartUpload(...args), 'FILES upload', MULTIPART_CALLS),
      ),
  })

  const memory = createKvMemory(now)
  const GATE = wrapped('kv', real.GATE, 'GATE', BINDING_CALLS.GATE, {
    get: (key: string | string[]) =>
      call('kv', 'GATE.get', () => real.GATE.get(key as string), { asOf: (ageMs) => memory.asOf(key, ageMs) }),
    put: (key: string, value: string, options?: KVNamespacePutOptions) =>
      call('kv', 'GATE.put', async () => {
        await real.GATE.put(key, value, options)
        memory.keep(key, value)
      }),
  })

  /** Whatever is asked of an object is a point: its methods are known to itself alone. */
  const objectsOf = (namespace: DurableObjectNamespace, name: string) =>
    wrapped('object', namespace, name, [], {
      get: (id: DurableObjectId) => {
        const stub = namespace.get(id)
        return new Proxy(stub, {
          get: (target, property) => {
            if (typeof property !== 'string' || property === 'id' || property === 'name')
              return Reflect.get(target, property) as unknown
            return (...args: unknown[]) =>
              call('object', `${name}.${property}`, () =>
                (target as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[property]!(...args),
              )
          },
        })
      },
    })

  const env: Env = {
    ...real,
    DB: interceptedDatabase(real.DB, calls('d1')),
    FILES,
    GATE,
    JOBS: objectsOf(real.JOBS, 'JOBS'),
    CHANNELS: objectsOf(real.CHANNELS, 'CHANNELS'),
    GATEWAYS: objectsOf(real.GATEWAYS, 'GATEWAYS'),
    ...(real.MAIL === undefined ? {} : { MAIL: wrapped('mail', real.MAIL, 'MAIL', BINDING_CALLS.MAIL) }),
  }

  /** For {@link createTestApp}, beside the bindings. */
  const overrides = {
    clock: (): number => {
      const fault = reached('clock', 'clock')
      // A clock is asked in passing: its faults happen at once.
      if (fault !== null) void fault.run(async () => undefined, { ...NO_TOOLS, ...onClock })
      return now()
    },
    fetch: ((input: RequestInfo | URL, init?: RequestInit) => {
      const address = input instanceof Request ? input.url : String(input)
      const signal = init?.signal ?? (input instanceof Request ? input.signal : null)
      const act = async () => (options.fetch ?? fetch)(input as RequestInfo, init)
      return call('fetch', `fetch ${new URL(address).host}`, act, { address, signal })
    }) as typeof fetch,
    ...(options.cache && { cache: wrapped('cache', options.cache, 'cache', ['match', 'put']) }),
  }

  return {
    env,
    overrides,
    /** Rings an object's alarm. */
    ring: (alarm: () => Promise<void>): Promise<void> => call('alarm', 'alarm', alarm),
    /** Does an act. @returns its answer, its points, and whether the fault was reached */
    async during<T>(next: Injection | null, act: () => Promise<T>) {
      points = []
      injected = next
      isHit = false
      try {
        const answer = await act()
        return { answer, points: [...points], isHit }
      } finally {
        injected = null
        shiftMs = 0
      }
    },
  }
}

export type Faults = ReturnType<typeof createFaults>
