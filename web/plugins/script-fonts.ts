import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { FONT_SOURCES, toFontPath, FONTS } from '../../shared/design/script-fonts.ts'

/** Emits the fonts that nicknames may need. Only the Worker reads them. */
export function scriptFonts(): Plugin {
  return {
    name: 'script-fonts',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    generateBundle() {
      for (const font of FONTS) {
        const source = readFileSync(fileURLToPath(import.meta.resolve(FONT_SOURCES[font])))
        this.emitFile({ type: 'asset', fileName: toFontPath(font).slice(1), source })
      }
    },
  }
}
