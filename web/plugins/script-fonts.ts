import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { FACE_SOURCES, facePath, FACES } from '../../shared/design/script-fonts.ts'

/** Emits the font faces that nicknames may need. Only the Worker reads them. */
export function scriptFonts(): Plugin {
  return {
    name: 'script-fonts',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    generateBundle() {
      for (const face of FACES) {
        const source = readFileSync(fileURLToPath(import.meta.resolve(FACE_SOURCES[face])))
        this.emitFile({ type: 'asset', fileName: facePath(face).slice(1), source })
      }
    },
  }
}
