import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { fileURLToPath } from 'node:url'
import { unstable_readConfig } from 'wrangler'
import { bundleWorker, type WorkerModule } from './bundle-worker.ts'
import { SERVED } from './served-settings.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url).href)

/** The compatibility date and flags of the Worker, as in wrangler.toml. */
export const compatibilityDate = (): string => settingsOfWorker().compatibility_date!

const settingsOfWorker = () => unstable_readConfig({ config: pathOf('../../wrangler.toml') })

/** The database's name in wrangler.toml. */
export const databaseIdOf = (): string => settingsOfWorker().d1_databases[0]!.database_id!

/** The Worker's objects as the runtime wants them named. */
export function durableObjects() {
  // Wrangler's own type of its settings leaves these open.
  const bindings = settingsOfWorker().durable_objects.bindings as readonly { name: string; class_name: string }[]
  return Object.fromEntries(
    bindings.map(({ name, class_name: className }) => [name, { className, useSQLite: true as const }]),
  )
}

/** Data that outlives its runtime. */
export type Place = {
  /** Where it is kept. */
  readonly folder: string
  /** True if its tables are to be made. */
  readonly isNew: boolean
  /** The id of the database in it: the commands that serve and seed name it as wrangler.toml does. */
  readonly databaseId?: string
  /** The modules to serve, where they were bundled before. */
  readonly modules?: WorkerModule[]
  /** Where its inspector listens; missing: nowhere. */
  readonly inspectorPort?: number
  /**
   * True if the Worker itself listens. Otherwise another one passes each request on, which takes as long as many
   * answers.
   */
  readonly isDirect?: boolean
}

/** The served modules, the script first. */
export const bundleServed = (): Promise<WorkerModule[]> => bundleWorker(new URL('served-worker.ts', import.meta.url))

/**
 * The whole Worker in a runtime of its own, migrated and empty, reached over HTTP. Its parts and their versions are
 * those of wrangler.toml; the pages alone, which no client asks for, are not there.
 *
 * @param settings beside those that it always has
 * @param onLog told each line that it logs; missing: they are printed
 * @param place missing: the data is new, and gone when the runtime ends
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
  const migrations = isNew ? await readD1Migrations(pathOf('../../worker/backend/migrations')) : []
  for (const { queries } of migrations) await db.batch(queries.map((query) => db.prepare(query)))
  /** As the platform does every five minutes. */
  const runScheduled = async () => (await runtime.getWorker()).scheduled({ cron: '*/5 * * * *' })
  return { url, db, runScheduled, close: () => runtime.dispose() }
}
