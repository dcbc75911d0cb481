import { fileURLToPath } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vitest/config'
import { classNames } from '../web/class-names.ts'

const root = fileURLToPath(new URL('..', import.meta.url).href)

/** Secrets and settings of the Worker under test; never those of a deployment. */
const bindings = {
  APP_ENV: 'local',
  SERVICE_KEY: 'service-key-for-tests-0123456789abcdef',
  TOKEN_SECRET: 'token-secret-for-tests-0123456789abcdef',
  VISITOR_SECRET: 'visitor-secret-for-tests-0123456789abcdef',
  ADMIN_EMAIL: 'admin@example.com',
}

/** How hard the tests try to break in: all of it by `npm run hostile`, else a tenth. One number replays it. */
const hostile = {
  seed: Number(process.env['HOSTILE_SEED'] ?? 20_261_121),
  share: process.env['HOSTILE'] === 'all' ? 1 : 0.1,
}

declare module 'vitest' {
  interface ProvidedContext {
    hostile: typeof hostile
  }
}

export default defineConfig({
  root,
  test: {
    // One core less is the default, which on two is half of them.
    maxWorkers: '100%',
    projects: [
      {
        root,
        plugins: [workerModules()],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 30_000,
          setupFiles: ['test/support/quiet.ts', 'test/support/node-weights.ts'],
          // A process for each of a hundred files takes a quarter of the time, and half of it for the web's files.
          isolate: false,
        },
      },
      {
        root,
        plugins: [
          cloudflareTest({
            wrangler: { configPath: `${root}/wrangler.toml` },
            miniflare: { bindings },
          }),
        ],
        test: {
          name: 'worker',
          include: ['test/worker/**/*.test.ts', 'test/conformance/**/*.test.ts'],
          setupFiles: [
            'test/support/quiet.ts',
            'test/support/leave-nothing.ts',
            'test/support/served-weights.ts',
            ...(hostile.share === 1 ? ['test/support/tell-runs.ts'] : []),
          ],
          globalSetup: [
            'test/support/migrations.ts',
            'test/support/provide-portrait.ts',
            'test/support/provide-faces.ts',
            'test/support/provide-served.ts',
          ],
          provide: { hostile },
          // Its module of re-exports is not understood otherwise.
          deps: { optimizer: { ssr: { enabled: true, include: ['obscenity'] } } },
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // Two runtimes for all files: to start one for each, with the 400 modules of the Worker, took longer than the tests.
          // What a file stores is cleared at its end by `leave-nothing.ts`.
          isolate: false,
        },
      },
      {
        root,
        plugins: [react(), classNames()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['test/web/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/quiet.ts', 'test/web/setup.ts'],
          isolate: false,
        },
      },
    ],
  },
})

/** Imports `*.wasm` as a module that is compiled and `*.woff2` as bytes, as the Worker does. */
function workerModules(): Plugin {
  return {
    name: 'worker-modules',
    enforce: 'pre',
    load: {
      filter: { id: /\.(?:wasm|woff2)$/ },
      handler: (id) => {
        const made = id.endsWith('.wasm') ? 'new WebAssembly.Module(bytes)' : 'Uint8Array.from(bytes).buffer'
        return `import { readFileSync } from 'node:fs'\nconst bytes = readFileSync(${JSON.stringify(id)})\nexport default ${made}`
      },
    },
  }
}
