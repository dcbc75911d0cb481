import { createDetector, type Detector } from '#shared/vision/detector.ts'
import { startKernels } from '#shared/vision/engine/kernels.ts'
import kernelsUrl from '#shared/vision/engine/kernels.wasm?url'
import { weightsPath } from '#shared/vision/weights.ts'
import type { Answer, Question } from './face-finder.ts'
import { sightOf } from './face-sight.ts'

/** As much of a worker's own scope as is used. */
type Scope = {
  addEventListener: (type: 'message', listener: (event: MessageEvent<Question>) => void) => void
  postMessage: (answer: Answer, options?: StructuredSerializeOptions) => void
}
const scope = self as unknown as Scope

let detector = fetchDetector()

/** Fetches both files, which browsers cache by their hashed names. Fails where the browser compiles no WebAssembly. */
function fetchDetector(): Promise<Detector> {
  const fetching = Promise.all([fetchWeights(), compileKernels()]).then(async ([weights, module]) =>
    createDetector(weights, await startKernels(module)),
  )
  // The awaiting request reports the failure.
  fetching.catch(() => {})
  return fetching
}

async function fetchWeights(): Promise<ArrayBuffer> {
  const answer = await fetch(weightsPath('detector'))
  if (!answer.ok) throw new Error(`no weights: ${answer.status}`)
  return answer.arrayBuffer()
}

async function compileKernels(): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(kernelsUrl))
}

async function answerTo({ id, isFilm, ...pixels }: Question): Promise<Answer> {
  try {
    return { id, sight: sightOf(await detector, pixels, isFilm) }
  } catch {
    detector = fetchDetector()
    return { id, sight: null }
  }
}

scope.addEventListener('message', ({ data }) => void answerTo(data).then((answer) => scope.postMessage(answer, {})))
