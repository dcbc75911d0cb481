import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type IndexHtmlTransformContext, type Plugin, runnerImport } from 'vite'
import { FIRST_PAINT_PATH, type FirstPaint } from '../shared/contracts/first-paint.ts'
import { SCRIPT_FONT_SOURCES, scriptFontPath, SCRIPTS } from '../shared/design/script-fonts.ts'
import { licenses } from './licenses/plugin.ts'
import { netWeights } from './weights/plugin.ts'
import { workerBehind } from './worker-behind.ts'

/** What sheets bring when they open; the first load of a page must not wait for it. */
const OPENED_LATER =
  /\/ui\/(sheet|picker|slider-row|toaster|late-sheet)\.|\/card\/(card-sheet|report-sheet)\.|\/lib\/photo(-crop)?\.|\/face-oval\./
/** Shared pieces with styles of their own: those of a shared file would be read before the ones they build on. */
const STYLED = /\/card\/(visibility-tag|flip-card)\./
const SHARED = /lucide-react|\/web\/src\/(card|data|lib|ui)\/[^/]*\.tsx?$|\/shared\/\w+\/[^/]*\.ts$/

/** What only pages with others on them share. */
const LISTENING =
  /\/card\/(live-line|vote-count)\.|\/data\/(live|votes|voted-cards)\.|\/lib\/(when-idle|use-time-left)\./

/** What listening and being signed in have in common, which no page starts with. */
const CLIENT =
  /\/shared\/client\/(transport|failure|host|page)\.|\/shared\/client\/realtime\/listeners\.|\/lib\/backend\/(host|page)\./

/** What stands on the first page; pages and sheets that open later share the other icons. */
const FIRST_ICONS =
  /\/icons\/(arrow-up-right|camera|check|chevron-down|circle-check|circle-exclamation-point|crop|dices|image-up|lock|menu|trash|wifi-off|x)\./
const SHARED_LATER = /\/card\/stat-rows\.|\/data\/own-card\.|\/lib\/(confirmation|post-on-x|use-sheet)\./
const isLater = (id: string) =>
  SHARED_LATER.test(id) || (/\/lucide-react\/.*\/icons\//.test(id) && !FIRST_ICONS.test(id))

const isShared = (id: string) =>
  SHARED.test(id) &&
  !isLater(id) &&
  !LISTENING.test(id) &&
  !CLIENT.test(id) &&
  !OPENED_LATER.test(id) &&
  !STYLED.test(id)

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    leanRouter(),
    stylesOfToasts(),
    scriptFonts(),
    netWeights(),
    licenses(),
    firstPaint(),
    firstThingsFirst(),
    workerBehind(process.env['WORKER_URL']),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that know no such links load the same files a little later.
    modulePreload: { polyfill: false },
    // Fonts stay files: a page that needs one face should not carry four.
    assetsInlineLimit: 0,
    // The Worker reads it to have a screen's files asked for together with the first ones.
    manifest: 'assets/manifest.json',
    rolldownOptions: {
      // No module of ours or others computes anything when a property of it is read.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          // One file for what several screens use, instead of a request for each icon; and one for what the first does not.
          groups: [
            { name: 'common', minShareCount: 2, test: isShared, priority: 2 },
            { name: 'later', minShareCount: 2, test: isLater, priority: 1, includeDependenciesRecursively: false },
            { name: 'listening', test: LISTENING, priority: 1 },
            { name: 'client', test: CLIENT, priority: 1 },
          ],
        },
      },
    },
  },
})

/**
 * The router wraps and names its components where it declares them, which looks like work that has to be done: without
 * a word on it every page would load its forms, its scripts and its scroll keeping too, which nothing here uses.
 */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({
        code: code
          .replaceAll(/^var (\w+) = (React\d*\.\w+\()/gm, 'var $1 = /* @__PURE__ */ $2')
          .replaceAll(/^\w+\.displayName = .*$/gm, ''),
        map: null,
      }),
    },
  }
}

/** Toasts put their styles into an element of the page, which its policy refuses; the same styles are a file beside them. */
function stylesOfToasts(): Plugin {
  return {
    name: 'styles-of-toasts',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs/ },
      handler: (code) => ({ code: code.replace(/^__insertCSS\(".*"\)/m, "import './styles.css'"), map: null }),
    },
  }
}

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

/** Lays every page as it first shows beside the other files; the Worker sends it before any script has run. */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<{ FIRST_PAINT: FirstPaint }>(
        fileURLToPath(new URL('src/app/first-paint.tsx', import.meta.url)),
        { root: fileURLToPath(new URL('.', import.meta.url)), plugins: [react(), withoutStyles], logLevel: 'warn' },
      )
      const source = JSON.stringify(module.FIRST_PAINT)
      this.emitFile({ type: 'asset', fileName: FIRST_PAINT_PATH.slice(1), source })
    },
  }
}

/** HTML alone is written: what a screen says of its styles leads nowhere. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? '' : null),
}

/** What headings, labels and text are set in. The bold face moves nothing when it comes: what stands in is as wide. */
const EARLY_FONTS = /\/(anton-latin-400|barlow-condensed-latin-600|barlow-latin-400)-/

const FIRST_PAINT = /\/first-paint-[^/]*\.js$/
/** A page asks for its scripts when it is painted; see public/first-paint.js, and the Worker, which adds the screen's. */
const SCRIPT_TAGS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

/** The first paint needs styles, three faces and its pictures, and no script: the order in which they are asked for. */
function firstThingsFirst(): Plugin {
  return {
    name: 'first-things-first',
    apply: 'build',
    // Under a name that changes with it, nobody has to ask for it twice; pages of their own use it as it is.
    buildStart() {
      const source = readFileSync(fileURLToPath(new URL('public/first-paint.js', import.meta.url)))
      this.emitFile({ type: 'asset', name: 'first-paint.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html: string, { bundle = {} }: IndexHtmlTransformContext) => ({
        html: html
          .replaceAll(SCRIPT_TAGS, '')
          .replace(
            '/first-paint.js',
            `/${Object.keys(bundle).find((file) => FIRST_PAINT.test(file)) ?? 'first-paint.js'}`,
          )
          .replace('</head>', `<template id="scripts">${html.match(SCRIPT_TAGS)?.join('') ?? ''}</template></head>`),
        tags: Object.keys(bundle)
          .filter((file) => EARLY_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend' as const,
          })),
      }),
    },
  }
}
