import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { bundleWorker, type WorkerModule } from '../../support/bundle-worker.ts'
import { compatibilityDate } from '../../support/serve-worker.ts'
import { SERVED } from '../../support/served-settings.ts'

export const PROJECT = SERVED.PROJECT_ID
export const KEY = SERVED.PUBLIC_KEY

export type Served = { url: string; close: () => Promise<void> }

let bundle: WorkerModule[] | null = null

/**
 * Serves the realtime channels directly in the runtime, because a development server's proxy would be the bottleneck.
 *
 * @param options.port the previous port when a server is restarted
 * @param options.dataDir storage of the Durable Objects
 */
export async function serveRealtime({ port, dataDir }: { port: number; dataDir: string }): Promise<Served> {
  bundle ??= await bundleWorker(new URL('worker.ts', import.meta.url))
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'realtime',
      modules: bundle,
      port,
      compatibilityDate: compatibilityDate(),
      durableObjects: {
        CHANNELS: { className: 'RealtimeChannel', useSQLite: true },
        GATEWAYS: { className: 'RealtimeGateway', useSQLite: true },
      },
      bindings: { ...SERVED, LIMITS: 'relaxed' },
      defaultPersistRoot: dataDir,
    }),
  )
  const url = String(await runtime.ready).replace(/\/$/, '')
  return { url, close: () => runtime.dispose() }
}
