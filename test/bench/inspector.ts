/** Bytes as V8 counts them, including uncollected garbage. */
export type Usage = { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number }

type Message = { id?: number; result: unknown; method?: string; params?: { chunk: string } }

/** Sends one inspector command at a time to the Worker. */
export async function inspect(port: number) {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  // The inspector requires an Origin header, which Node's WebSocket client can send.
  const options = { headers: { origin: 'http://localhost' } } as unknown as string[]
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl, options)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (result: unknown) => void>()
  let snapshot = ''
  socket.addEventListener('message', ({ data }) => {
    const { id, result, method, params } = JSON.parse(String(data)) as Message
    if (method === 'HeapProfiler.addHeapSnapshotChunk') snapshot += params!.chunk
    if (id === undefined) return
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let last = 0
  const ask = <T>(method: string) =>
    new Promise<T>((resolve) => {
      const id = ++last
      waiting.set(id, (result) => resolve(result as T))
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    usage: () => ask<Usage>('Runtime.getHeapUsage'),
    /** A V8 heap snapshot, taken after garbage collection. */
    async heapSnapshot() {
      snapshot = ''
      await ask<void>('HeapProfiler.takeHeapSnapshot')
      return snapshot
    },
    collectGarbage: () => ask<void>('HeapProfiler.collectGarbage'),
    close: () => socket.close(),
  }
}
