import { createDetector, type Detector } from '#shared/vision/detector.ts'
import { startKernels } from '#shared/vision/engine/kernels.ts'
import kernelsUrl from '#shared/vision/engine/kernels.wasm?url'
import { weightsPath } from '#shared/vision/weights.ts'
import type { ScanReply, ScanRequest } from './face-finder.ts'
import { scanFaces } from './face-scan.ts'

/** The part of the worker's global scope that is used. */
type Scope = {
  addEventListener: (type: 'message', listener: (event: MessageEvent<ScanRequest>) => void) => void
  postMessage: (reply: ScanReply, options?: StructuredSerializeOptions) => void
}
const scope = self as unknown as Scope

let detector = fetchDetector()

/** Fetches both files, which browsers cache by their hashed names. Rejects where WebAssembly is unavailable. */
function fetchDetector(): Promise<Detector> {
  const fetching = Promise.all([fetchWeights(), compileKernels()]).then(async ([weights, module]) =>
    createDetector(weights, await startKernels(module)),
  )
  // The request that awaits it reports the failure.
  fetching.catch(() => {})
  return fetching
}

async function fetchWeights(): Promise<ArrayBuffer> {
  const response = await fetch(weightsPath('detector'))
  if (!response.ok) throw new Error(`no weights: ${response.status}`)
  return response.arrayBuffer()
}

async function compileKernels(): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(kernelsUrl))
}

async function reply({ id, isFilm, ...pixels }: ScanRequest): Promise<ScanReply> {
  try {
    return { id, scan: scanFaces(await detector, pixels, isFilm) }
  } catch {
    detector = fetchDetector()
    return { id, scan: null }
  }
}

scope.addEventListener('message', ({ data }) => void reply(data).then((message) => scope.postMessage(message, {})))
