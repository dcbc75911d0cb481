import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { toClassName } from './class-name.ts'
import { firstPaint } from './plugins/first-paint.ts'
import { licenses } from './plugins/licenses.ts'
import { netWeights } from './plugins/net-weights.ts'
import { scriptFonts } from './plugins/script-fonts.ts'
import { serverPages } from './plugins/server-pages.ts'
import { teamScopes } from './plugins/team-scopes.ts'
import { proxyToWorker } from './plugins/worker-behind.ts'

const inReactRouter = (file: string) =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url))

/** Style sheets that most screens share. A file that is renamed silently leaves this group. */
const SHARED_STYLES =
  /\/(?:styles\/\w+|ui\/(?:field|skeleton|swatch)\.module|card\/(?:card-picture|card-tile|live-dot|load-failed|stage|vote-count)\.module)\.css$/

/** `vite build --app` builds both: `dist` for browsers, and `server/pages.js`, which the Worker imports as `#pages`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    teamScopes(),
    scriptFonts(),
    netWeights(),
    licenses(),
    firstPaint(),
    serverPages(),
    proxyToWorker(process.env['WORKER_URL']),
  ],
  resolve: {
    // The package exports only its development build.
    alias: [
      { find: /^react-router$/, replacement: inReactRouter('index.mjs') },
      { find: /^react-router\/dom$/, replacement: inReactRouter('dom-export.mjs') },
    ],
  },
  css: { modules: { generateScopedName: toClassName } },
  build: {
    // The oldest supported browsers.
    target: ['safari16.4', 'firefox128'],
    // Keeps fonts as files, so that a page loads only the faces it needs.
    assetsInlineLimit: 0,
    // Browsers without modulepreload just load the files a little later.
    modulePreload: { polyfill: false },
    // Styles that most screens share come in the first file, because each file delays the first paint.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'styles', test: SHARED_STYLES }] } } },
  },
  builder: {},
  environments: {
    // The Worker reads the manifest to preload a screen's files.
    client: { build: { outDir: 'dist', manifest: 'assets/manifest.json' } },
    ssr: {
      // React's production build, whichever command bundles the Worker. Libraries that share its contexts are bundled too.
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: {
        conditions: ['workerd', 'worker', 'module'],
        noExternal: [/^react(?:-dom|-router|-router-dom)?(?:\/|$)/, /^@tanstack\/|^@base-ui\/|^lucide-react|^sonner/],
      },
      build: {
        outDir: 'server',
        ssr: 'src/entry-server.tsx',
        copyPublicDir: false,
        minify: false,
        rolldownOptions: {
          // The Worker's own build resolves shared modules, so that each exists once.
          external: /^#shared\//,
          output: { entryFileNames: 'pages.js', codeSplitting: false },
        },
      },
    },
  },
})
