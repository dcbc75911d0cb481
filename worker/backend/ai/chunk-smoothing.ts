import type { LanguageModel } from 'ai'
import type { Clock } from '#worker/env.ts'
import { loadSdk } from './sdk.ts'

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

/** The shortest time between two snapshots: more could not be seen, and the delay is not noticed. */
const EVERY_MS = 80
const LATE_MS = 2_000
/** Bounds the work of parsing a growing text from its start for each snapshot to a constant factor. */
const TIMES_READ_MAX = 50

export type PiecesDeps = {
  readonly clock: Clock
  /** Told of every part, however small. */
  readonly heard: () => void
}

/** The same model, which streams its words in pieces that grow with what there is. */
export async function inPieces(model: Exclude<LanguageModel, string>, deps: PiecesDeps): Promise<typeof model> {
  if (model.specificationVersion !== 'v4') return model
  const { wrapLanguageModel } = await loadSdk()
  const wrapStream = async ({ doStream }: { doStream: () => ReturnType<Model['doStream']> }) => {
    const { stream, ...about } = await doStream()
    return { ...about, stream: stream.pipeThrough(gathered(deps)) }
  }
  return wrapLanguageModel({ model, middleware: { specificationVersion: 'v4', wrapStream } })
}

/** Words that come one by one, gathered until there is reason to look at all of them again. */
function gathered({ clock, heard }: PiecesDeps) {
  let waiting: Extract<Part, { type: 'text-delta' }> | null = null
  let [length, sentAt] = [0, Number.NEGATIVE_INFINITY]

  return new TransformStream<Part, Part>({
    transform(part, controller) {
      heard()
      if (part.type !== 'text-delta') {
        if (waiting !== null) controller.enqueue(waiting)
        waiting = null
        return controller.enqueue(part)
      }
      length += part.delta.length
      waiting = waiting === null ? part : { ...part, delta: waiting.delta + part.delta }
      const late = clock() - sentAt
      if (late < EVERY_MS || (late < LATE_MS && waiting.delta.length * TIMES_READ_MAX < length)) return
      sentAt = clock()
      controller.enqueue(waiting)
      waiting = null
    },
    flush(controller) {
      if (waiting !== null) controller.enqueue(waiting)
    },
  })
}
