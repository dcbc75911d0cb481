import { createDetector, type Detector } from '#shared/vision/detector.ts'
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

/** The file is named by what is in it, and kept by the browser: 229 KB, once. */
function fetchDetector(): Promise<Detector> {
  const fetching = fetchWeights().then(createDetector)
  // The awaiting request reports the failure.
  fetching.catch(() => {})
  return fetching
}

async function fetchWeights(): Promise<ArrayBuffer> {
  const answer = await fetch(weightsPath('detector'))
  if (!answer.ok) throw new Error(`no weights: ${answer.status}`)
  return answer.arrayBuffer()
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
