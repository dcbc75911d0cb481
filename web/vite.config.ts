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
import { workerBehind } from './plugins/worker-behind.ts'

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
    workerBehind(process.env['WORKER_URL']),
  ],
  css: { modules: { generateScopedName: toClassName } },
  build: {
    // The oldest browsers that everything works in.
    target: ['safari16.4', 'firefox128'],
    // Fonts stay files: a page that needs one face should not carry four.
    assetsInlineLimit: 0,
    // Browsers without modulepreload load the same files a little later.
    modulePreload: { polyfill: false },
  },
  builder: {},
  environments: {
    // The Worker reads the manifest to preload a screen's files.
    client: { build: { outDir: 'dist', manifest: 'assets/manifest.json' } },
    ssr: {
      // React's production build, whichever command bundles the Worker. What shares React's contexts comes with it.
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
          // The Worker's own build resolves what both sides share, so that each module exists once.
          external: /^#shared\//,
          output: { entryFileNames: 'pages.js', codeSplitting: false },
        },
      },
    },
  },
})
