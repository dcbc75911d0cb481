import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

export type WorkerModule = {
  readonly type: 'ESModule' | 'CompiledWasm' | 'Data'
  readonly path: string
  readonly contents: string | Uint8Array
}

const CONFIG = fileURLToPath(new URL('../../worker/vite.config.ts', import.meta.url).href)

/** The deployed Worker's entry file. */
const DEPLOYED = new URL('../../worker/index.ts', import.meta.url)

/**
 * Builds a Worker for tests or benchmarks, the way the deployed one is built.
 *
 * @param entry the entry file; the deployed Worker's if omitted
 * @returns the modules, the entry first
 */
export async function bundleWorker(entry: URL = DEPLOYED): Promise<WorkerModule[]> {
  const { output } = (await build({
    configFile: CONFIG,
    logLevel: 'error',
    build: { ssr: fileURLToPath(entry.href), write: false, sourcemap: false },
  })) as Rolldown.RolldownOutput
  return output.map((file) => {
    if (file.type === 'chunk') return { type: 'ESModule', path: file.fileName, contents: file.code }
    const type = file.fileName.endsWith('.wasm') ? 'CompiledWasm' : 'Data'
    return { type, path: file.fileName, contents: file.source }
  })
}
