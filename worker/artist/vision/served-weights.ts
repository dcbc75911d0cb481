import { weightsPath } from '#shared/vision/weights.ts'
import type { LoadWeights } from './nets.ts'

/** Any origin will do: only the path says which file is meant. */
const ORIGIN = 'https://assets.invalid'

/**
 * Reads weights from the files of the web build.
 *
 * @throws Error that names the file and the status when it is not served
 */
export const createWeightsLoader =
  (assets: { fetch(url: string): Promise<Response> }): LoadWeights =>
  async (name) => {
    const path = weightsPath(name)
    const answer = await assets.fetch(ORIGIN + path)
    if (answer.ok) return answer.arrayBuffer()
    await answer.body?.cancel()
    throw new Error(`The weights ${path} are not served: status ${answer.status}`)
  }
