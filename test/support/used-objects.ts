import { runInDurableObject } from 'cloudflare:test'

/** An object used within this time is certainly active. The runtime evicts an object after ten idle seconds. */
const AWAKE_MS = 5000
/** The real clock, even if a test sets another. */
const { now } = Date

type Used = { readonly namespace: DurableObjectNamespace; readonly id: DurableObjectId; readonly atMs: number }

/**
 * The objects used since they were last cleared. The runtime's own list also contains cleared objects. After a thousand
 * objects, each clearing took seconds, and no test started with an empty list.
 */
const used = new Map<string, Used>()

/** Starts tracking the objects of this isolate, in tests and in the Worker. */
export function watchObjects(namespace: DurableObjectNamespace): void {
  const methods = Object.getPrototypeOf(namespace) as DurableObjectNamespace
  const { get } = methods
  if (get === watched) return
  original = get
  methods.get = watched
}

let original: DurableObjectNamespace['get']

function watched(this: DurableObjectNamespace, ...args: Parameters<DurableObjectNamespace['get']>) {
  const [id] = args
  used.set(String(id), { namespace: this, id, atMs: now() })
  return original.apply(this, args)
}

export const hasUsedObjects = (): boolean => used.size > 0

/** Wakes objects that may be evicted. The runtime clears only active objects, and others may still have an alarm. */
export async function wakeObjects(): Promise<void> {
  const asleep = [...used.values()].filter(({ atMs }) => now() - atMs >= AWAKE_MS)
  for (const { namespace, id } of asleep) await runInDurableObject(namespace.get(id), () => {})
}

/** Stops tracking the cleared objects. Call it after the runtime has cleared all active objects. */
export function resetUsedObjects(): void {
  for (const [name, { atMs }] of used) if (now() - atMs < AWAKE_MS) used.delete(name)
}
