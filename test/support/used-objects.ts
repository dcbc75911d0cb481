import { runInDurableObject } from 'cloudflare:test'

type Used = { readonly namespace: DurableObjectNamespace; readonly id: DurableObjectId }

/** The objects used since they were last cleared. The runtime's own list also contains cleared objects. */
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
  used.set(String(id), { namespace: this, id })
  return original.apply(this, args)
}

/** Deletes what the objects stored and scheduled, and stops them. The next call to one of them starts it anew. */
export async function clearUsedObjects(): Promise<void> {
  await Promise.all([...used.values()].map(clearObject))
}

async function clearObject({ namespace, id }: Used): Promise<void> {
  const cleared = runInDurableObject(namespace.get(id), async (_, state) => {
    await state.storage.deleteAlarm()
    await state.storage.deleteAll()
    state.abort(CLEARED)
  })
  await cleared.catch((error: unknown) => {
    if (!String(error).includes(CLEARED)) throw error
  })
  used.delete(String(id))
}

const CLEARED = 'The test has ended.'
