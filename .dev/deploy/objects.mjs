import { unstable_readConfig } from 'wrangler'
import { join } from 'node:path'
import { root, run } from '../env.mjs'

/** By this a version says which Durable Object migrations it has. */
const PREFIX = 'objects-'

/** @param {string} migration the last one's tag @returns {string} what a version is tagged with */
export const versionTag = (migration) => PREFIX + migration

/** @param {string} env @returns {string} the tag of the last Durable Object migration in wrangler.toml */
export const lastMigration = (env) =>
  unstable_readConfig({ config: join(root, 'wrangler.toml'), env }).migrations.at(-1).tag

/**
 * The last Durable Object migration of what is deployed, as its version says.
 *
 * @param {string} output of `wrangler versions list --json`
 * @returns {string | null} null: nothing is deployed yet, or by another way
 */
export function migrationIn(output) {
  const text = output.slice(Math.max(0, output.indexOf('[')))
  try {
    const tagged = JSON.parse(text)
      .toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
      .map(({ annotations }) => annotations?.['workers/tag'])
      .find((tag) => tag?.startsWith(PREFIX))
    return tagged === undefined ? null : tagged.slice(PREFIX.length)
  } catch {
    return null
  }
}

/** @param {string} env @returns {Promise<string | null>} as {@link migrationIn}, of the account */
export async function deployedMigration(env) {
  const { code, output } = await run('wrangler', ['versions', 'list', '--json', '--env', env])
  return code === 0 ? migrationIn(output) : null
}
