import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config'
import { toClassName } from '../web/class-name.ts'
import { getMemoryFolder } from './support/memory-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url).href)

/** Temporary folder of the tests in Node, some of which start programs there. */
const TMPDIR = tmpdir()
// Miniflare stores the data of the runtimes in this process's temporary folder.
process.env['TMPDIR'] = getMemoryFolder()

/** Secrets and settings of the Worker under test; never those of a deployment. */
const bindings = {
  APP_ENV: 'local',
  SERVICE_KEY: 'service-key-for-tests-0123456789abcdef',
  TOKEN_SECRET: 'token-secret-for-tests-0123456789abcdef',
  VISITOR_SECRET: 'visitor-secret-for-tests-0123456789abcdef',
  ADMIN_EMAIL: 'admin@example.com',
}

/** Settings shared by all Node projects. */
const node = {
  environment: 'node' as const,
  env: { TMPDIR },
  testTimeout: 120_000,
  setupFiles: ['test/support/quiet.ts', 'test/support/node-weights.ts'],
  // A process per file would take four times as long.
  isolate: false,
}

/** A project whose files run in workerd with the bindings from `wrangler.toml`. */
function workerProject(name: string, include: string[], globalSetup: string[] = []): TestProjectInlineConfiguration {
  return {
    root,
    plugins: [
      cloudflareTest({
        main: `${root}/worker/index.ts`,
        wrangler: { configPath: `${root}/wrangler.toml` },
        miniflare: { bindings },
      }),
    ],
    test: {
      name,
      include,
      setupFiles: ['test/support/quiet.ts', 'test/support/leave-nothing.ts', 'test/support/served-weights.ts'],
      globalSetup,
      // Vite does not resolve this package's re-exports without the optimizer.
      deps: { optimizer: { ssr: { enabled: true, include: ['obscenity'] } } },
      // Generous, because these run next to other suites on few cores; passing tests do not wait.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // Two runtimes serve all files: starting one per file, with the Worker's 400 modules, took longer than the tests.
      // `leave-nothing.ts` clears what a file stored.
      isolate: false,
    },
  }
}

export default defineConfig({
  root,
  test: {
    // The default leaves one core idle, which is half of a two-core machine.
    maxWorkers: '100%',
    // Here, not in the workerd projects: those would bundle every package that a setup imports, including wrangler.
    globalSetup: ['test/support/migrations.ts', 'test/support/provide-portrait.ts', 'test/support/provide-faces.ts'],
    projects: [
      { root, plugins: [workerModules()], test: { ...node, name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      workerProject('worker', ['test/worker/**/*.test.ts']),
      {
        root,
        plugins: [react()],
        css: { modules: { generateScopedName: toClassName } },
        test: {
          name: 'web',
          environment: 'happy-dom',
          css: { include: /\.module\.css$/, modules: { classNameStrategy: 'scoped' } },
          include: ['test/web/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/quiet.ts', 'test/web/setup.ts'],
          isolate: false,
        },
      },
      // `npm test -- --all` runs the projects below; `npm test` runs the two art projects when drawing code has
      // changed.
      { root, plugins: [workerModules()], test: { ...node, name: 'tools', include: ['test/tools/**/*.test.ts'] } },
      { root, plugins: [workerModules()], test: { ...node, name: 'art', include: ['test/art/node/**/*.test.ts'] } },
      workerProject('art-worker', ['test/art/worker/**/*.test.ts']),
      workerProject('slow', ['test/slow/**/*.test.ts'], ['test/support/provide-served.ts']),
    ],
  },
})

/** Imports `*.wasm` as a compiled module and `*.woff2` as bytes, like the Worker. */
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
