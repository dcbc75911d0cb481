import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

export type WorkerModule = {
  readonly type: 'ESModule' | 'CompiledWasm' | 'Data'
  readonly path: string
  readonly contents: string | Buffer
}

/** File types that stay unbundled, with the runtime's module type for each. */
const PARTS = { wasm: 'CompiledWasm', woff2: 'Data' } as const

/**
 * Bundles a Worker for tests or benchmarks.
 *
 * @param entry the entry file
 * @returns the modules, the script first
 */
export async function bundleWorker(entry: URL): Promise<WorkerModule[]> {
  const parts = new Map<string, WorkerModule>()
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url).href),
    logLevel: 'error',
    plugins: [besideTheScript(parts)],
    ssr: {
      noExternal: true,
      target: 'webworker',
      resolve: { conditions: ['workerd', 'worker', 'browser', 'module', 'production'] },
    },
    build: {
      ssr: fileURLToPath(entry.href),
      write: false,
      target: 'es2023',
      rollupOptions: { external: [/^(?:cloudflare|node):/], output: { codeSplitting: false } },
    },
  })
  const [{ output }] = (Array.isArray(built) ? built : [built]) as [{ output: { type: string; code?: string }[] }]
  const contents = output.find(({ type }) => type === 'chunk')!.code!
  return [{ type: 'ESModule', path: 'index.js', contents }, ...parts.values()]
}

function besideTheScript(parts: Map<string, WorkerModule>): Plugin {
  return {
    name: 'beside-the-script',
    enforce: 'pre',
    async resolveId(source, importer) {
      const kind = /\.(wasm|woff2)(?:\?module)?$/.exec(source)?.[1] as keyof typeof PARTS | undefined
      if (kind === undefined) return null
      const found = await this.resolve(source.replace(/\?module$/, ''), importer, { skipSelf: true })
      if (found === null) return null
      const path = `./${basename(found.id)}`
      parts.set(path, { type: PARTS[kind], path: basename(found.id), contents: readFileSync(found.id) })
      return { id: path, external: true }
    },
  }
}
