import type { LanguageModel } from 'ai'
import type { Clock } from '#worker/env.ts'
import { loadSdk } from './sdk.ts'

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

/** Minimum time between two snapshots. Nobody would see more frequent ones, and nobody notices the delay. */
const EVERY_MS = 80
const LATE_MS = 2_000
/** Each snapshot is parsed from its start. This bounds the total work to a constant factor of the text length. */
const REPARSES_MAX = 50

export type SmoothingDeps = {
  readonly clock: Clock
  /** Called for every part, even if it is buffered. */
  readonly noteActivity: () => void
}

/** Wraps a model so that it streams text in chunks that grow with the length of the text so far. */
export async function smoothChunks(model: Exclude<LanguageModel, string>, deps: SmoothingDeps): Promise<typeof model> {
  if (model.specificationVersion !== 'v4') return model
  const { wrapLanguageModel } = await loadSdk()
  const wrapStream = async ({ doStream }: { doStream: () => ReturnType<Model['doStream']> }) => {
    const { stream, ...about } = await doStream()
    return { ...about, stream: stream.pipeThrough(createDeltaBuffer(deps)) }
  }
  return wrapLanguageModel({ model, middleware: { specificationVersion: 'v4', wrapStream } })
}

/** Buffers text deltas until a new snapshot is worth parsing. */
function createDeltaBuffer({ clock, noteActivity }: SmoothingDeps) {
  let waiting: Extract<Part, { type: 'text-delta' }> | null = null
  let [length, sentAt] = [0, Number.NEGATIVE_INFINITY]

  return new TransformStream<Part, Part>({
    transform(part, controller) {
      noteActivity()
      if (part.type !== 'text-delta') {
        if (waiting !== null) controller.enqueue(waiting)
        waiting = null
        return controller.enqueue(part)
      }
      length += part.delta.length
      waiting = waiting === null ? part : { ...part, delta: waiting.delta + part.delta }
      const late = clock() - sentAt
      if (late < EVERY_MS || (late < LATE_MS && waiting.delta.length * REPARSES_MAX < length)) return
      sentAt = clock()
      controller.enqueue(waiting)
      waiting = null
    },
    flush(controller) {
      if (waiting !== null) controller.enqueue(waiting)
    },
  })
}
