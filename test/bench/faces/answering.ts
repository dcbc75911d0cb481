import { parentPort } from 'node:worker_threads'

/** Thread side of `inThreads`: runs each task that this thread receives. */
export function answering<Task, Answer>(answer: (task: Task) => Promise<Answer>): void {
  const reply = (message: object) => parentPort!.postMessage(message, [])
  const work = async (task: Task) => {
    try {
      reply({ answer: await answer(task) })
    } catch (cause) {
      reply({ failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) })
    }
  }
  parentPort!.on('message', (task: Task) => void work(task))
}
