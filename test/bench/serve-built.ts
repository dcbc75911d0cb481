import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { getCpuMs, getPeakBytes, listRuntimes } from './processes.ts'
import { bundleWorker, type WorkerModule } from '../support/bundle-worker.ts'
import { compatibilityDate, durableObjects } from '../support/serve-worker.ts'
import { SERVED } from '../support/served-settings.ts'

const { root } = (await import(new URL('../../.dev/env.mjs', import.meta.url).href)) as { root: string }

/** The Worker plus a route that returns the size of the WebAssembly memory, which never shrinks. */
const MEASURED = `
import worker from './index.mjs'
export * from './index.mjs'
const memories = new Set()
const instantiate = WebAssembly.instantiate
WebAssembly.instantiate = async (module, imports) => {
  const made = await instantiate(module, imports)
  const { memory } = (made.instance ?? made).exports
  if (memory) memories.add(memory)
  return made
}
const wasmBytes = () => new Response(String([...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0)))
export default {
  ...worker,
  fetch: (request, env, ctx) =>
    new URL(request.url).pathname === '/wasm-bytes' ? wasmBytes() : worker.fetch(request, env, ctx),
}`

type Options = {
  inspectorPort?: number
  /** Called with each line that the Worker logs; if omitted, lines are printed. */
  onLog?: (line: string) => unknown
  /** The modules served instead of the deployed ones, the script first. */
  modules?: WorkerModule[]
}

/** The part of a bucket that a benchmark uses. */
type Files = {
  list(options: { prefix: string }): Promise<{ objects: { key: string }[] }>
  delete(keys: string[]): Promise<void>
}

export type Built = {
  url: string
  /** Size of the WebAssembly memory. */
  wasmBytes(): Promise<number>
  /** Peak memory of the runtime, including storage and compiled code, in bytes; NaN as below. */
  peakBytes(): number
  /** CPU time that the runtime has used so far, in milliseconds; NaN where the kernel does not provide it. */
  cpuMs(): number
  /** Data folder of the server. */
  files(): Promise<Files>
  close(): Promise<void>
}

/**
 * Runs the Worker bundle in the real runtime, with its own empty storage. The client connects directly to the runtime,
 * without a development server or proxy.
 */
export async function serveBuilt({ onLog, modules, ...options }: Options = {}): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), 'cards-bench-'))
  const others = new Set(listRuntimes(process.pid))
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'cards',
      modules: modules ?? (await buildMeasured()),
      compatibilityDate: compatibilityDate(),
      d1Databases: ['DB'],
      r2Buckets: ['FILES'],
      kvNamespaces: ['GATE'],
      durableObjects: durableObjects(),
      bindings: { ...SERVED, LIMITS: 'relaxed' },
      assets: {
        directory: join(root, 'web/dist'),
        binding: 'ASSETS',
        routerConfig: { has_user_worker: true, static_routing: { user_worker: ['/*'], asset_worker: ['/assets/*'] } },
        assetConfig: { html_handling: 'none', not_found_handling: 'none' },
      },
      defaultPersistRoot: join(folder, 'state'),
      ...options,
      ...(onLog && { handleStructuredLogs: ({ message }: { message: string }) => void onLog(message) }),
    }),
  )
  const url = String(await runtime.ready).replace(/\/$/, '')
  const db = await runtime.getD1Database('DB')
  for (const { queries } of await readD1Migrations(join(root, 'worker/backend/migrations')))
    await db.batch(queries.map((query) => db.prepare(query)))
  const started = listRuntimes(process.pid).filter((pid) => !others.has(pid))
  return {
    url,
    wasmBytes: async () => Number(await (await fetch(`${url}/wasm-bytes`)).text()),
    peakBytes: () => started.reduce((sum, pid) => sum + getPeakBytes(pid), 0),
    cpuMs: () => (started.length > 0 ? started.reduce((sum, pid) => sum + getCpuMs(pid), 0) : Number.NaN),
    files: () => runtime.getR2Bucket('FILES'),
    close: async () => {
      await runtime.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function buildMeasured(): Promise<WorkerModule[]> {
  return [{ type: 'ESModule', path: 'measured.js', contents: MEASURED }, ...(await bundleWorker())]
}
