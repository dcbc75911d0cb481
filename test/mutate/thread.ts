/**
 * Runs in a worker thread: loads a target with its mutants, runs its tests once without any, then once per requested
 * mutant, and reports each result.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { loadMutated } from './hooks.ts'
import type { Mutant } from './mutants.ts'

/** The input of a thread: file URLs, and the mutant that is active while the modules load, or 0. */
export type Start = {
  readonly files: readonly string[]
  readonly tests: readonly string[]
  readonly fixed: number
  /** Names of the tests that fail without any mutant. */
  readonly failing: readonly string[]
}

export type FoundMutant = Mutant & { readonly file: string }

/** The thread's messages: the list of mutants, then the result of each. */
export type Reply =
  | {
      readonly kind: 'ready'
      readonly mutants: readonly FoundMutant[]
      /** Reached while modules load, so that activating it later has no effect. */
      readonly atLoad: readonly number[]
      /** Reached by the tests. */
      readonly reached: readonly number[]
      readonly tests: number
      readonly left: readonly string[]
      readonly ms: number
    }
  | { readonly kind: 'tried'; readonly id: number; readonly killedBy: string | null }

const { files, tests, fixed } = workerData as Start
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const say = (reply: Reply) => parentPort!.postMessage(reply)

let on = fixed
let steps = 0
/** A mutant may loop forever: it evaluates far more switches in a run than the tests alone. */
const STEPS_MAX = 5_000_000
const atLoad = new Set<number>()
const reached = new Set<number>()
let seen: Set<number> | null = atLoad
Object.assign(globalThis, {
  __mutant(id: number): boolean {
    seen?.add(id)
    if (++steps > STEPS_MAX) throw new Error('does not end')
    return id === on
  },
})

const mutants: FoundMutant[] = []
loadMutated(files, (file, found) => mutants.push(...found.map((mutant) => ({ ...mutant, file }))))
await import('./platform.ts')
const { beginFile, cases, runCase } = await import('./mini-vitest.ts')
for (const test of tests) {
  beginFile(test.split('/').at(-1)!)
  await import(test)
}

let run = 0
/** The first failing test, or null. */
async function firstFailure(list: typeof cases): Promise<string | null> {
  run++
  for (const one of list) {
    steps = 0
    try {
      await runCase(one, run)
    } catch {
      return one.name
    }
  }
  return null
}

seen = reached
const before = performance.now()
const good: typeof cases = []
const left: string[] = []
for (const one of cases) {
  run++
  steps = 0
  try {
    await runCase(one, run)
    good.push(one)
  } catch (thrown) {
    left.push(`${one.name}: ${String(thrown).split('\n')[0]}`)
    // One failing test is enough with a mutant active, unless it fails without it too.
    if (fixed !== 0 && !(workerData as Start).failing.includes(one.name)) break
  }
}
seen = null

say({
  kind: 'ready',
  mutants,
  atLoad: [...atLoad],
  reached: [...reached],
  tests: good.length,
  left,
  ms: performance.now() - before,
})

/** Tests that have killed mutants run first: most are killed by a few tests. */
const killers = new Map<string, number>()
const byKills = () => good.toSorted((a, b) => (killers.get(b.name) ?? 0) - (killers.get(a.name) ?? 0))

let queue = Promise.resolve()
parentPort!.on('message', (id: number) => {
  queue = queue.then(async () => {
    on = id
    const killedBy = await firstFailure(byKills())
    on = fixed
    if (killedBy !== null) killers.set(killedBy, (killers.get(killedBy) ?? 0) + 1)
    say({ kind: 'tried', id, killedBy })
  })
})
