import { weightsPath } from '#shared/vision/weights.ts'
import type { LoadWeights } from './nets.ts'

/** Placeholder origin. Only the path identifies the file. */
const ORIGIN = 'https://assets.invalid'

/**
 * Creates a loader that reads weights from the files of the web build.
 *
 * @throws Error with the file and the status if it is not served
 */
export const createWeightsLoader =
  (assets: { fetch(url: string): Promise<Response> }): LoadWeights =>
  async (name) => {
    const path = weightsPath(name)
    const response = await assets.fetch(ORIGIN + path)
    if (response.ok) return response.arrayBuffer()
    await response.body?.cancel()
    throw new Error(`The weights ${path} are not served: status ${response.status}`)
  }
