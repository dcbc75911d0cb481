/**
 * Coalesces concurrent calls: at most one run in flight and one pending; callers that arrive during a run share the
 * pending one, which starts after they called and so sees what they have changed.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null
  let next: Promise<T> | null = null

  function run(): Promise<T> {
    next = null
    const turn = work()
    const over = turn.then(
      () => undefined,
      () => undefined,
    )
    running = over
    void over.then(() => {
      if (running === over && next === null) running = null
    })
    return turn
  }
  return () => (running === null ? run() : (next ??= running.then(run)))
}
