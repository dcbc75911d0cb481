import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { fileURLToPath } from 'node:url'
import { unstable_readConfig } from 'wrangler'
import { bundleWorker, type WorkerModule } from './bundle-worker.ts'
import { SERVED } from './served-settings.ts'

const getPath = (name: string) => fileURLToPath(new URL(name, import.meta.url).href)

/** Returns the Worker's compatibility date from wrangler.toml. */
export const compatibilityDate = (): string => settingsOfWorker().compatibility_date!

const settingsOfWorker = () => unstable_readConfig({ config: getPath('../../wrangler.toml') })

/** Returns the database's id from wrangler.toml. */
export const getDatabaseId = (): string => settingsOfWorker().d1_databases[0]!.database_id!

/** Returns the Worker's Durable Objects in the runtime's configuration format. */
export function durableObjects() {
  // Wrangler's own settings type leaves these open.
  const bindings = settingsOfWorker().durable_objects.bindings as readonly { name: string; class_name: string }[]
  return Object.fromEntries(
    bindings.map(({ name, class_name: className }) => [name, { className, useSQLite: true as const }]),
  )
}

/** Persistent data that outlives its runtime. */
export type Place = {
  /** Data folder of the server. */
  readonly folder: string
  /** True if its tables must be created. */
  readonly isNew: boolean
  /** The database's id. The commands that serve and seed use the one from wrangler.toml. */
  readonly databaseId?: string
  /** The modules to serve, if already bundled. */
  readonly modules?: WorkerModule[]
  /** The inspector's port. No inspector if omitted. */
  readonly inspectorPort?: number
  /**
   * True if the Worker listens directly. Otherwise another Worker forwards each request, which takes as long as many
   * responses.
   */
  readonly isDirect?: boolean
}

/** Bundles the served modules, the script first. */
export const bundleServed = (): Promise<WorkerModule[]> => bundleWorker(new URL('served-worker.ts', import.meta.url))

/**
 * Serves the whole Worker over HTTP in its own runtime, with a migrated, empty database. It uses the bindings and versions
 * of wrangler.toml. Only the pages are missing, because no client requests them.
 *
 * @param settings added to the fixed settings
 * @param onLog called with each logged line; prints lines if omitted
 * @param place if omitted, the data is temporary
 */
export async function serveWorker(
  settings: Readonly<Record<string, string>> = {},
  onLog?: (line: string) => void,
  { folder, isNew = true, databaseId = 'DB', modules, inspectorPort, isDirect = false }: Partial<Place> = {},
) {
  const { compatibility_flags: compatibilityFlags } = settingsOfWorker()
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'cards',
      modules: modules ?? (await bundleServed()),
      compatibilityDate: compatibilityDate(),
      compatibilityFlags,
      d1Databases: { DB: databaseId },
      r2Buckets: ['FILES'],
      kvNamespaces: ['GATE'],
      durableObjects: durableObjects(),
      bindings: { ...SERVED, ...settings },
      ...(folder !== undefined && { resourcePersistencePath: folder }),
      ...(isDirect && { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] }),
      ...(inspectorPort !== undefined && { inspectorPort }),
      ...(onLog && { handleStructuredLogs: ({ message }) => onLog(message) }),
    }),
  )
  const ready = await runtime.ready
  const url = String(isDirect ? await runtime.unsafeGetDirectURL('cards') : ready).replace(/\/$/, '')
  const db = await runtime.getD1Database('DB')
  const migrations = isNew ? await readD1Migrations(getPath('../../worker/backend/migrations')) : []
  for (const { queries } of migrations) await db.batch(queries.map((query) => db.prepare(query)))
  /** Runs the scheduled tasks, as the platform does every five minutes. */
  const runScheduled = async () => (await runtime.getWorker()).scheduled({ cron: '*/5 * * * *' })
  return { url, db, runScheduled, close: () => runtime.dispose() }
}
