import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { SCRIPT_FONT_SOURCES, scriptFontPath, SCRIPTS } from '../shared/design/script-fonts.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [react(), tailwindcss(), scriptFonts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts stay files: a page that needs one face should not carry four.
    assetsInlineLimit: 0,
    // The Worker reads it to have a screen's files asked for together with the first ones.
    manifest: 'assets/manifest.json',
  },
})

/** Lays the faces that nicknames may need beside the other files: no page asks for them, only the Worker does. */
function scriptFonts(): Plugin {
  return {
    name: 'script-fonts',
    apply: 'build',
    generateBundle() {
      for (const script of SCRIPTS) {
        const source = readFileSync(fileURLToPath(import.meta.resolve(SCRIPT_FONT_SOURCES[script])))
        this.emitFile({ type: 'asset', fileName: scriptFontPath(script).slice(1), source })
      }
    },
  }
}
