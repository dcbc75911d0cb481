import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Drawing is CPU-bound, and most machines have two cores. */
const THREADS = 2

export type Reply<Answer> = { readonly answer: Answer } | { readonly failure: string }

/**
 * Runs tasks on two worker threads, each with its own artist. A failed task does not stop the others.
 *
 * @param script path of a module that calls `answering`
 * @param workerData passed to every thread when it starts
 * @returns the outcome of each task, in order
 * @throws if a thread dies
 */
export async function inThreads<Task, Answer>(
  script: string,
  tasks: readonly Task[],
  workerData: object = {},
): Promise<Reply<Answer>[]> {
  const replies: Reply<Answer>[] = []
  let next = 0
  const workers = Array.from({ length: Math.min(THREADS, tasks.length) }, () => new Worker(script, { workerData }))
  const run = async (worker: Worker) => {
    for (let i = next++; i < tasks.length; i = next++) {
      worker.postMessage(tasks[i], [])
      const [reply] = (await once(worker, 'message')) as [Reply<Answer>]
      replies[i] = reply
    }
  }
  try {
    await Promise.all(workers.map(run))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return replies
}
