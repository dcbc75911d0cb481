import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { requireEnvironment, UsageError } from '../deploy/options.mjs'
import { root, run, toolEnv } from '../env.mjs'

/** The options of both commands that say where the data is. */
export const PLACE_OPTIONS = {
  remote: { type: 'boolean', default: false },
  env: { type: 'string' },
  data: { type: 'string' },
}

/**
 * @param {{ remote: boolean, env?: string, data?: string }} options
 * @returns {{ remote: boolean, env: string | null, dataDir: string }}
 * @throws UsageError
 */
export function placeOf({ remote, env, data }) {
  if (remote && env === undefined) throw new UsageError('--remote needs --env staging or --env production')
  if (!remote && env !== undefined) throw new UsageError('--env is for --remote')
  if (remote && data !== undefined) throw new UsageError('--data is for the local state')
  const dataDir = data ?? process.env.DATA_DIR
  return {
    remote,
    env: env === undefined ? null : requireEnvironment(env),
    dataDir: dataDir ? resolve(dataDir) : join(root, '.wrangler', 'state'),
  }
}

/**
 * Opens the database and the bucket of a place; nothing may serve from the local state meanwhile.
 *
 * @param {ReturnType<typeof placeOf>} place
 * @returns {Promise<{ db: D1Database, files: R2Bucket, close: () => Promise<void> }>}
 */
export async function openPlace({ remote, env, dataDir }) {
  // Takes seconds to load, which a wrong call need not wait for.
  const { getPlatformProxy, unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml'), ...(env !== null && { env }) })
  const marked = (bindings) => bindings.map((binding) => ({ ...binding, ...(remote && { remote: true }) }))
  // These two alone: the whole configuration would start the Worker's objects.
  const scratch = mkdtempSync(join(tmpdir(), 'backup-'))
  const configPath = join(scratch, 'wrangler.json')
  const { compatibility_date, d1_databases, r2_buckets } = config
  writeFileSync(
    configPath,
    JSON.stringify({
      name: 'backup',
      compatibility_date,
      d1_databases: marked(d1_databases),
      r2_buckets: marked(r2_buckets),
    }),
  )
  const proxy = await getPlatformProxy({
    configPath,
    remoteBindings: remote,
    persist: remote ? false : { path: join(dataDir, 'v3') },
  })
  return {
    db: proxy.env.DB,
    files: proxy.env.FILES,
    close: async () => {
      await proxy.dispose()
      rmSync(scratch, { recursive: true })
    },
  }
}

/** Brings the database of a place to its newest shape. @throws Error with what the tool said */
export async function migratePlace({ remote, env, dataDir }) {
  const where = remote ? ['--remote', '--env', env] : ['--local', '--persist-to', dataDir]
  const { code, output } = await run('wrangler', ['d1', 'migrations', 'apply', 'DB', ...where], {
    env: toolEnv({ CI: 'true' }),
  })
  if (code !== 0) throw new Error(`The database could not be migrated\n${output}`)
}
