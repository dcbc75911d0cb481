import type { Plugin } from 'vite'
import { type NetName, WEIGHTS, weightsPath } from '../../shared/vision/weights.ts'
import { netFile } from '../weights/sources.ts'

/**
 * Lays the weights of the nets beside the other files, each under a name that changes with it. A package that is
 * missing, or brings other weights than we know, fails the build.
 */
export function netWeights(): Plugin {
  return {
    name: 'net-weights',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    generateBundle() {
      for (const name of Object.keys(WEIGHTS) as NetName[]) {
        this.emitFile({ type: 'asset', fileName: weightsPath(name).slice(1), source: netFile(name) })
      }
    },
  }
}
