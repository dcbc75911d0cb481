import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import {
  defineConfig,
  type IndexHtmlTransformContext,
  type Plugin,
  minifySync,
  type Rolldown,
  runnerImport,
} from 'vite'
import { FIRST_PAINT_PATH, type FirstPaint } from '../shared/contracts/first-paint.ts'
import { FACE_SOURCES, facePath, FACES } from '../shared/design/script-fonts.ts'
import { classNameOf, classNames } from './class-names.ts'
import { licenses } from './licenses/plugin.ts'
import { teamScopes } from './team-scopes.ts'
import { netWeights } from './weights/plugin.ts'
import { workerBehind } from './worker-behind.ts'

/** What every page loads, and what `/` shows: with all that they import. */
const MAIN = fileURLToPath(new URL('src/main.tsx', import.meta.url))
const FIRST_SCREEN = fileURLToPath(new URL('src/screens/generator/generator-screen.tsx', import.meta.url))

const CARD_SCREEN = fileURLToPath(new URL('src/screens/card/card-screen.tsx', import.meta.url))

/** What sheets and the pages of an account bring when they open; the first load of a page must not wait for it. */
const OPENED_LATER =
  /\/ui\/(sheet|picker|range|slider-row|toaster|late-sheet)\.|\/card\/(card-sheet|report-sheet)\.|\/lib\/(photo(-crop)?|as-png)\.|\/(data|contracts)\/account\.ts$|\/face-oval\./
const SHARED = /\/web\/src\/(card|data|lib|ui)\/[^/]*\.tsx?$|\/shared\/\w+\/[^/]*\.ts$/

/** What only pages with others on them share. */
const LISTENING =
  /\/card\/(live-line|vote-count)\.|\/data\/(live|votes|voted-cards)\.|\/lib\/(when-idle|use-time-left)\./

/** What listening and being signed in have in common, which no page starts with. */
const CLIENT = /\/shared\/client\/(browser\/)?(transport|failure|host|page)\.|\/shared\/client\/realtime\/listeners\./

/** What reads the answers of the API, with all that it imports. */
const ANSWERS = fileURLToPath(new URL('src/lib/answers.ts', import.meta.url))

/** What stands on the first page; pages and sheets that open later share the other icons. */
const ICONS = /\/lucide-react\/.*\/icons\//
const FIRST_ICONS =
  /\/icons\/(arrow-up-right|camera|check|chevron-down|circle-exclamation-point|dices|image-up|lock|menu|wifi-off|x)\./

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** A module with all that it imports, from what it imports first to last; not what it only imports when asked to. */
function importsOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, graph, found)
  return found
}

/** What the first load of every page takes, and of the first screen what it shares with others. */
function firstLoad(graph: Graph): Set<string> {
  const main = importsOf(MAIN, graph)
  const screen = importsOf(FIRST_SCREEN, graph)
  const isElsewhere = (id: string) => !main.has(id) && !screen.has(id)
  const shared = [...screen].filter((id) => graph.getModuleInfo(id)?.importers.some(isElsewhere))
  return shared.reduce((found, id) => importsOf(id, graph, found), main)
}

/** What their packages bring in one file with the rest, and the first screen does not use. */
const NOT_FIRST = /\/react-query\/.*\/useMutationState\.|\/card\/stat-rows\./

/** A style sheet goes where its component goes. Cascade layers order them, not the files that they come in. */
const STYLES = /\.module\.css$/
const componentOf = (id: string) => id.replace(STYLES, '.tsx')

let first: Set<string> | null = null
let firstScreen: Set<string> | null = null
let answers: Set<string> | null = null
let cardScreen: Set<string> | null = null
function groupOf(id: string, graph: Graph): string | null {
  first ??= firstLoad(graph)
  firstScreen ??= importsOf(FIRST_SCREEN, graph)
  // Files that import each other would run in the wrong order: this one holds all that it needs but the first load.
  answers ??= importsOf(ANSWERS, graph)
  cardScreen ??= importsOf(CARD_SCREEN, graph)
  if (ICONS.test(id)) return FIRST_ICONS.test(id) ? 'common' : 'later'
  if (id === MAIN) return null
  if (first.has(id) && !NOT_FIRST.test(id)) return 'common'
  // The first paint of `/` waits for one file of styles, not for two.
  if (STYLES.test(id) && firstScreen.has(id)) return 'common'
  if (answers.has(id)) return 'answers'
  const part = componentOf(id)
  // One file for a card's page, whose paint waited for three that were smaller than 1 KB.
  if (STYLES.test(id) && cardScreen.has(id) && !SHARED.test(part)) return 'card'
  if (LISTENING.test(part) || CLIENT.test(id) || OPENED_LATER.test(part)) return null
  if (!SHARED.test(part) && !NOT_FIRST.test(part)) return null
  return STYLES.test(id) ? 'common' : 'later'
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [
    react(),
    classNames(),
    teamScopes(),
    leanIcons(),
    stylesOfToasts(),
    scriptFonts(),
    netWeights(),
    licenses(),
    firstPaint(),
    firstThingsFirst(),
    workerBehind(process.env['WORKER_URL']),
  ],
  // A name of its own for every class, which says whose it is.
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest browsers that everything works in.
    target: ['safari16.4', 'firefox128'],
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
          // Files that hold what several screens use, instead of a request for each icon.
          includeDependenciesRecursively: false,
          groups: [
            {
              name: (id, graph) => (groupOf(id, graph) === 'common' ? 'common' : null),
              debugName: 'common',
              priority: 2,
            },
            { name: (id, graph) => (groupOf(id, graph) === 'card' ? 'card' : null), debugName: 'card', priority: 1 },
            {
              name: (id, graph) => (groupOf(id, graph) === 'answers' ? 'answers' : null),
              debugName: 'answers',
              priority: 1,
            },
            {
              name: (id, graph) => (groupOf(id, graph) === 'later' ? 'later' : null),
              debugName: 'later',
              minShareCount: 2,
              priority: 1,
            },
            { name: 'listening', test: LISTENING, priority: 1 },
            { name: 'client', test: CLIENT, priority: 1 },
          ],
        },
      },
    },
  },
})

/** Icons are made by a function of our own: see there. */
function leanIcons(): Plugin {
  const own = fileURLToPath(new URL('src/ui/lean-icon.ts', import.meta.url))
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/createLucideIcon\.mjs$/ },
      handler: (_source, importer) => (importer?.includes('/lucide-react/') ? own : null),
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
      for (const face of FACES) {
        const source = readFileSync(fileURLToPath(import.meta.resolve(FACE_SOURCES[face])))
        this.emitFile({ type: 'asset', fileName: facePath(face).slice(1), source })
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
        {
          root: fileURLToPath(new URL('.', import.meta.url)),
          plugins: [react(), classNames(), withoutStyles],
          logLevel: 'warn',
        },
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
const EARLY_FONTS = /\/(anton-ascii-400|barlow-condensed-ascii-600|barlow-ascii-400)-/

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
      const written = readFileSync(fileURLToPath(new URL('public/first-paint.js', import.meta.url)), 'utf8')
      const { code } = minifySync('first-paint.js', written)
      this.emitFile({ type: 'asset', name: 'first-paint.js', source: code })
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
            injectTo: 'head' as const,
          })),
      }),
    },
  }
}
