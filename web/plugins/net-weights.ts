import type { Plugin } from 'vite'
import { type NetName, WEIGHTS, weightsPath } from '../../shared/vision/weights.ts'
import { netFile } from '../weights/sources.ts'

/**
 * Emits the networks' weights under content-hashed names. A missing package, or one with unknown weights, fails the
 * build.
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
