import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { collectNotices, formatNotices } from '../licenses/notices.ts'

/** Emits `/licenses.txt`. A package without a license fails the build. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    generateBundle() {
      const root = fileURLToPath(new URL('../..', import.meta.url))
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: formatNotices(collectNotices(root)) })
    },
  }
}
