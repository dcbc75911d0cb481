import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { SCRIPT_FONT_SOURCES, scriptFontPath, SCRIPTS } from '../shared/design/script-fonts.ts'

/** What sheets bring when they open; the first load of a page must not wait for it. */
const OPENED_LATER = /\/ui\/(sheet|picker|slider-row|toaster|late-sheet)\.|\/card\/(card-sheet|report-sheet)\./
/** Shared pieces with styles of their own: those of a shared file would be read before the ones they build on. */
const STYLED = /\/card\/(visibility-tag|flip-card)\./
const SHARED = /lucide-react|\/web\/src\/(card|data|lib|ui)\/[^/]*\.tsx?$|\/shared\/\w+\/[^/]*\.ts$/

const isShared = (id: string) => SHARED.test(id) && !OPENED_LATER.test(id) && !STYLED.test(id)

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for what several screens use, instead of a request for each icon.
          groups: [{ name: 'common', minShareCount: 2, test: isShared }],
        },
      },
    },
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
