import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { noticesOf, textOf } from '../licenses/notices.ts'

/** Lays `/licenses.txt` beside the other files. A package without a licence fails the build. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    generateBundle() {
      const root = fileURLToPath(new URL('../..', import.meta.url))
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: textOf(noticesOf(root)) })
    },
  }
}
