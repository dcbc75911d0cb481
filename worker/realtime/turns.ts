/**
 * Work that states how things are: one run after the other, and whoever asks during a run shares the next one, which
 * starts after they asked and so knows of what they have done.
 */
export function createTurns<T>(work: () => Promise<T>): () => Promise<T> {
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
