/**
 * Coalesces concurrent calls into at most one running and one pending call. Callers that arrive during a run share the
 * pending call. It starts after they called, so it sees their changes.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null
  let next: Promise<T> | null = null

  function run(): Promise<T> {
    next = null
    const current = work()
    const settled = current.then(
      () => undefined,
      () => undefined,
    )
    running = settled
    void settled.then(() => {
      if (running === settled && next === null) running = null
    })
    return current
  }
  return () => (running === null ? run() : (next ??= running.then(run)))
}
