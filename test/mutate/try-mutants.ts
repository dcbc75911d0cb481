import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FoundMutant, Reply, Start } from './thread.ts'

export type Outcome = {
  /** Tests that pass without a mutant; the others need more than Node offers. */
  readonly tests: number
  readonly left: readonly string[]
  readonly killed: number
  readonly survived: readonly FoundMutant[]
}

type Ready = Extract<Reply, { kind: 'ready' }>

/** A mutant that takes this many times longer than all tests without one is considered hanging. */
const PATIENCE = 20
const PATIENCE_MIN_MS = 5000
const START_MS = 120_000

/**
 * Tries every mutant of some files, or `most` of them, spread over the files.
 *
 * @param speed parts of pure optimizations: code that contains one is not mutated
 * @throws Error when no test passes without a mutant, or none loads one of the files
 */
export async function tryMutants(
  { files, tests, speed = [] }: Pick<Start, 'files' | 'tests'> & { readonly speed?: readonly string[] },
  most = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const start = { files, tests, fixed: 0, failing: [] as string[] }
  let thread = await startThread(start)
  const { ready } = thread
  if (ready.tests === 0) throw new Error(`no test passes without a mutant: ${ready.left.slice(0, 5).join('\n')}`)
  const unseen = files.filter((file) => !ready.mutants.some((mutant) => mutant.file === file))
  if (unseen.length > 0) throw new Error(`no test loads ${unseen.join(', ')}`)
  const patienceMs = Math.max(PATIENCE_MIN_MS, ready.ms * PATIENCE)
  const [atLoad, reached] = [new Set(ready.atLoad), new Set(ready.reached)]
  const survived: FoundMutant[] = []
  const isSpeed = ({ from }: FoundMutant) => speed.some((part) => from.includes(part))
  const chosen = spread(
    ready.mutants.filter((mutant) => !isSpeed(mutant)),
    most,
  )
  let killed = 0

  for (const mutant of chosen) {
    const note = (isKilled: boolean) => (isKilled ? killed++ : survived.push(mutant))
    if (atLoad.has(mutant.id)) {
      // Code that runs while a module loads runs once: such a mutant needs modules of its own.
      const own = await startThread({
        ...start,
        fixed: mutant.id,
        failing: ready.left.map((line) => line.split(': ')[0]!),
      })
      note(own.ready.tests < ready.tests)
      await own.end()
    } else if (!reached.has(mutant.id)) note(false)
    else {
      const killedBy = await thread.attempt(mutant.id, patienceMs)
      note(killedBy !== null)
      if (killedBy !== 'time') continue
      await thread.end()
      thread = await startThread(start)
    }
  }
  await thread.end()
  return { tests: ready.tests, left: ready.left, killed, survived }
}

/** Picks this many, spread over the files. */
const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most ? all : Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)]!)

const NOTHING: Ready = { kind: 'ready', mutants: [], atLoad: [], reached: [], tests: 0, left: [], ms: 0 }

async function startThread(start: Start) {
  const worker = new Worker(fileURLToPath(new URL('thread.ts', import.meta.url).href), {
    workerData: start,
    stdout: true,
    stderr: true,
    // A loop that allocates memory ends sooner than one that only runs.
    resourceLimits: { maxOldGenerationSizeMb: 400 },
  })
  // Mutants cause failures, so their log lines are expected.
  worker.stdout.resume()
  worker.stderr.resume()
  const next = (ms: number) =>
    new Promise<Reply | 'time' | Error>((resolve) => {
      const timer = setTimeout(() => done('time'), ms)
      const done = (reply: Reply | 'time' | Error) => {
        clearTimeout(timer)
        worker.off('message', done).off('error', done).off('exit', ended)
        resolve(reply)
      }
      const ended = () => done(new Error('the thread of the tests has ended by itself'))
      worker.on('message', done).on('error', done).on('exit', ended)
    })
  const reply = await next(START_MS)
  // The unmutated code must pass. Otherwise every following attempt would only wait for its timeout.
  if (start.fixed === 0 && (reply === 'time' || reply instanceof Error)) {
    await worker.terminate()
    throw reply === 'time' ? new Error(`the tests did not end within ${START_MS} ms`) : reply
  }
  // A mutant may prevent modules from loading.
  const ready: Ready = typeof reply === 'object' && 'mutants' in reply ? reply : NOTHING
  return {
    ready,
    /** @returns the test that killed it, `time` if it hung, null if it survived */
    async attempt(id: number, ms: number): Promise<string | null> {
      const reply = next(ms)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, and no window
      worker.postMessage(id)
      const outcome = await reply
      return typeof outcome === 'object' && 'killedBy' in outcome ? outcome.killedBy : 'time'
    },
    end: async () => void (await worker.terminate()),
  }
}
